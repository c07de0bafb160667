"""The level that is proposed after two wins or two losses in a row against the computer."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.bots import services as bots
from games.core.models import Match, Seat
from games.core.services import play
from games.rematch import streaks
from games.rematch.streaks import NOTHING
from tests.bench import budgets
from tests.games.browsing import signed_in, told
from tests.games.tables import now, seat

pytestmark = pytest.mark.django_db
WON, LOST, DRAWN, LATE, VOID = "won", "lost", "level", "timeout", "void"
Played = tuple[str, str]
"""How a match ended for the player, and at which level."""


def played(user: User, outcome: str, level: str, slug: str = "en-garde") -> Match:
    """Return a match against the computer that ended so for a user."""
    match = bots.challenge(user, slug, {}, seat=0, level=level)
    play.resign(match.public_id, user.pk if outcome != WON else bots.bot_of(slug).pk)
    Seat.objects.filter(match=match, user=user).update(outcome=outcome)
    return now(match)


def proposed(user: User, *matches: Played) -> tuple[str, str]:
    """Return the stronger and the easier level that are proposed after matches of En Garde; empty for none."""
    last = [played(user, outcome, level) for outcome, level in matches][-1]
    found = streaks.next_level(last, seat(last, user), matches[-1][1])
    stronger, easier = (each.name if each else "" for each in found)
    return stronger, easier


@pytest.mark.parametrize(
    ("matches", "wanted"),
    [
        ([(WON, "casual")], ("", "")),
        ([(WON, "casual"), (WON, "casual")], ("club", "")),
        ([(WON, "casual"), (WON, "casual"), (WON, "casual")], ("club", "")),
        ([(WON, "casual"), (DRAWN, "casual"), (WON, "casual")], ("", "")),
        ([(WON, "casual"), (LOST, "casual"), (WON, "casual")], ("", "")),
        ([(WON, "casual"), (VOID, "casual"), (WON, "casual")], ("club", "")),
        ([(WON, "beginner"), (WON, "casual")], ("", "")),
        ([(WON, "casual"), (LOST, "strong"), (WON, "casual")], ("club", "")),
        ([(WON, "expert"), (WON, "expert")], ("", "")),
        ([(LOST, "casual"), (LOST, "casual")], ("", "beginner")),
        ([(LOST, "casual"), (LATE, "casual")], ("", "beginner")),
        ([(LOST, "beginner"), (LOST, "beginner")], ("", "")),
        ([(WON, "casual"), (LOST, "casual")], ("", "")),
        ([(DRAWN, "casual"), (DRAWN, "casual")], ("", "")),
    ],
)
def test_another_level_is_proposed_after_two_in_a_row_at_one(
    ann: User, matches: list[Played], wanted: tuple[str, str]
) -> None:
    assert proposed(ann, *matches) == wanted


def test_a_match_of_another_game_or_somebody_elses_counts_for_nothing(ann: User, ben: User) -> None:
    played(ben, WON, "casual")
    played(ann, WON, "casual", "field-of-glory")
    assert proposed(ann, (WON, "casual")) == ("", "")


def test_what_came_later_changes_nothing(ann: User) -> None:
    first = played(ann, WON, "casual")
    played(ann, WON, "casual")
    assert streaks.next_level(first, seat(first, ann), "casual") == NOTHING


@pytest.mark.parametrize("level", ["", "grandmaster"])
def test_without_a_level_that_exists_there_is_none_beside_it(ann: User, level: str) -> None:
    for _ in range(2):
        last = played(ann, WON, "")
        last.seats.filter(house=True).update(level=level)
    assert streaks.next_level(last, seat(last, ann), level) == NOTHING


# --- The card of the result -----------------------------------------------------------------------------------------


def card(match: Match, client: Client) -> str:
    return told(client.get(match.get_absolute_url())).partition('<section class="closing')[2].partition("</section>")[0]


def presses(shown: str) -> list[str]:
    """Return the buttons of a card, in their order."""
    buttons = shown.split("<button ")[1:]
    return [each.partition("</button>")[0].rpartition(">")[2] for each in buttons]


def test_the_main_press_leads_a_level_up_and_the_same_level_stays_one_press_away(ann: User) -> None:
    client = signed_in(ann)
    first, second = (played(ann, WON, "casual") for _ in range(2))
    assert presses(card(first, client)) == ["Rematch with sides swapped"]
    assert presses(card(second, client)) == ["Rematch, a little stronger: Club", "Rematch with sides swapped"]


def test_what_a_rematch_after_a_trial_changes_is_said_on_its_button(ann: User) -> None:
    trial = {"variant": "standard", "starter": "left", "rounds": 1}
    match = bots.challenge(ann, "en-garde", trial, seat=0, level="beginner")
    play.resign(match.public_id, bots.bot_of("en-garde").pk)
    assert presses(card(now(match), signed_in(ann))) == ["Rematch with sides swapped (first to 2)"]


@pytest.mark.parametrize(("given", "level"), [({"instead": "club"}, "club"), ({}, "casual")])
def test_each_press_begins_the_match_that_it_names(ann: User, given: dict[str, str], level: str) -> None:
    last = [played(ann, WON, "casual") for _ in range(2)][-1]
    signed_in(ann).post(f"{last.get_absolute_url()}rematch", {"level": "casual", **given})
    assert last.rematches.get().seats.get(house=True).level == level


def test_after_two_losses_an_easier_one_is_offered_beside_the_same(ann: User) -> None:
    last = [played(ann, LOST, "casual") for _ in range(2)][-1]
    shown = card(last, signed_in(ann))
    assert presses(shown) == ["Rematch with sides swapped", "A little easier: Beginner"]
    assert '<button type="submit" class="linkish" name="instead" value="beginner">' in shown


def test_a_guest_is_offered_the_same(client: Client) -> None:
    client.post(reverse("try_out", args=["en-garde"]), {"level": "casual"})
    first = Match.objects.get()
    guest = first.seats.get(house=False).user
    play.resign(first.public_id, bots.bot_of("en-garde").pk)
    client.post(f"{first.get_absolute_url()}rematch")
    second = first.rematches.get()
    play.resign(second.public_id, bots.bot_of("en-garde").pk)
    assert guest.is_guest
    assert presses(card(second, client))[0] == "Rematch, a little stronger: Club"


def test_a_level_that_does_not_exist_is_refused(ann: User) -> None:
    last = played(ann, WON, "casual")
    answered = signed_in(ann).post(f"{last.get_absolute_url()}rematch", {"instead": "x" * 999})
    assert answered.status_code == 409
    assert "There’s no level" in told(answered)
    assert not last.rematches.exists()


def test_the_page_of_such_a_match_costs_at_most_twelve_queries(ann: User) -> None:
    last = [played(ann, WON, "casual") for _ in range(2)][-1]
    client = signed_in(ann)
    with CaptureQueriesContext(connection) as queries:
        assert "a little stronger" in card(last, client)
    assert len(queries) <= budgets.QUERIES

"""A new match: its options in one line, and what was chosen last time."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core.models import Match
from games.lobby.models import Invitation
from tests.games.browsing import form, signed_in, told
from tests.games.tables import begin, finished

pytestmark = pytest.mark.django_db
URL = reverse("invite_to", args=["en-garde"])
WORDS = reverse("terms_words", args=["en-garde"])
LINE = re.compile(r'<span id="terms-words">(.*?)</span>')


def line(client: Client, address: str = URL, **asked: str) -> str:
    """Return what the line says that sums the options up."""
    found = LINE.search(told(client.get(address, asked)))
    assert found is not None
    return found[1]


def chosen(client: Client, address: str = URL) -> dict[str, str]:
    """Return with what the form begins."""
    return form(client.get(address)).fields


# --- In one line ----------------------------------------------------------------------------------------------------


def test_the_options_stand_in_one_line(ann: User) -> None:
    client = signed_in(ann)
    assert line(client) == "Advanced, first to 5, rated, spectators allowed"
    assert line(client, audience="house") == "Advanced, first to 5"
    assert line(client, audience="seek") == "spectators allowed"
    assert line(client, reverse("invite_to", args=["field-of-glory"])) == "as a pair, rated, spectators allowed"
    assert line(client, reverse("invite_to", args=["field-of-glory"]), audience="house") == "default"


CHOSEN: dict[str, Any] = {
    "audience": "open",
    "option_variant": "standard",
    "option_rounds": "2",
    "option_starter": "left",
    "option_aid": "True",
    "option_last_retreat": "position",
    "seat": "1",
    "pace_days": "7",
    "vacations": "on",
    "rated": "on",
    "min_reliability": "90",
    "language": "de",
}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (
            {},
            "Standard, first to 2, First turn: Left fencer, My seat: Right fencer, rated, no spectators, "
            "German, at least 90% reliability",
        ),
        (
            {"option_variant": "advanced", "private": "on", "paired": "on", "language": ""},
            "Advanced, first to 2, First turn: Left fencer, If a retreat ends the round: Only being further forward "
            "counts, My seat: Right fencer, as a pair, private, at least 90% reliability",
        ),
        (
            {"audience": "seek", "rated": "", "watchable": "on"},
            "Standard, first to 2, First turn: Left fencer, not rated, spectators allowed, German, "
            "at least 90% reliability",
        ),
        ({"audience": "house"}, "Standard, first to 2, First turn: Left fencer, My seat: Right fencer"),
        (
            {"option_rounds": "99", "option_variant": "", "seat": "9", "min_reliability": "", "language": "tlh"},
            "First turn: Left fencer, rated, no spectators",
        ),
    ],
)
def test_the_line_follows_what_is_chosen(changed: dict[str, str], words: str, ann: User) -> None:
    client = signed_in(ann)
    assert line(client, WORDS, **{**CHOSEN, **changed}) == words
    assert '<span id="clock-words" hx-swap-oob="true">7 days per move, ends by ' in told(client.get(WORDS, CHOSEN))


CLOCK = {"nights": "on", "weekends": "on", "vacations": "", "absence": "loss"}


@pytest.mark.parametrize(
    ("audience", "changed", "words"),
    [
        ("open", CLOCK, ", Vacations: count, When time is up: the match is lost"),
        ("open", {"absence": "choice"}, ""),
        ("open", {"absence": "win"}, ""),
        (
            "seek",
            CLOCK,
            ", Nights: don’t count, Weekends: don’t count, Vacations: count, When time is up: the match is lost",
        ),
        ("seek", {"weekends": "on"}, ", Weekends: don’t count"),
        ("house", CLOCK, ""),
    ],
)
def test_the_line_names_what_the_clock_has_besides_its_pace(
    audience: str, changed: dict[str, str], words: str, ann: User
) -> None:
    client = signed_in(ann)
    chosen = {**CHOSEN, "audience": audience}
    assert line(client, WORDS, **{**chosen, **changed}) == line(client, WORDS, **chosen) + words


def test_the_preview_sends_nothing_that_was_typed(ann: User) -> None:
    """A line that was typed would stand in the address, and so in the log of the server."""
    page = told(signed_in(ann).get(URL))
    (kept,) = re.findall(r'hx-params="not ([\w,]+)"', page)
    typed = re.findall(r'<input type="text" name="(\w+)"', page)
    assert sorted(kept.split(",")) == sorted(typed) == ["invited", "note"]


def test_an_option_says_beside_what_it_means_anything(ann: User) -> None:
    page = told(signed_in(ann).get(URL))
    assert '<div class="folded" data-only-with="option_variant=advanced">' in page
    assert page.count('data-hidden-with="house"') == 5
    assert '<div class="folded" data-hidden-with="seek house">' in page


def test_a_match_names_no_option_that_means_nothing_in_it(ann: User, ben: User) -> None:
    begin(ann, ben, variant="standard")
    begin(ann, ben, public_id="secondmatch", variant="advanced")
    pages = [told(signed_in(ann).get(match.get_absolute_url())) for match in Match.objects.order_by("pk")]
    assert ["If a retreat ends the round" in page for page in pages] == [False, True]


# --- The choices of last time ---------------------------------------------------------------------------------------


def test_a_new_match_begins_with_the_choices_of_the_last_one(ann: User, ben: User) -> None:
    client = signed_in(ann)
    sent = {**CHOSEN, "audience": "link", "note": "Hello", "weekends": "on", "absence": "loss", "total_days": "45"}
    form(client.get(URL)).send(client, **sent)
    again = chosen(client)
    options = ("option_variant", "option_rounds", "option_starter", "option_last_retreat")
    kept = ("audience", *options, "pace_days", "absence")
    assert {name: again[name] for name in kept} == {name: sent[name] for name in kept}
    assert (again["seat"], again["note"]) == ("drawn", "")
    assert line(client) == (
        "Standard, first to 2, First turn: Left fencer, rated, no spectators, German, at least 90% reliability, "
        "When time is up: the match is lost"
    )
    assert line(client, audience="seek") == (
        "Standard, first to 2, First turn: Left fencer, German, at least 90% reliability, Weekends: don’t count, "
        "When time is up: the match is lost"
    )
    assert "7 days per move, weekends don’t count, ends by " in told(client.get(URL))
    assert chosen(signed_in(ben))["audience"] == "open"


def test_what_was_chosen_in_another_game_says_only_whom_the_match_is_with(ann: User) -> None:
    client = signed_in(ann)
    form(client.get(URL)).send(client, **{**CHOSEN, "audience": "link"})
    other = chosen(client, reverse("invite_to", args=["field-of-glory"]))
    assert (other["audience"], other["pace_days"], other["option_first_player"]) == ("link", "3", "late")
    assert chosen(client, "/invitations/new/sealed-auction/")["audience"] == "open"


def test_the_computer_is_remembered_with_the_options_alone(ann: User) -> None:
    client = signed_in(ann)
    form(client.get(URL)).send(client, audience="house", option_variant="standard")
    again = chosen(client)
    assert (again["audience"], again["option_variant"], again["pace_days"]) == ("house", "standard", "3")
    assert line(client, audience="open") == "Standard, first to 5, rated, spectators allowed"


def test_whom_somebody_invited_is_named_again_while_they_can_be_invited(ann: User, ben: User) -> None:
    client = signed_in(ann)
    form(client.get(URL)).send(client, audience="personal", invited="Ben")
    assert (chosen(client)["audience"], chosen(client)["invited"]) == ("personal", "")
    finished(ann, ben, [1])  # one that the site found
    assert (chosen(client)["audience"], chosen(client)["option_rounds"]) == ("seek", "5")
    form(client.get(URL)).send(client, audience="personal", invited="Ben")
    assert (chosen(client)["audience"], chosen(client)["invited"]) == ("personal", "Ben")


def test_what_others_began_says_nothing_of_my_choices(ann: User, ben: User) -> None:
    form(signed_in(ben).get(URL)).send(signed_in(ben), **{**CHOSEN, "audience": "link", "min_reliability": ""})
    invitation = Invitation.objects.get()
    signed_in(ann).post(reverse("join", args=[invitation.match.public_id]))
    assert Match.objects.get().seats.filter(user=ann).exists()
    assert (chosen(signed_in(ann))["audience"], line(signed_in(ann))) == (
        "open",
        "Advanced, first to 5, rated, spectators allowed",
    )


def test_a_private_match_is_private_again_and_would_be_rated_without(ann: User) -> None:
    client = signed_in(ann)
    form(client.get(URL)).send(client, audience="open", private="on", rated="on", watchable="on", vacations="on")
    assert line(client) == "Advanced, first to 5, private"
    offered = form(client.get(URL))
    offered.send(client, audience="open", rated="on", watchable="on", vacations="on", private="")
    assert line(client) == "Advanced, first to 5, rated, spectators allowed"

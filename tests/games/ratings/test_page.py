"""What pages tell of ratings: the tables, profiles, and matches before and after their end."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games.bots import services as bots
from games.core.models import Match, Seat
from games.core.services import play
from games.lobby import services as lobby
from games.lobby.models import Invitation
from games.ratings import services as ratings
from games.ratings.models import Rating
from games.ratings.rankings import active, greatest_deviation
from games.rules import registry
from tests.bench import budgets
from tests.games.browsing import form, signed_in, told
from tests.games.ratings.test_services import rows, won
from tests.games.tables import AUCTION, begin, now, offer
from tests.parts.cast import person

pytestmark = pytest.mark.django_db

GAME = "en-garde"
URL = reverse("ratings_of", args=[GAME])


def rating(user: User, number: float, deviation: float, days_ago: int = 1, **given: Any) -> Rating:
    ended = timezone.now() - timedelta(days=days_ago)
    row = {"game": GAME, "matches": 3, "changed": ended, **given}
    return Rating.objects.create(user=user, number=number, deviation=deviation, **row)


def crowd(number: int, settled: int = 0, name: str = "Player") -> None:
    """Make so many who play. All are new except those who are settled."""
    for each in range(number):
        rating(person(f"{name}{each:03}"), 1500 + each, 100 if each < settled else 200 + each / 10)


# --- Tables ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "settled", "listed"), [(0, 0, 0), (1, 0, 1), (2, 0, 1), (30, 0, 15), (30, 10, 15), (30, 22, 22)]
)
def test_thirty_active_people_see_at_least_fifteen_names(
    number: int, settled: int, listed: int, client: Client
) -> None:
    crowd(number, settled)
    assert len(client.get(URL).context["rows"]) == listed


def test_the_bar_is_what_half_of_those_who_play_reach_or_settled(db: None) -> None:
    crowd(30)
    assert greatest_deviation(active(GAME), 30) == 201.4
    Rating.objects.update(deviation=90)
    assert greatest_deviation(active(GAME), 30) == 150


def test_the_table_is_by_number_with_place_name_rating_and_matches(ann: User, ben: User, cat: User) -> None:
    rating(ann, 1612.4, 88.8)
    rating(ben, 1711.6, 151)
    rating(cat, 1500, 90)
    response = signed_in(cat).get(URL)
    assert [(row.rank, row.name, row.rated.words, row.is_me) for row in response.context["rows"]] == [
        (1, "Ann", "1612 ± 89", False),
        (2, "Cat", "1500 ± 90", True),
    ]
    page = told(response)
    assert "Your rating: 1500 ± 90. You’re number 2." in page
    assert "3 players have played a match that counted in the last 180 days." in page
    assert "Your rating: 1712, provisional. You’re not in the table right now." in told(signed_in(ben).get(URL))


def test_a_provisional_rating_is_marked_beside_the_name_and_its_number_stands_alone(ann: User, ben: User) -> None:
    rating(ann, 1612.4, 88.8)
    rating(ben, 1500, 240)
    Rating.objects.update(deviation=200)
    page = told(signed_in(ann).get(URL))
    assert 'Ann</a> <span class="badge">provisional</span></th><td>1612</td>' in page
    Rating.objects.update(deviation=90)
    assert 'Ann</a></th><td>1612 <span class="faint">±\N{NO-BREAK SPACE}90</span></td>' in told(signed_in(ann).get(URL))


def test_who_have_the_same_rating_share_a_place(ann: User, ben: User, cat: User) -> None:
    for user, number in ((ann, 1500), (ben, 1500), (cat, 1400)):
        rating(user, number, 90)
    page = signed_in(ben).get(URL)
    assert [(row.rank, row.name) for row in page.context["rows"]] == [(1, "Ann"), (1, "Ben"), (3, "Cat")]
    assert "You’re number 1." in told(page)


def test_who_is_gone_or_has_left_is_in_no_table(ann: User, ben: User, cat: User, client: Client) -> None:
    rating(ann, 1600, 90, days_ago=181)
    rating(ben, 1600, 90)
    rating(cat, 1600, 90)
    User.objects.filter(pk=ben.pk).update(left=timezone.now())
    User.objects.filter(pk=cat.pk).update(is_active=False)
    assert "Nobody has a rating in this game yet." in told(client.get(URL))
    assert (
        "Rating" not in told(client.get(reverse("profile", args=["Ben"]))).partition("<h1")[2].partition("</main>")[0]
    )


def test_long_tables_have_pages_on_which_places_go_on(client: Client) -> None:
    crowd(120, settled=120)
    page = client.get(f"{URL}?page=3")
    assert [(row.rank, row.name) for row in page.context["rows"]][:2] == [(101, "Player019"), (102, "Player018")]
    assert ">Higher<" in told(page)


def test_three_hundred_players_cost_as_many_queries_as_three(ann: User) -> None:
    rating(ann, 1550.5, 80)
    client, costs = signed_in(ann), []
    for number in (3, 300):
        Rating.objects.exclude(user=ann).delete()
        crowd(number, settled=number, name=f"Of{number}")
        with CaptureQueriesContext(connection) as queries:
            assert client.get(URL).status_code == 200
        costs.append(len(queries))
    assert costs == [costs[0]] * 2
    assert costs[0] <= budgets.QUERIES


def test_games_with_their_numbers_stand_on_one_page(ann: User, ben: User) -> None:
    rating(ann, 1612.4, 88.8)
    page = told(signed_in(ann).get(reverse("ratings")))
    assert "1 active player · your rating: 1612 ± 89" in page
    assert page.count("0 active players") == len(registry.slugs()) - 1
    assert signed_in(ann).get(reverse("ratings_of", args=["nothing"])).status_code == 404


# --- Profiles -------------------------------------------------------------------------------------------------------


def test_a_profile_says_each_rating_and_whether_it_is_settled(ann: User, client: Client) -> None:
    rating(ann, 1612.4, 88.8)
    rating(ann, 1500, 240, game="field-of-glory", matches=1)
    page = told(client.get(reverse("profile", args=["Ann"])))
    assert "<strong>1612</strong> ±\N{NO-BREAK SPACE}89</a></p>" in page
    assert '<strong>1500</strong></a> <span class="badge">provisional</span></p>' in page
    assert re.findall("<dt>Matches that counted</dt><dd>(.+?)</dd>", page) == ["3", "1"]


def test_a_profile_draws_how_a_rating_has_gone_from_three_matches_on(ann: User, ben: User) -> None:
    curves = []
    for number in range(4):
        rows(ann, ben, timezone.now() + timedelta(seconds=number))
        ratings.tally(GAME)
        page = told(Client().get(reverse("profile", args=["Ann"])))
        curves.append(re.findall(r'aria-label="(Over [^"]+)"><path d="M([^"]+)"', page))
    assert [len(each) for each in curves] == [0, 0, 1, 1]
    label, line = curves[-1][0]
    assert label.startswith("Over the last 4 matches: from 1579 to ")
    points = [tuple(map(float, point.split())) for point in line.split("L")]
    assert [round(across, 1) for across, _down in points] == [0, 33.3, 66.7, 100]
    assert [down for _across, down in points] == sorted((down for _across, down in points), reverse=True)
    assert (points[0][1], points[-1][1]) == (28, 2)


# --- Offering -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "rated"), [({"rated": "on"}, True), ({}, False), ({"rated": "on", "private": "on"}, False)]
)
def test_a_match_is_offered_rated_unless_one_says_otherwise(ann: User, given: dict[str, str], rated: bool) -> None:
    client = signed_in(ann)
    page = client.get(reverse("invite_to", args=[GAME]))
    assert re.search('<input type="checkbox" name="rated"[^>]* checked', page.content.decode())
    form(page).send(client, **given)
    assert Match.objects.get().rated is rated


@pytest.mark.parametrize(("rated", "said"), [(True, "the result changes the players’ ratings"), (False, "not rated")])
def test_an_invitation_says_whether_it_is_rated(ann: User, ben: User, rated: bool, said: str) -> None:
    match = offer(ann)
    Match.objects.update(rated=rated)
    client = signed_in(ben)
    assert f"<dt>Ratings</dt><dd>{said}</dd>" in told(client.get(reverse("invitation", args=[match.public_id])))
    assert ('<span class="badge">rated</span>' in told(client.get(reverse("lobby")))) is rated


def test_with_a_guest_a_match_is_not_rated(ann: User) -> None:
    match = offer(ann)
    Match.objects.update(rated=True)
    Invitation.objects.update(audience="link")
    lobby.join(match.public_id, guests.create())
    assert (now(match).status, now(match).rated) == ("playing", False)


def test_matches_with_the_house_are_not_rated(ann: User) -> None:
    assert bots.challenge(ann, GAME, {}).rated is False


# --- Matches --------------------------------------------------------------------------------------------------------


def about(match: Match, user: User | None = None) -> str:
    client = signed_in(user) if user else Client()
    return told(client.get(match.get_absolute_url())).partition("About this match")[2].partition("</dl>")[0]


def test_a_running_match_says_that_it_is_rated(ann: User, ben: User) -> None:
    match = begin(ann, ben)
    assert "Ratings" not in about(match, ann)
    Match.objects.update(rated=True)
    assert "<dt>Ratings</dt><dd>The result changes the players’ ratings.</dd>" in about(match, ann)


def test_a_match_that_is_over_says_what_it_changed_and_for_what(ann: User, ben: User) -> None:
    match = won(ann, ben)
    assert "We’re updating the ratings. Check again in a minute." in about(match, ann)
    ratings.tally(GAME)
    for reader in (ann, ben, None):
        shown = about(match, reader)
        words = "1500 → 1579 (+79, provisional) for the win against Ben (1500)"
        assert f"<dt>Ann’s rating</dt><dd>{words}</dd>" in shown
        words = "1500 → 1421 (−79, provisional) for the loss to Ann (1500)"
        assert f"<dt>Ben’s rating</dt><dd>{words}</dd>" in shown
    card = told(signed_in(ben).get(match.get_absolute_url())).partition('class="closing')[2]
    assert "Your rating: 1500 → 1421" in card.partition("</section>")[0]


@pytest.mark.parametrize(
    ("of_match", "of_seat", "said"),
    [
        ({"rated": False}, {}, "The match isn’t rated."),
        ({"status": "void", "result": None}, {}, "The match is void and doesn’t change ratings."),
        (
            {"rated": False},
            {"taken_ply": 1},
            "The match doesn’t change ratings, because another player took over a seat.",
        ),
        ({"rated": False}, {"house": True}, ""),
        ({}, {"answered_ply": None}, "The match doesn’t change ratings, because not every player made a move."),
        ({"struck": "One & all."}, {}, "A moderator has excluded the match from ratings: One & all."),
    ],
)
def test_it_says_why_it_changes_nothing(
    ann: User, ben: User, of_match: dict[str, Any], of_seat: dict[str, Any], said: str
) -> None:
    match = won(ann, ben)
    Match.objects.filter(pk=match.pk).update(**of_match)
    Seat.objects.filter(match=match, user=ben).update(**of_seat)
    ratings.tally(GAME)
    found = about(match, ann)
    assert (f"<dt>Ratings</dt><dd>{said}</dd>" in found) is bool(said)
    assert "’s rating</dt>" not in found


def joined_by_guest(ann: User) -> Match:
    """Return a rated match that Ann has offered by a link, which a guest has followed who is an account by now."""
    match = offer(ann)
    Match.objects.filter(pk=match.pk).update(rated=True)
    Invitation.objects.filter(match=match).update(audience="link")
    lobby.join(match.public_id, guests.create())
    User.objects.exclude(guest_until=None).update(guest_until=None, username="Dora")
    return now(match)


def test_a_match_that_was_to_be_rated_says_who_joined_it_as_a_guest(ann: User) -> None:
    match, said = joined_by_guest(ann), "Not rated: Dora joined as a guest."
    assert f"<dt>Ratings</dt><dd>{said}</dd>" in about(match, ann)
    play.resign(match.public_id, ann.pk)
    assert f"<dt>Ratings</dt><dd>{said}</dd>" in about(match, ann)
    card = told(signed_in(ann).get(match.get_absolute_url())).partition('class="closing')[2]
    assert f"<p>{said}</p>" in card.partition("</section>")[0]


def test_of_several_who_joined_it_is_not_said_who_was_the_guest(ann: User, ben: User) -> None:
    match = offer(ann, game=AUCTION)
    Match.objects.filter(pk=match.pk).update(rated=True)
    Invitation.objects.filter(match=match).update(audience="link")
    lobby.join(match.public_id, guests.create())
    lobby.join(match.public_id, ben)
    assert "<dt>Ratings</dt><dd>Not rated: a guest joined.</dd>" in about(match, ann)


def test_a_rated_match_that_is_over_costs_one_query_more(ann: User, ben: User) -> None:
    match = won(ann, ben)
    ratings.tally(GAME)
    client, costs = signed_in(ann), []
    for rated in (True, False):
        Match.objects.update(rated=rated)
        with CaptureQueriesContext(connection) as queries:
            client.get(match.get_absolute_url())
        costs.append(len(queries))
    assert costs[0] == costs[1] + 1


def test_a_resignation_shows_the_change_with_the_next_page(
    ann: User, ben: User, django_capture_on_commit_callbacks: Any
) -> None:
    match = won(ann, ben, "firstrated")
    ratings.tally(GAME)
    again = begin(ben, ann, public_id="nextrated1")
    Match.objects.filter(pk=again.pk).update(rated=True)
    Seat.objects.filter(match=again).update(answered_ply=1)
    with django_capture_on_commit_callbacks(execute=True):
        play.resign(again.public_id, ann.pk)
    assert "Ann’s rating</dt><dd>1579 → 1490 (−89, provisional) for the loss to Ben (1421" in about(again, ann)
    assert match.public_id != again.public_id

"""The film on return: from where it begins, and when a page plays it by itself."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.core.models import Match, Seat
from games.core.pages.film import MOST_SHOWN, Film
from games.core.services import play
from games.offers import services as offers
from tests.games.browsing import HTMX, signed_in
from tests.games.tables import AUCTION, answer, begin, now, opened, play_on
from tests.parts.cast import person

pytestmark = pytest.mark.django_db


def film(match: Match, user: User, more: str = "", **headers: str) -> Film:
    answered = signed_in(user).get(match.get_absolute_url() + more, headers=headers)
    found: Film = answered.context["page"].film
    return found


def at(match: Match, ply: int) -> str:
    return f"{match.get_absolute_url()}{ply}/"


@pytest.fixture
def moved(match: Match, ann: User) -> Match:
    """A match in which Ann has moved, seen it, and gone."""
    play_on(match, 1)
    opened(match, ann)
    return now(match)


def test_nothing_is_shown_to_a_player_who_has_just_moved(moved: Match, ann: User) -> None:
    assert film(moved, ann) == Film()


def test_it_begins_before_the_others_move_and_plays_once(moved: Match, ann: User) -> None:
    play_on(moved, 1)
    assert film(moved, ann) == Film(at(moved, 1), plays=True)
    assert film(moved, ann) == Film(at(moved, 1))


def test_what_has_played_does_not_play_by_itself_again_when_something_follows(
    moved: Match, ann: User, ben: User
) -> None:
    play_on(moved, 1)
    film(moved, ann)
    play.resign(moved.public_id, ben.pk)
    assert film(moved, ann) == Film(at(moved, 2), plays=True)
    assert film(moved, ann) == Film(at(moved, 1))


def test_the_page_that_a_browser_asks_for_to_look_on_plays_nothing(moved: Match, ann: User) -> None:
    play_on(moved, 1)
    assert film(moved, ann, **HTMX, **{"X-Refresh": "untouched"}) == Film(at(moved, 1))
    assert film(moved, ann, "?log=all") == Film(at(moved, 1))
    play_on(moved, 1)
    assert film(moved, ann) == Film()


def test_a_page_that_nobody_used_does_not_count_as_seen(moved: Match, ann: User) -> None:
    play_on(moved, 1)
    film(moved, ann, **HTMX, **{"X-Refresh": "untouched"})
    assert film(moved, ann).plays


def test_a_page_that_is_in_use_shows_what_happens_as_it_happens(moved: Match, ann: User) -> None:
    play_on(moved, 1)
    film(moved, ann, **HTMX, **{"X-Refresh": "used"})
    assert not film(moved, ann).plays


def test_an_earlier_entry_has_none(moved: Match, ann: User) -> None:
    play_on(moved, 1)
    assert film(moved, ann, "2/") == Film()


def test_a_player_who_has_not_moved_yet_can_ask_for_it(match: Match, ben: User) -> None:
    play_on(match, 1)
    assert film(match, ben) == Film(at(match, 0))


def test_it_shows_the_newest_entries_of_many(moved: Match, ann: User) -> None:
    play_on(moved, MOST_SHOWN + 3)
    moved.seats.filter(user=ann).update(answered_ply=0)
    assert film(moved, ann).url == at(moved, now(moved).ply - MOST_SHOWN)


def test_what_a_player_may_not_know_begins_no_film() -> None:
    ann, ben, cat = person("Ann"), person("Ben"), person("Cat")
    auction = begin(ann, ben, cat, game=AUCTION)
    answer(auction, ann, "pass")
    opened(auction, ann)
    answer(auction, ben, "bid 2; on odd; seal")
    assert film(auction, ann) == Film()


def test_who_resigns_sees_no_film_of_it_and_the_other_does(moved: Match, ann: User, ben: User) -> None:
    play_on(moved, 1)
    opened(moved, ben)
    play.resign(moved.public_id, ann.pk)
    assert not film(moved, ann).plays
    assert film(moved, ben).plays


def test_who_agrees_to_a_draw_sees_no_film_of_it(moved: Match, ann: User, ben: User) -> None:
    offers.make(moved.public_id, ben.pk, Seat.Offer.DRAW)
    offers.make(moved.public_id, ann.pk, Seat.Offer.DRAW, agreeing=True)
    assert now(moved).ended
    assert not film(moved, ann).plays

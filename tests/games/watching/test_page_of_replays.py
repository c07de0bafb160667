"""Recent matches that are over, and the one that moves on the first page."""

import re
from itertools import pairwise

import pytest
from django.core.cache import cache
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.core.models import Match, Seat
from games.core.pages import paging as parts
from games.core.services import play
from games.watching import replays
from tests.bench import budgets
from tests.games.browsing import signed_in, told
from tests.games.tables import attack, begin, finished, now, play_on
from tests.parts.games import drawn

pytestmark = pytest.mark.django_db
PICTURE = re.compile(r'<svg class="miniature".*?</svg>', re.DOTALL)


@pytest.fixture
def over(match: Match) -> Match:
    """En Garde, played to its end."""
    return play_on(match, choose=attack)


def pictures(match: Match, client: Client | None = None) -> list[str]:
    found: list[str] = PICTURE.findall(told((client or Client()).get(f"{match.get_absolute_url()}pictures")))
    return found


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def test_the_list_names_players_and_result_and_draws_the_end(over: Match, ann: User) -> None:
    for client in (Client(), signed_in(ann)):
        page = told(client.get("/replays/"))
        assert "En Garde: Ann, Ben" in page
        assert over.get_absolute_url() in page
        assert len(PICTURE.findall(page)) == 1


def test_neither_running_nor_private_matches_nor_those_of_the_house_are_listed(match: Match) -> None:
    assert "No matches have ended recently." in told(Client().get("/replays/"))
    play_on(match, choose=attack)
    assert [row.match for row in replays.rows(replays.recent_matches())] == [match]
    Match.objects.update(private=True)
    assert not replays.recent_matches().exists()
    Match.objects.update(private=False)
    Seat.objects.filter(number=1).update(house=True)
    assert not replays.recent_matches().exists()


def test_no_more_are_counted_or_listed_than_the_pages_lead_to(
    over: Match, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = play_on(begin(ann, ben, public_id="newermatch"), choose=attack)
    monkeypatch.setattr(parts, "MAX_LISTED", 1)
    shown = replays.page(QueryDict())
    assert ([row.match for row in shown.rows], shown.part.paginator.count) == ([newer], 1)


def test_the_list_costs_as_much_for_300_matches_as_for_3(ann: User, ben: User) -> None:
    finished(ann, ben, range(3))
    few = queries(Client(), "/replays/")
    finished(ann, ben, range(3, 300))
    assert queries(Client(), "/replays/") == few <= budgets.QUERIES
    page = told(Client().get("/replays/?page=2"))
    assert page.count('class="match-row"') == 20
    assert 'href="?page=3#recent"' in page


def test_its_pictures_go_to_the_end_and_only_where_something_moved(over: Match) -> None:
    found = pictures(over)
    assert 2 < len(found) <= replays.MAX_PICTURES
    assert all(one != other for one, other in pairwise(found))
    assert found[-1] == PICTURE.findall(told(Client().get("/replays/")))[0]


def test_there_are_pictures_of_each_game_and_none_of_a_game_without(ann: User, ben: User, cat: User) -> None:
    for number, game in enumerate(drawn()):
        match = play_on(begin(ann, ben, game=game, public_id=f"drawn{number:05}"))
        assert len(pictures(match)) > 2, game


@pytest.mark.parametrize("private", [False, True])
def test_pictures_of_a_running_or_private_match_are_nothing_to_anybody_else(
    match: Match, ann: User, cat: User, private: bool
) -> None:
    if private:
        play_on(match, choose=attack)
        Match.objects.update(private=True)
    else:
        play_on(match, 3)
    address = f"{match.get_absolute_url()}pictures"
    for client in (Client(), signed_in(cat)):
        answers = [client.get(each) for each in (address, "/m/nosuchone0/pictures")]
        assert [each.status_code for each in answers] == [404, 404]
    assert signed_in(ann).get(address).status_code == (200 if private else 404)


def test_a_visitor_finds_a_match_that_moves_on_the_first_page(over: Match, ann: User) -> None:
    page = told(Client().get("/"))
    assert f'data-pictures="{over.get_absolute_url()}pictures"' in page
    hero, _, rest = page.partition('<section class="hero">')[2].partition("</section>")
    assert f'<a href="{over.get_absolute_url()}0/?eyes=all">Watch a match</a>' in hero
    assert f"{over.get_absolute_url()}0/?eyes=all" in rest
    assert "Watch a match" not in told(signed_in(ann).get("/"))


def test_a_match_that_was_given_up_is_listed_but_does_not_move_on_the_first_page(match: Match, ann: User) -> None:
    play_on(match, replays.MIN_PLIES)
    play.resign(match.public_id, ann.pk)
    assert [row.match for row in replays.rows(replays.recent_matches())] == [match]
    assert replays.featured() is None


def test_the_first_page_shows_none_where_there_is_none_and_a_private_one_no_longer(match: Match) -> None:
    assert replays.featured() is None
    cache.clear()
    play_on(match, choose=attack)
    assert replays.featured() is not None
    Match.objects.update(private=True, moved=timezone.now())
    assert now(match).private
    assert replays.featured() is None

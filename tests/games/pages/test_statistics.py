"""Statistics of the site and of its games, held against a recount that replays every log."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Match, Seat
from games.pages.statistics import STEP
from games.reading import positions
from games.rules import engine
from games.rules.engine import Replay
from games.services import play
from tests.games.browsing import told
from tests.games.tables import attack, begin, finished, play_on

pytestmark = pytest.mark.django_db


def over(one: User, other: User, key: str, moves: int | None = None) -> Match:
    """En Garde for one round: played to its end, or resigned by whoever sits left after so many moves."""
    match = begin(one, other, public_id=f"{key:0<10}", rounds=1)
    if moves is None:
        return play_on(match, choose=attack)
    play_on(match, moves)
    play.resign(match.public_id, one.pk)
    return match


def recounted() -> tuple[Counter[int | None], Counter[int]]:
    """Who won, and how long each match was, from the logs of those that count alone."""
    winners, lengths = Counter[int | None](), Counter[int]()
    for match in Match.objects.exclude(ended=None):
        replay = Replay(match.rules)
        entries = list(match.entries.order_by("ply"))
        for entry in entries:
            replay.push(positions.as_rules(entry))
        ended = engine.outcome(match.rules, replay.position)
        assert ended is not None
        hidden = match.private or match.struck or any(seat.house for seat in match.seats.all())
        if ended.reason != "void" and not hidden:
            winners[ended.winners[0] if ended.winners else None] += 1
            lengths[entries[-1].ply // STEP * STEP] += 1
    return winners, lengths


def queries(address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(address).status_code == 200
    return len(asked)


@pytest.fixture
def played(ann: User, ben: User) -> None:
    """Four matches that count, and one of each kind that does not."""
    over(ann, ben, "whole")
    over(ben, ann, "other")
    over(ann, ben, "early", 2)
    over(ben, ann, "later", 11)
    for key, hidden in (("hidden", {"private": True}), ("struck", {"struck": "Agreed beforehand"})):
        Match.objects.filter(pk=over(ann, ben, key, 3).pk).update(**hidden)
    Seat.objects.filter(match=over(ann, ben, "house", 3), user=ben).update(house=True)
    void = begin(ann, ben, public_id="voidmatch1")
    play.adjudicate(void.public_id, "!void", "Agreed")


@pytest.mark.usefixtures("played")
def test_the_page_of_a_game_counts_what_its_logs_say() -> None:
    found = Client().get("/statistics/en-garde/").context
    winners, lengths = recounted()
    assert winners.total() == found["number"] == 4
    assert [bar.number for bar in found["sides"]] == [winners[0], winners[1], winners[None]]
    assert {bar.label: bar.number for bar in found["ends"]} == {"Played to the end": 2, "Resigned": 2}
    shown = {int(bar.label.split(" ")[0]): bar.number for bar in found["lengths"]}
    assert {least: number for least, number in shown.items() if number} == dict(lengths)
    assert list(shown) == list(range(min(lengths), max(lengths) + 1, STEP))


@pytest.mark.usefixtures("played")
def test_charts_are_drawn_and_said_in_words() -> None:
    page = told(Client().get("/statistics/en-garde/"))
    assert page.count('<svg class="bar"') == page.count('<th scope="row">')
    assert "Resigned" in page
    assert "50 %" in page
    assert [bar.share for bar in Client().get("/statistics/en-garde/").context["ends"]] == [50, 50]


@pytest.mark.usefixtures("played")
def test_the_site_counts_the_matches_of_each_game() -> None:
    games = {each.slug: each.bar for each in Client().get("/statistics/").context["games"]}
    assert (games["en-garde"].number, games["en-garde"].share, games["en-garde"].width) == (4, 100, 100)
    assert {slug for slug, bar in games.items() if bar.number} == {"en-garde"}


@pytest.mark.parametrize("address", ["/statistics/", "/statistics/en-garde/"])
def test_where_nothing_is_over_nothing_is_drawn(address: str) -> None:
    page = told(Client().get(address))
    assert "No match that counts here is over yet." in page
    assert '<svg class="bar"' not in page


def test_a_game_that_there_is_not_has_none() -> None:
    assert Client().get("/statistics/chess/").status_code == 404


@pytest.mark.parametrize("address", ["/statistics/", "/statistics/en-garde/"])
def test_300_matches_cost_as_many_queries_as_3(ann: User, ben: User, address: str) -> None:
    finished(ann, ben, range(3))
    few = queries(address)
    finished(ann, ben, range(3, 300))
    assert queries(address) == few <= 12

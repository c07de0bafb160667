"""Statistics of the site and of its games, held against a recount that replays every log."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta

import pytest
import time_machine
from django.core.cache.backends.locmem import LocMemCache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.core.models import Match, Seat
from games.core.reading import kept, positions
from games.core.services import play
from games.rules import engine
from games.rules.engine import Replay
from games.rules.fantasy_dice_battles.events import ArmyShown
from games.rules.field_of_glory.cards import CODE, KINDS
from games.rules.field_of_glory.events import Kept
from games.rules.game import Event
from games.statistics import pages, queries as statistics
from games.statistics.queries import STEP, Balance
from tests.bench import budgets
from tests.games.browsing import told
from tests.games.tables import answer, attack, begin, finished, play_on

pytestmark = pytest.mark.django_db

DRAWN_BAR = re.compile(r'<rect width="(\d+)" height="12" fill="var\(--brand\)"/>')


def over(one: User, other: User, key: str, moves: int | None = None) -> Match:
    """Return En Garde for one round, played to its end, or resigned after so many moves.

    The player on the left resigns.
    """
    match = begin(one, other, public_id=f"{key:0<10}", rounds=1)
    if moves is None:
        return play_on(match, choose=attack)
    play_on(match, moves)
    play.resign(match.public_id, one.pk)
    return match


def recounted() -> tuple[Counter[int | None], Counter[int]]:
    """Return who won, and how long each match was, from the logs of those that count alone."""
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


def events(match: Match) -> list[Event]:
    replay = Replay(match.rules)
    return [event for entry in match.entries.order_by("ply") for event in replay.push(positions.as_rules(entry))]


def shown_armies(address: str) -> dict[str, tuple[int, int, int]]:
    return {row.label: tuple(row.balance) for row in Client().get(address).context["armies"]}


def test_what_each_army_won_is_what_the_logs_say(ann: User, ben: User) -> None:
    """Of factions, as the battles showed them: two of realm and horde, one of two hordes, and one without a battle."""
    for number, armies in enumerate((("realm_a", "horde_a"), ("realm_b", "horde_a"), ("horde_a", "horde_b"), ())):
        match = begin(ann, ben, game="fantasy-dice-battles", public_id=f"dicematch{number}")
        for user, army in zip((ann, ben), armies, strict=False):
            answer(match, user, f"army {army}; ready")
        play.resign(match.public_id, (ann, ben)[number % 2].pk)
    counted = Counter[tuple[str, bool]]()
    for match in Match.objects.all():
        assert match.result
        for event in events(match):
            if isinstance(event, ArmyShown):
                counted[event.faction, event.seat in match.result["winners"]] += 1
    found = shown_armies("/statistics/fantasy-dice-battles/")
    assert found == {
        name: (counted[key, True], 0, counted[key, False]) for name, key in (("Realm", "realm"), ("Horde", "horde"))
    }
    assert found == {"Realm": (1, 0, 1), "Horde": (2, 0, 2)}


def test_those_that_won_most_come_first_and_of_equals_by_name() -> None:
    found = {"horde": Balance(1, 0, 3), "brood": Balance(1, 1, 2), "realm": Balance(3, 0, 1)}
    rows = pages.of_armies("fantasy-dice-battles", found)
    assert [(row.label, row.won, row.level) for row in rows] == [("Realm", 75, 0), ("Brood", 25, 25), ("Horde", 25, 0)]


def test_a_drafted_army_is_told_by_the_unit_of_most_of_its_cards(ann: User, ben: User) -> None:
    match = play_on(begin(ann, ben, game="field-of-glory"), 24)
    play.resign(match.public_id, ann.pk)
    kept = [Counter[str](), Counter[str]()]
    for event in events(match):
        if isinstance(event, Kept):
            kept[event.seat].update(CODE[card] for card in event.cards)
    most = [max((kind for kind in KINDS if kind.unit), key=lambda kind: counts[kind.code]).name for counts in kept]
    expected: dict[str, list[int]] = {}
    for seat, name in enumerate(most):
        expected.setdefault(name, [0, 0, 0])[0 if seat == 1 else 2] += 1
    address = "/statistics/field-of-glory/"
    assert shown_armies(address) == {name: tuple(each) for name, each in expected.items()}
    assert "An army is named after the unit it has the most cards of" in told(Client().get(address))


def test_a_game_without_armies_has_none() -> None:
    page = Client().get("/statistics/en-garde/")
    assert page.context["armies"] == []
    assert "Wins by army" not in told(page)


@pytest.mark.usefixtures("played")
def test_the_site_says_how_the_matches_of_all_games_ended() -> None:
    found = Client().get("/statistics/").context
    assert {bar.label: bar.number for bar in found["ends"]} == {"Played to the end": 2, "Resigned": 2}
    assert sum(bar.number for bar in found["lengths"]) == 4


@pytest.mark.usefixtures("played")
def test_charts_are_drawn_and_said_in_words() -> None:
    page = told(Client().get("/statistics/en-garde/"))
    assert page.count('<svg class="bar"') == page.count('<th scope="row">')
    assert "Resigned" in page
    assert "<td>50%</td>" in page
    assert [bar.share for bar in Client().get("/statistics/en-garde/").context["ends"]] == [50, 50]


@pytest.mark.usefixtures("played")
def test_a_bar_is_as_long_as_its_share_of_all() -> None:
    answer = Client().get("/statistics/")
    found = answer.context
    drawn = [*(each.bar for each in found["games"]), *found["ends"], *found["lengths"]]
    assert [bar.share for bar in found["ends"]] == [50, 50]
    assert DRAWN_BAR.findall(answer.content.decode()) == [str(bar.share) for bar in drawn]


@pytest.mark.usefixtures("played")
def test_the_site_counts_the_matches_of_each_game() -> None:
    games = {each.slug: each.bar for each in Client().get("/statistics/").context["games"]}
    assert (games["en-garde"].number, games["en-garde"].share) == (4, 100)
    assert {slug for slug, bar in games.items() if bar.number} == {"en-garde"}


@pytest.mark.parametrize("address", ["/statistics/", "/statistics/en-garde/"])
def test_where_nothing_is_over_nothing_is_drawn(address: str) -> None:
    page = told(Client().get(address))
    assert "No matches that count here have ended yet." in page
    assert '<svg class="bar"' not in page


def test_a_game_that_there_is_not_has_none() -> None:
    assert Client().get("/statistics/chess/").status_code == 404


@pytest.mark.parametrize("address", ["/statistics/", "/statistics/en-garde/"])
def test_300_matches_cost_as_many_queries_as_3(ann: User, ben: User, address: str) -> None:
    finished(ann, ben, range(3))
    few = queries(address)
    finished(ann, ben, range(3, 300))
    assert queries(address) == few <= budgets.QUERIES


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("address", ["/statistics/", "/statistics/en-garde/"])
def test_what_was_counted_is_shown_for_an_hour_to_all_and_in_each_language(
    ann: User, ben: User, address: str, monkeypatch: pytest.MonkeyPatch, noon: time_machine.Traveller
) -> None:
    monkeypatch.setattr(kept, "cache", LocMemCache("statistics", {}))
    kept.cache.clear()
    before = Client().get(address).context["ends"]
    over(ann, ben, "newest", 2)
    assert queries(address) == 0
    assert Client().get(address).context["ends"] == before
    german = Client().get(address, headers={"accept-language": "de"}).context["ends"]
    assert {bar.label for bar in german} == {"Zu Ende gespielt", "Aufgegeben"}
    noon.shift(timedelta(seconds=statistics.FRESH + 1))
    assert sum(bar.number for bar in Client().get(address).context["ends"]) == 5


def test_what_was_counted_of_one_game_is_not_shown_of_another(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "cache", LocMemCache("statistics", {}))
    kept.cache.clear()
    begun = begin(ann, ben, game="fantasy-dice-battles")
    for user, army in ((ann, "realm_a"), (ben, "horde_a")):
        answer(begun, user, f"army {army}; ready")
    play.resign(begun.public_id, ben.pk)
    addresses = [f"/statistics/{each}" for each in ("fantasy-dice-battles/", "field-of-glory/", "")]
    counted = [sum(bar.number for bar in Client().get(each).context["ends"]) for each in addresses]
    assert counted == [1, 0, 1]
    assert [shown_armies(each) for each in addresses[:2]] == [{"Realm": (1, 0, 0), "Horde": (0, 0, 1)}, {}]

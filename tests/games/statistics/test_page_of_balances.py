"""What came of a person's matches, held against a recount that replays every log."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import blocks
from accounts.models import User
from games.core.models import Match, Seat
from games.core.reading import positions
from games.core.services import leaving, play
from games.rules import engine
from games.rules.engine import Replay
from games.rules.fantasy_dice_battles.events import ArmyShown
from games.statistics import balances
from games.statistics.balances import BalanceKey
from games.statistics.queries import Balance
from tests.bench import budgets
from tests.games.browsing import signed_in, told
from tests.games.statistics.test_page import events, over
from tests.games.statistics.test_recount import fought
from tests.games.tables import begin, finished, play_on
from tests.parts.cast import person

pytestmark = pytest.mark.django_db
URL = "/players/Ann/statistics/"
WON, LEVEL, LOST = range(3)
Counted = dict[Any, tuple[int, ...]]


def shown(client: Client, address: str = URL) -> dict[str, Counted]:
    """Return the rows of the page: by game, by game and side, by game and army, by opponent."""
    found = client.get(address).context
    each = [(game.slug, game) for game in found["in_games"]]
    return {
        "games": {row.address.removeprefix("#"): tuple(row.balance) for row in found["games"]},
        "sides": {(slug, row.label): tuple(row.balance) for slug, game in each for row in game.sides},
        "armies": {(slug, row.label): tuple(row.balance) for slug, game in each for row in game.armies},
        "opponents": {row.label: tuple(row.balance) for row in found["opponents"]},
    }


def recounted(user: User) -> dict[str, Counted]:
    """Return the same from the logs alone, of the matches that everybody may look at."""
    found = {name: Counter[tuple[Any, int]]() for name in ("games", "sides", "armies", "opponents")}
    for match in Match.objects.filter(private=False, struck="", seats__user=user).exclude(ended=None):
        seats = list(match.seats.select_related("user"))
        outcome = engine.outcome(match.rules, Replay(match.rules).stand(_log(match)).position)
        assert outcome is not None
        if outcome.reason == "void" or any(seat.house for seat in seats):
            continue
        mine, other = sorted(seats, key=lambda seat: seat.user != user)
        came = LEVEL if not outcome.winners else WON if mine.number in outcome.winners else LOST
        found["games"][match.game, came] += 1
        found["sides"][(match.game, match.rules.meta.seat_names[mine.index]), came] += 1
        found["opponents"][other.user.username, came] += 1
        for event in events(match):
            if isinstance(event, ArmyShown) and event.seat == mine.number:
                found["armies"][(match.game, event.faction.capitalize()), came] += 1
    return {name: _by_key(counts) for name, counts in found.items()}


def _log(match: Match) -> list[engine.Entry]:
    return [positions.as_rules(entry) for entry in match.entries.order_by("ply")]


def _by_key(counts: Counter[tuple[Any, int]]) -> Counted:
    return {key: tuple(counts[key, came] for came in (WON, LEVEL, LOST)) for key, _came in counts}


@pytest.fixture
def played(ann: User, ben: User, cat: User) -> None:
    """Matches of two games against two people, and one of each kind that does not count."""
    over(ann, ben, "whole")
    over(ben, ann, "early", 2)
    over(cat, ann, "later", 3)
    fought(ann, ben, "annsrealm1")
    fought(ben, ann, "annshorde1")
    level = begin(cat, ann, public_id="levelmatch")
    play.adjudicate(level.public_id, "!draw", "Agreed")
    Seat.objects.filter(match=over(ann, ben, "house", 3), user=ben).update(house=True)
    Match.objects.filter(pk=over(ann, ben, "struck", 3).pk).update(struck="Agreed beforehand")
    Match.objects.filter(pk=over(cat, ann, "hidden", 3).pk).update(private=True)
    play.adjudicate(begin(ann, ben, public_id="voidmatch1").public_id, "!void", "Agreed")
    play_on(begin(ann, ben, public_id="runsstill1"), 2)


@pytest.mark.usefixtures("played")
def test_it_counts_what_the_logs_say(ann: User) -> None:
    found = shown(Client())
    assert found == recounted(ann)
    armies = {"Realm": (1, 0, 0), "Horde": (0, 0, 1)}
    assert found["armies"] == {("fantasy-dice-battles", name): row for name, row in armies.items()}
    assert found["opponents"]["Cat"] == (1, 1, 0)


@pytest.mark.usefixtures("played")
def test_private_matches_count_for_their_players_alone(ann: User, ben: User, cat: User) -> None:
    readers = [Client(), *map(signed_in, (ben, cat, ann))]
    assert [shown(reader)["opponents"]["Cat"] for reader in readers] == [(1, 1, 0)] * 2 + [(2, 1, 0)] * 2


@pytest.mark.usefixtures("played")
def test_across_a_block_nobody_is_named(ann: User, ben: User, cat: User) -> None:
    blocks.block(cat, ben)
    for reader in (cat, ben):
        named = set(shown(signed_in(reader))["opponents"])
        assert named == {"Ben", "Cat"} - {(ben if reader == cat else cat).username}
    assert set(shown(Client())["opponents"]) == {"Ben", "Cat"}


def test_who_has_left_is_not_linked(ann: User, ben: User) -> None:
    over(ann, ben, "early", 2)
    leaving.close_account(ben)
    [row] = Client().get(URL).context["opponents"]
    assert (tuple(row.balance), row.address) == ((0, 0, 1), "")


def test_those_of_most_matches_come_first_and_no_more_than_ten(
    ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(balances, "MAX_OPPONENTS", 3)
    for name, number in (("Dan", 1), ("Eve", 3), ("Fay", 2), ("Gus", 2)):
        finished(ann, person(name), range(number))
    expected = [("Eve", (3, 0, 0)), ("Fay", (2, 0, 0)), ("Gus", (2, 0, 0))]
    assert list(shown(Client())["opponents"].items()) == expected


def test_who_ran_out_of_time_has_lost(ann: User, ben: User) -> None:
    finished(ann, ben, [1], outcome="timeout")
    found = shown(Client())
    assert (found["games"], found["opponents"]) == ({"en-garde": (0, 0, 1)}, {"Ben": (0, 0, 1)})


def test_sides_and_armies_stand_in_their_order() -> None:
    won = Balance(1, 0, 0)
    parts = {BalanceKey("en-garde", 1, "realm"): won, BalanceKey("en-garde", 0, "horde"): won}
    [found] = balances.in_games(parts)
    assert (list(found.sides), list(found.armies)) == ([0, 1], ["horde", "realm"])


def test_it_says_so_where_nothing_is_over(ann: User, ben: User) -> None:
    play.adjudicate(begin(ann, ben).public_id, "!void")
    page = told(Client().get(URL))
    assert "No matches that count here have ended yet." in page
    assert '<svg class="bar"' not in page


@pytest.mark.usefixtures("played")
def test_charts_are_drawn_and_said_in_words() -> None:
    page = told(Client().get(URL))
    assert page.count('<svg class="bar"') == page.count('<th scope="row">') > 8
    [cat] = [row for row in Client().get(URL).context["opponents"] if row.label == "Cat"]
    assert (cat.won, cat.level) == (50, 50)
    assert '<rect width="50" height="12" fill="var(--brand)"/><rect x="50" width="50"' in page


@pytest.mark.usefixtures("played")
def test_each_table_has_a_name_of_its_own() -> None:
    names = re.findall('role="region" aria-labelledby="(.*?)"', told(Client().get(URL)))
    assert "fantasy-dice-battles fantasy-dice-battles-armies" in names
    assert len(names) == len(set(names)) == 5


def test_a_name_in_another_case_leads_there_and_nobody_is_not_found(ann: User) -> None:
    assert Client().get("/players/ann/statistics/").headers["Location"] == URL
    assert Client().get("/players/Nobody/statistics/").status_code == 404


def test_the_profile_leads_there(ann: User, ben: User) -> None:
    assert URL not in told(Client().get("/players/Ann/"))
    over(ann, ben, "early", 2)
    assert f'href="{URL}"' in told(Client().get("/players/Ann/"))


@pytest.mark.parametrize("reads", [False, True])
def test_300_matches_cost_as_many_queries_as_3(ann: User, ben: User, reads: bool) -> None:
    client = signed_in(ben) if reads else Client()

    def queries() -> int:
        client.get(URL)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(URL).status_code == 200
        return len(asked)

    finished(ann, ben, range(3))
    few = queries()
    for number in range(30):
        finished(ann, person(f"Other{number}"), range(10))
    assert queries() == few <= budgets.QUERIES
    assert len(shown(client)["opponents"]) == 10

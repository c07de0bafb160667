"""Scenes in which what is read of matches that are over by a key can be tried; see `readers`."""

from __future__ import annotations

from typing import Any

from games.core.models import Match
from games.core.services import play
from games.statistics import balances, queries as statistics, recount
from games.watching import replays
from tests.games import tables
from tests.games.rows.doors import Act, Cast
from tests.games.rows.readers import reader


@reader("replays", (["-over"], 1))
def _replays(cast: Cast) -> Act:
    """Return one that runs, a private one, and one that everybody may look at."""
    for name in ("running", "private", "over"):
        made = tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-{name}")
        if name != "running":
            play.resign(made.public_id, cast.ann.pk)
    Match.objects.filter(public_id=f"{cast.key}-private").update(private=True)
    over = tables.now(made)

    def shown() -> tuple[list[str], int]:
        replays.featured()
        listed = [match.public_id for match in replays.recent_matches() if match.public_id.startswith(f"{cast.key}-")]
        return [name.removeprefix(cast.key) for name in listed], len(replays.pictures(over, list(over.seats.all())))

    return shown


@reader("statistics", ([(1, "resignation", 0)], 1, {"blue": (1, 0, 0), "red": (0, 0, 1)}))
def _statistics(cast: Cast) -> Act:
    """Set the scene in a game of its own: one match that counts, and one of each kind that doesn't.

    Those are private, struck, of the house or still running.
    """
    hidden: dict[str, dict[str, Any]] = {
        "private": {"private": True},
        "struck": {"struck": "Agreed"},
        "house": {},
        "running": {},
        "counted": {},
    }
    for name, given in hidden.items():
        made = tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-{name}")
        if name != "running":
            play.resign(made.public_id, cast.ann.pk)
        made.seats.filter(user=cast.ben).update(house=name == "house", army="blue")
        made.seats.filter(user=cast.ann).update(army="red")
        Match.objects.filter(pk=made.pk).update(game=f"game-{cast.key}", **given)

    def counted() -> tuple[list[tuple[int | None, str, int]], int, dict[str, Any]]:
        game = f"game-{cast.key}"
        ends = [(each.winner, each.reason, each.least) for each in statistics.ended(game) for _ in range(each.number)]
        of_all = statistics.number_of_matches(statistics.ended(), lambda each: each.game)
        return ends, of_all[game], statistics.armies(game)

    return counted


@reader("recount", (1, [(1, ["over"])]))
def _recount(cast: Cast) -> Act:
    """Set the scene in a game of its own: one match that is over and one that runs.

    There is one of another game too.
    """
    made = {
        name: tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-{name}") for name in ("over", "running", "other")
    }
    for name in ("over", "other"):
        play.resign(made[name].public_id, cast.ann.pk)
    for name in ("over", "running"):
        Match.objects.filter(pk=made[name].pk).update(game=f"game-{cast.key}")

    def recounted() -> tuple[int, list[tuple[int, list[str]]]]:
        games = [f"game-{cast.key}"]
        portions = [
            (each.matches, [name.removeprefix(f"{cast.key}-") for name in each.failed])
            for each in recount.portions(games)
        ]
        return recount.finished_matches(games), portions

    return recounted


@reader("balances", ({"own": 1, "all": 2}, {"own": [True], "all": [True]}), of_a_person=True)
def _balances(cast: Cast) -> Act:
    """Return what Ben and a stranger count of Ann's: one that all may look at, and one that is private, struck or
    Cat's.
    """
    given: dict[str, dict[str, Any]] = {
        "over": {},
        "private": {"private": True},
        "struck": {"struck": "Agreed"},
        "other": {},
    }
    for name, row in given.items():
        players = (cast.cat, cast.ben) if name == "other" else (cast.ann, cast.ben)
        made = tables.begin(*players, public_id=f"{cast.key}-{name}")
        play.resign(made.public_id, players[0].pk)
        Match.objects.filter(pk=made.pk).update(**row)
    readers = {"own": None, "all": cast.ben.pk}

    def number(reader: int | None) -> int:
        return sum(each.played for each in balances.of_person(cast.ann, reader).values())

    def met(reader: int | None) -> list[bool]:
        return [each.other == cast.ben for each in balances.balances_by_opponent(cast.ann, reader)]

    return lambda: tuple({name: act(pk) for name, pk in readers.items()} for act in (number, met))

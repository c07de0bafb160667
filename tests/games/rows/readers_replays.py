"""Scenes in which what is read of matches that are over by a key can be tried; see `readers`."""

from __future__ import annotations

from typing import Any

from games.models import Match
from games.pages import replays
from games.reading import statistics
from games.services import play
from tests.games import tables
from tests.games.rows.doors import Act, Cast
from tests.games.rows.readers import reader


@reader("replays", (["-over"], 1))
def _replays(cast: Cast) -> Act:
    """One that runs, a private one, and one that everybody may look at."""
    for name in ("running", "private", "over"):
        made = tables.begin(cast.ann, cast.ben, public_id=f"{cast.key}-{name}")
        if name != "running":
            play.resign(made.public_id, cast.ann.pk)
    Match.objects.filter(public_id=f"{cast.key}-private").update(private=True)
    over = tables.now(made)

    def shown() -> tuple[list[str], int]:
        replays.featured()
        listed = [match.public_id for match in replays.recent() if match.public_id.startswith(f"{cast.key}-")]
        return [name.removeprefix(cast.key) for name in listed], len(replays.pictures(over, list(over.seats.all())))

    return shown


@reader("statistics", ([(1, "resignation")], {0: 1}, 1))
def _statistics(cast: Cast) -> Act:
    """Of a game of its own: one match that counts, and one that is private, struck, of the house or still running."""
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
        made.seats.filter(user=cast.ben).update(house=name == "house")
        Match.objects.filter(pk=made.pk).update(game=f"game-{cast.key}", **given)

    def counted() -> tuple[list[tuple[int | None, str]], dict[int, int], int]:
        game = f"game-{cast.key}"
        ends = [(each.winner, each.reason) for each in statistics.ends(game) for _ in range(each.number)]
        return ends, statistics.lengths(game, 10), statistics.by_game()[game]

    return counted

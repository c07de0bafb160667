"""The facts of all rated matches as JSON lines, from which docs/ratings.md says how to recompute every rating."""

import json
from collections.abc import Iterator
from typing import Any

from games.core.models import Match
from games.ratings import rated
from games.ratings.facts import RatedMatch, Sat

MATCHES_AT_ONCE = 1000
"""Matches whose seats are read at once."""
COLUMNS = ("public_id", "game", "ended", "rated", "status", "struck", "pair")


def fact_lines() -> Iterator[str]:
    """Yield a line for each rated match that is over, game by game, in the order in which they ended.

    An absence is named by a number, so that no moment is told.
    """
    names = dict[Any, int]()
    for game in rated.rated_games():
        matches = list(rated.over().filter(game=game).only(*COLUMNS))
        for first in range(0, len(matches), MATCHES_AT_ONCE):
            part = matches[first : first + MATCHES_AT_ONCE]
            for match, facts in zip(part, rated.rated_matches(part), strict=True):
                seats = [of_seat(seat, names) for seat in facts.seats]
                yield json.dumps({**of_match(match, facts), "seats": seats}, separators=(",", ":"))


def of_match(match: Match, facts: RatedMatch) -> dict[str, Any]:
    """Return what a line says of a match besides its seats."""
    told = {name: getattr(facts, name) for name in ("rated", "void", "substituted", "struck", "pair")}
    return {"game": match.game, "match": match.public_id, **told}


def of_seat(seat: Sat, names: dict[Any, int]) -> dict[str, Any]:
    """Return what a line says of a seat; `names` are the numbers of absences so far, to which it may add one."""
    absence = None if seat.absence is None else names.setdefault((seat.player, seat.absence), len(names) + 1)
    return {**seat._asdict(), "kind": seat.kind.value, "absence": absence}

"""Two seats in one hand that keep a match going: a search over what both hold, never by chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.engine import AnyGame, AnyPosition
from games.rules.game import Step
from tests.rules.contract.hooks import hooks
from tests.rules.contract.playouts import moves

WAYS = 12  # moves that are weighed of each position, spread over all that there are


class Line(NamedTuple):
    """A way that a match can go."""

    position: AnyPosition
    worth: Any


def longest(rules: AnyGame, number: int, beam: int) -> int:
    """Return how many moves the two found for a match, at most one more than its bound; they keep `beam` lines in
    view.
    """
    options = hooks(rules.meta.slug).longest
    chance = KeyedChance(number.to_bytes(2) * 16)
    lines, made = [Line(engine.start(rules, options, None, chance)[0], None)], 0
    while lines and made <= rules.meta.bound:
        going = [line for line in lines if engine.outcome(rules, line.position) is None]
        lines = sorted((way for line in going for way in _ways(rules, line.position, made)), key=_worth, reverse=True)
        lines, made = lines[:beam], made + bool(going)
    return made


def _worth(line: Line) -> Any:
    return line.worth


def _ways(rules: AnyGame, position: AnyPosition, made: int) -> list[Line]:
    """Return what the seat that owes a move can do, and how long the match may last after it."""
    seat, lasting = min(engine.to_act(rules, position)), hooks(rules.meta.slug).lasting
    found = []
    for steps in _spread(moves(rules, position, seat)):
        after, _ = engine.apply(rules, position, seat, steps, KeyedChance(b"lasting %d" % made))
        found.append(Line(after, (engine.outcome(rules, after) is None, lasting(after.state))))
    return found


def _spread(ways: Sequence[list[Step]]) -> Sequence[list[Step]]:
    return ways[:: 1 + (len(ways) - 1) // WAYS]

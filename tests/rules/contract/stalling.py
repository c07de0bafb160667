"""A player that seeks to stall: it goes on with its turn for as long as the rules let it."""

from __future__ import annotations

from games.rules import engine
from games.rules.chance import Chance, KeyedChance
from games.rules.engine import AnyGame, AnyPosition
from games.rules.game import Seat
from tests.rules.contract.playouts import Match, moves

STALLED = 30  # turns of the match in which both sides stall


def stall(rules: AnyGame, position: AnyPosition, seat: Seat) -> list[str]:
    """Return the moves that a stalling seat makes in a row, one more than the game's bound where it finds no end."""
    return _stall(rules, position, seat, KeyedChance(b"stall"))[1]


def stalled(rules: AnyGame) -> list[tuple[str, AnyPosition]]:
    """Return where a match stands in which nobody does anything but stall, turn by turn."""
    position, chance, found = Match(rules, 0).opened, KeyedChance(b"stalled"), list[tuple[str, AnyPosition]]()
    while (owing := engine.to_act(rules, position)) and len(found) < STALLED:
        found.append((f"stalled turn {len(found)}", position))
        position = _stall(rules, position, min(owing), chance)[0]
    return found


def _stall(rules: AnyGame, position: AnyPosition, seat: Seat, chance: Chance) -> tuple[AnyPosition, list[str]]:
    """Return where a turn leads that is drawn out as far as the bound, and its moves."""
    made = list[str]()
    while seat in engine.to_act(rules, position) and len(made) <= rules.meta.turn:
        position, text = max(_ways(rules, position, seat, chance), key=lambda way: _freedom(rules, way[0], seat))
        made.append(text)
    return position, made


def _ways(rules: AnyGame, position: AnyPosition, seat: Seat, chance: Chance) -> list[tuple[AnyPosition, str]]:
    """Return what the seat could do, and where it would lead."""
    return [
        (engine.apply(rules, position, seat, move, chance)[0], engine.move_text(rules, move))
        for move in moves(rules, position, seat)
    ]


def _freedom(rules: AnyGame, position: AnyPosition, seat: Seat) -> int:
    """Return how much the seat could do next: nothing once its turn is over."""
    return len(engine.legal_steps(rules, position, seat)) if seat in engine.to_act(rules, position) else 0

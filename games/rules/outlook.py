"""How likely a seat is to win, as far as it can know: matches played on from states that it believes in."""

from __future__ import annotations

from games.rules import engine
from games.rules.chance import Chance
from games.rules.engine import AnyGame, AnyPosition
from games.rules.game import Position, Seat, View
from games.rules.levels import Bot
from games.rules.playout import compose

EVEN = 0.5


def outlook(game: AnyGame, view: View, seat: Seat, bot: Bot, chance: Chance, *, worlds: int) -> float:
    """Return a seat's chance of winning, 0 to 1: the share of believed worlds in which the bot, on all seats, wins."""
    played = (_ending(game, Position(game.believe(view, seat, chance)), bot, chance) for _ in range(worlds))
    return sum(share(game, ended, seat) for ended in played) / worlds


def share(game: AnyGame, ended: AnyPosition, seat: Seat) -> float:
    """Return a seat's part of a victory: half of it where two win or nobody does."""
    outcome = engine.outcome(game, ended)
    assert outcome is not None
    return float(outcome.winners == (seat,)) if len(outcome.winners) == 1 else EVEN


def _ending(game: AnyGame, position: AnyPosition, bot: Bot, chance: Chance) -> AnyPosition:
    """Play a match on to its end."""
    while owing := engine.to_act(game, position):
        seat = min(owing)
        engine.enter(game, position, seat, compose(game, position, seat, bot, chance), chance)
    return position

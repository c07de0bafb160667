"""Hints for newcomers, at the right moments."""

from __future__ import annotations

from games.rules.game import Seat
from games.rules.guide import Hint
from games.rules.last_stone.state import MOST
from games.rules.last_stone.view import LastStoneView
from games.rules.sentence import N_, sentence


def hints(view: LastStoneView, seat: Seat) -> list[Hint]:
    """What the seat meets in this view, the most important first; a seat that waits is told the aim alone."""
    if view.winner is not None:
        return []
    aim = Hint("aim", sentence(N_("Your aim is the last stone of the heap.")), "turn")
    if view.to_move != seat:
        return [aim]
    if view.heap <= MOST:
        return [aim, Hint("last", sentence(N_("Take all that is left, and you win at once.")), "end")]
    four = N_("Count ahead: a heap of four is bad for the player who has to take from it.")
    return [aim, Hint("four", sentence(four), "turn")]

"""What is true of every state between moves."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.errors import BadState
from games.rules.last_stone.state import State
from games.rules.sentence import N_, sentence

SEATS = (0, 1)


def check(state: State) -> None:
    """Raise BadState with the first law that a state breaks."""
    for law, holds in LAWS:
        if not holds(state):
            raise BadState(sentence(law))


def _heap_holds(state: State) -> bool:
    return 0 <= state.heap <= state.stones


def _turn_holds(state: State) -> bool:
    return (state.to_move in SEATS) == (state.heap > 0) and state.to_move in (*SEATS, None)


def _winner_holds(state: State) -> bool:
    return (state.winner in SEATS) == (state.heap == 0) and state.winner in (*SEATS, None)


LAWS: tuple[tuple[str, Callable[[State], bool]], ...] = (
    (N_("The heap cannot hold more stones than it began with."), _heap_holds),
    (N_("A seat must be to move until the last stone is taken."), _turn_holds),
    (N_("The player who took the last stone must have won."), _winner_holds),
)

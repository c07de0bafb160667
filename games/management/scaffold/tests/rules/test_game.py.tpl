"""Last Stone by its rules."""

from __future__ import annotations

import pytest

from games.rules import engine
from games.rules.chance import NoChance, ScriptedChance
from games.rules.errors import IllegalStep
from games.rules.game import Position
from games.rules.last_stone.events import Began, Taken, Won
from games.rules.last_stone.game import LastStone
from games.rules.last_stone.state import State

GAME = LastStone()


def heap(left: int, to_move: int = 0) -> Position[State]:
    """Return the state of a heap of twenty with this many stones left."""
    return Position(State(20, left, to_move))


def test_ls1_chance_says_who_takes_first() -> None:
    state = GAME.setup({"stones": 20}, NoChance())
    assert GAME.settle(state, ScriptedChance([1])) == [Began(1)]
    assert state == State(20, 20, 1)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_ls2_up_to_three_stones_are_taken_and_the_other_is_to_move(count: int) -> None:
    after, events = engine.apply(GAME, heap(20), 0, engine.parse_move(GAME, f"T{count}"), NoChance())
    assert events == [Taken(0, count, 20 - count)]
    assert after.state == State(20, 20 - count, 1)


def test_ls2_more_than_there_is_cannot_be_taken() -> None:
    with pytest.raises(IllegalStep, match=r"only 2 stones are left \(LS-2\)"):
        engine.apply(GAME, heap(2), 0, engine.parse_move(GAME, "T3"), NoChance())


def test_ls3_who_takes_the_last_one_wins() -> None:
    after, events = engine.apply(GAME, heap(2, 1), 1, engine.parse_move(GAME, "T2"), NoChance())
    assert events == [Taken(1, 2, 0), Won(1)]
    assert after.state == State(20, 0, None, 1)

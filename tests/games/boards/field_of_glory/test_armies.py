"""The armies of Field of Glory."""

from __future__ import annotations

import pytest

from games.boards.field_of_glory.armies import ARMIES
from games.rules.field_of_glory.cards import CARDS
from games.rules.field_of_glory.state import State

NONE: list[list[str]] = [[], []]


def state(*kept: str, turn: int = 1) -> State:
    """Return a state in which Red has drafted these cards, blue none."""
    out = [[card for card in CARDS if card not in kept], [*CARDS]]
    return State([], NONE, NONE, NONE, NONE, out, shuffles=[0, 0], turn=turn)


@pytest.mark.parametrize(
    ("kept", "army"),
    [
        (("MI2a", "MI2b", "HI2a"), "MI"),
        (("MI2a", "HI2a", "LC2a"), "HI"),  # of equals the first in the table
        (("CO5a", "CO5b", "CO5c", "LI2a"), "LI"),  # commanders are no unit
    ],
)
def test_it_is_called_after_the_unit_it_has_most_of(kept: tuple[str, ...], army: str) -> None:
    assert ARMIES.of(state(*kept), 0) == army
    assert army in ARMIES.titles


def test_there_is_none_before_both_are_drafted() -> None:
    assert ARMIES.of(state("MI2a", turn=0), 0) == ""

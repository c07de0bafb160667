"""What the coach says at Field of Glory."""

from __future__ import annotations

import pytest

from games.rules.field_of_glory.state import State
from games.rules.game import Position
from tests.rules.field_of_glory.table import BLUE, GAME, RED, laid


def said(position: Position[State], seat: int = RED) -> str:
    return str(GAME.advice(GAME.view(position.state, seat), seat))


def test_three_columns_of_the_opponent_come_before_all_else() -> None:
    lost = laid({2: "CV4a / LI4a", 4: " / LI4b"}, red="LI3a", blue="CO5a", control={2: "blue", 3: "blue", 4: "blue"})
    assert said(lost) == ("seat 1 wins next turn, unless you win or tie a fight in column 2 or 4 now.")


def test_an_attack_that_is_well_ahead_comes_before_another_unit() -> None:
    ahead = laid({2: "EL3a / AR2a"}, red="LI3a", blue="CO5a")
    assert said(ahead).startswith("Attack column 2 with your Elephants: 5 to ")


@pytest.mark.parametrize(
    ("field", "control", "words"),
    [
        ({2: " / LI4a"}, {}, "seat 1 takes column 2 next turn, unless you put a unit there."),
        ({1: "LI4a / "}, {}, "Put a unit in column 2: if nobody opposes it there, the column is yours next turn."),
    ],
)
def test_the_column_that_needs_a_unit_is_named(field: dict[int, str], control: dict[int, str], words: str) -> None:
    assert said(laid(field, red="LI3a", blue="CO5a", control=control)) == words


def test_without_a_unit_to_place_no_column_is_named() -> None:
    assert said(laid({2: " / LI4a"}, red="CO5a", blue="CO5b")).startswith("Nothing is urgent")


def test_who_waits_hears_nothing() -> None:
    position = laid({2: " / LI4a"}, red="LI3a", blue="CO5a")
    assert GAME.advice(GAME.view(position.state, BLUE), BLUE) is None

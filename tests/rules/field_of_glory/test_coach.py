"""What the coach says at Field of Glory."""

from __future__ import annotations

import pytest

from games.rules import engine
from games.rules.field_of_glory.coach import payment
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
        (
            {1: "LI4a / "},
            {},
            "Put Light Infantry in column 2, for 1: if nobody opposes it, the column is yours next turn.",
        ),
    ],
)
def test_the_column_that_needs_a_unit_is_named(field: dict[int, str], control: dict[int, str], words: str) -> None:
    assert said(laid(field, red="LI3a CO5b", blue="CO5a", control=control)) == words


@pytest.mark.parametrize("hand", ["CO5a", "LI3a", "PK4a EL3a"])
def test_without_a_unit_that_can_be_paid_for_no_column_is_named(hand: str) -> None:
    words = "Nothing is urgent: end your turn by drawing cards."
    assert said(laid({2: " / LI4a"}, red=hand, blue="CO5b")) == words


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("CO5b LI2a", "1 still to pay. Enough, with 1 too many: Light Infantry (2)."),
        ("CO5b PK4a", "1 still to pay. Enough, with 3 too many: Pikes (4)."),
    ],
)
def test_the_cards_that_pay_with_the_least_lost_are_named(hand: str, words: str) -> None:
    begun = laid({2: " / LI4a"}, red=f"LI3a {hand}", blue="CO5a")
    plan = engine.preview(GAME, begun, RED, [GAME.parse_step("place LI3a@1")])
    assert str(GAME.advice(plan.view, RED)) == words


def test_the_least_lost_spares_units_and_takes_as_few_cards_as_can_be() -> None:
    assert list(payment(["LI3a", "CO5a", "LI2a"], 5)) == ["CO5a"]
    assert list(payment(["LI3a", "CO5a", "LI2a"], 7)) == ["CO5a", "LI2a"]
    assert list(payment(["LI3a", "LI2a"], 6)) == []


def test_who_waits_hears_nothing() -> None:
    position = laid({2: " / LI4a"}, red="LI3a", blue="CO5a")
    assert GAME.advice(GAME.view(position.state, BLUE), BLUE) is None

"""Notation: every step has one text, and every other text is refused."""

import pytest

from games.rules import engine
from games.rules.en_garde.steps import STEPS, Advance, AnyStep, Back, Direct, Indirect, Parry, Retreat
from games.rules.errors import BadNotation
from tests.rules.en_garde.table import GAME


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("F3", Advance(3)),
        ("B2", Back(2)),
        ("A5x2", Direct(5, 2)),
        ("X3,5x2", Indirect(3, 5, 2)),
        ("P", Parry()),
        ("R4", Retreat(4)),
    ],
)
def test_a_step_and_its_text_stand_for_each_other(text: str, step: AnyStep) -> None:
    assert GAME.parse_step(text) == step
    assert GAME.text(step) == text


def test_every_text_is_read_back_as_the_same_step() -> None:
    assert len(STEPS) == 1 + 5 + 5 + 5 + 25 + 125
    assert [GAME.text(GAME.parse_step(text)) for text in STEPS] == list(STEPS)


@pytest.mark.parametrize(
    "text",
    [
        "F0",
        "F6",
        "F",
        "f3",
        "F 3",
        "F33",
        "A5",
        "A5x0",
        "A5x6",
        "A5x02",
        "X3x2",
        "X3,5",
        "X35x2",
        "P1",
        "R",
        "pass",
        "٣",
    ],
)
def test_any_other_text_is_refused_with_what_there_is(text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse_step(text)
    assert str(caught.value) == (
        f"“{text}” isn’t a step in En Garde. Steps look like this: F3 (advance), B3 (step back), "
        "A5x2 (attack with two 5s), X3,5x2 (advance 3, then attack with two 5s), P (parry), R3 (retreat). "
        "Cards and counts go from 1 to 5."
    )


def test_a_long_text_is_quoted_in_part() -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse_step("F" * 300)
    assert str(caught.value).startswith(f"“{'F' * 40}” isn’t a step")


def test_spaces_around_a_step_are_forgiven() -> None:
    assert engine.parse_move(GAME, "  A5x2 ") == [Direct(5, 2)]

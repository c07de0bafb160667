"""Notation: every step has one text, and every other text is refused by a sentence that helps."""

import pytest

from games.rules import engine
from games.rules.errors import BadNotation
from games.rules.field_of_glory import steps as st
from games.rules.field_of_glory.steps import STEPS, AnyStep
from tests.rules.field_of_glory.table import GAME


@pytest.mark.parametrize(
    ("text", "step", "label"),
    [
        ("keep HI4a CO5b", st.Keep("HI4a", "CO5b"), "Keep Heavy Infantry (4) and Commander (5)"),
        ("drop HI4a", st.Drop("HI4a"), "Discard Heavy Infantry (4)"),
        ("flank HI4a@3", st.Flank("HI4a", 3), "Flank attack on column 3 with Heavy Infantry (4)"),
        ("go on", st.GoOn(), "No more flank attacks"),
        ("place HI4a@2", st.Place("HI4a", 2), "Place Heavy Infantry (4) in column 2"),
        ("remove HI4a", st.Remove("HI4a"), "Discard Heavy Infantry (4) to make room"),
        ("pay CO5a", st.Pay("CO5a"), "Pay with Commander (5)"),
        ("settle", st.Settle(), "Finish placing"),
        ("attack PK4a", st.Attack("PK4a"), "Attack with Pikes (4)"),
        ("overlap OV2a", st.Overlap("OV2a"), "Play Overlap (2)"),
        ("bonus CO5a", st.Bonus("CO5a"), "Bonus card: Commander (5)"),
        ("bonus deck", st.Bonus("deck"), "Bonus card: top of the deck"),
        ("bonus none", st.Bonus("none"), "No bonus card"),
        ("withdraw MI3a", st.Withdraw("MI3a"), "Withdraw Medium Infantry (3)"),
        ("stand EL3a", st.Stand("EL3a"), "Stand with Elephants (3)"),
        ("reserves", st.Reserves(), "Play Reserves: draw three cards"),
        ("draw", st.Draw(), "End the turn: draw three cards"),
        ("draw CO5a", st.Draw("CO5a"), "Discard Commander (5) and draw 5"),
        ("trim LC2a", st.Trim("LC2a"), "Discard Light Cavalry (2)"),
    ],
)
def test_a_step_its_text_and_its_label_belong_together(text: str, step: AnyStep, label: str) -> None:
    assert GAME.parse_step(text) == step
    assert GAME.text(step) == text
    assert str(GAME.label(step)) == label


def test_every_text_is_read_back_as_the_same_step() -> None:
    units, cards = 40, 48
    assert len(STEPS) == 4 + (2 + cards) + cards * (cards - 1) // 2 + 2 + 3 * cards + units * (5 + 2 * 5)
    assert [GAME.text(GAME.parse_step(text)) for text in STEPS] == list(STEPS)
    assert all(str(GAME.label(step)) for step in STEPS.values())


@pytest.mark.parametrize(
    "text",
    [
        "place HI4a",
        "place HI4a@0",
        "place HI4a@6",
        "place HI9a@1",
        "PLACE HI4a@1",
        "attack CO5a",
        "overlap HI4a",
        "keep HI4a HI4a CO5a",
        "draw 3",
        "go  on",
        "stand",
        "withdraw RE2a",
        "bonus",
        "pass",
    ],
)
def test_any_other_text_is_refused_and_shown(text: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse_step(text)
    assert f"“{text}”" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("keep HI4a", "“keep HI4a” is not a pick: name exactly two of the four cards, as in “keep HI4a CO5b”."),
        ("keep CO5b HI4a", "“keep CO5b HI4a” names its cards in the wrong order. Write “keep HI4a CO5b” instead."),
        ("place CO5a@2", "“place CO5a@2” isn’t possible: you can’t place Commanders or action cards."),
    ],
)
def test_near_misses_are_refused_by_what_is_wrong_with_them(text: str, words: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse_step(text)
    assert str(caught.value) == words


def test_a_long_text_is_shown_short() -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse_step("x" * 500)
    assert "x" * 41 not in str(caught.value)


def test_a_move_is_read_whole() -> None:
    text = "place HI4a@2; place MI3b@1; pay CO5a; pay CV4b; settle"
    assert engine.move_text(GAME, engine.parse_move(GAME, text)) == text

"""Choices in few words, and what to press before there is one."""

from __future__ import annotations

import pytest

from games.boards.field_of_glory.short import column_alone, short, tip, which
from games.rules.field_of_glory import steps as st
from games.rules.field_of_glory.game import FieldOfGlory
from games.rules.field_of_glory.state import Decision, Fight
from games.rules.field_of_glory.steps import AnyStep
from tests.rules.field_of_glory.table import laid

GAME = FieldOfGlory()


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (st.Place("HI4a", 2), "Column 2"),
        (st.Pay("HI4a"), "Pay 4"),
        (st.Draw("CO5a"), "Draw 5"),
        (st.Bonus("OV2a"), "Bonus +2"),
        (st.Attack("HI4a"), "Attack"),
        (st.Remove("HI4a"), "Discard"),
        (st.Overlap("OV2a"), "Play Overlap"),
        (st.Withdraw("HI4a"), "Withdraw"),
        (st.Stand("HI4a"), "Stand"),
    ],
)
def test_what_a_picked_piece_offers_is_said_in_a_word_or_two(step: AnyStep, words: str) -> None:
    assert short(step) == words


@pytest.mark.parametrize(
    "step", [st.Draw(), st.Settle(), st.GoOn(), st.Bonus("deck"), st.Bonus("none"), st.Keep("HI4a", "LI2a")]
)
def test_what_no_piece_stands_for_is_said_whole(step: AnyStep) -> None:
    assert short(step) == ""


@pytest.mark.parametrize(
    ("phase", "fight", "words"),
    [
        ("act", None, "Choose a card or a unit."),
        ("answer", Fight(3, "HI4a", bonus="CO5a"), "Choose one of your units in column 3."),
    ],
)
def test_where_no_button_stands_what_to_press_is_said(phase: Decision, fight: Fight | None, words: str) -> None:
    position = laid({3: "HI4a/PK2a PK3a"}, red="CO5b", blue="CO5c", phase=phase, fight=fight)
    assert tip(GAME.view(position.state, 1)) == words


def test_a_placement_names_its_card_for_those_who_picked_the_column_first() -> None:
    assert (which(st.Place("HI4a", 2)), which(st.Pay("HI4a"))) == ("Heavy Infantry (4)", "")


def test_a_placement_has_its_column_alone_for_a_button_beside_one_that_says_column() -> None:
    assert (column_alone(st.Place("HI4a", 2)), column_alone(st.Pay("HI4a"))) == ("2", "")

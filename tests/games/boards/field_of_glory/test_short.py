"""Choices in few words, and what to press before there is one."""

from __future__ import annotations

import pytest

from games.boards.field_of_glory.short import column_alone, in_short, short, tip, which
from games.rules import engine
from games.rules.field_of_glory import steps as st
from games.rules.field_of_glory.game import FieldOfGlory
from games.rules.field_of_glory.state import Decision, Fight
from games.rules.field_of_glory.steps import AnyStep
from games.rules.field_of_glory.view import FieldOfGloryView
from tests.rules.field_of_glory.table import Rest, laid

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


def test_an_attack_without_a_card_in_hand_says_where_its_bonus_card_comes_from_and_asks_twice() -> None:
    view = GAME.view(laid({3: "HI4a/PK2a"}, blue="CO5c").state, 0)
    said = in_short(st.Attack("HI4a"), view)
    assert said["label"] == "Attack with Heavy Infantry (4), and an unseen bonus card from the deck"
    assert (said["short"], said["twice"]) == ("Attack, unseen bonus from the deck", "twice")
    assert in_short(st.Flank("HI4a", 3), view)["short"] == ""
    assert "twice" not in in_short(st.Draw(), view)


@pytest.mark.parametrize(("hand", "asks"), [("OV2a", True), ("OV2a CO5b", False)])
def test_so_does_the_last_card_played_as_overlap(hand: str, asks: bool) -> None:
    position = laid({3: "HI4a/PK2a"}, red=hand, blue="CO5c")
    view = engine.preview(GAME, position, 0, [st.Attack("HI4a")]).view
    assert isinstance(view, FieldOfGloryView)
    assert ("twice" in in_short(st.Overlap("OV2a"), view)) == asks


@pytest.mark.parametrize(("hand", "rest"), [("CO5b", "decks"), ("", "prizes")])
def test_an_attack_is_sent_at_once_where_no_card_is_taken_unseen(hand: str, rest: Rest) -> None:
    view = GAME.view(laid({3: "HI4a/PK2a"}, red=hand, blue="CO5c", rest=rest).state, 0)
    assert "twice" not in in_short(st.Attack("HI4a"), view)

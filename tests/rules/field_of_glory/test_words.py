"""What the rules say: prompts, events, labels, and why a step is not possible."""

from __future__ import annotations

import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.errors import NotYourTurn
from games.rules.field_of_glory.events import Term
from games.rules.field_of_glory.state import State
from games.rules.field_of_glory.steps import STEPS, TEXTS
from games.rules.field_of_glory.words import term
from games.rules.game import Position
from tests.rules.field_of_glory.table import BLUE, GAME, RED, laid, play, refused, told


def asked(position: Position[State]) -> str:
    """The question to the seat that owes a move."""
    (seat,) = engine.to_act(GAME, position)
    return str(GAME.prompt(GAME.view(position.state, seat), seat))


def attacked(field: str, lead: str, *, blue: str = "CO5b") -> Position[State]:
    return play(laid({3: field}, red="CO5a", blue=blue), f"attack {lead}; bonus CO5a")[0]


# --- prompts ---


def test_the_defender_is_told_what_attacks_him_where_and_what_he_may_do() -> None:
    assert asked(attacked("HI2a / PK2a", "HI2a")) == (
        "seat 0 attacks your pikes in column 3 with heavy infantry: choose a bonus card, or none."
    )
    assert asked(attacked("PK2a / HI2a", "PK2a")) == (
        "seat 0 attacks your heavy infantry in column 3 with pikes: withdraw, or stand and choose a bonus card."
    )
    assert asked(attacked("LI2a / HI2a AR2a", "LI2a")) == (
        "seat 0 attacks your heavy infantry, archers in column 3 with light infantry: "
        "choose who leads the defence, and a bonus card."
    )


def test_a_flank_attack_is_named_as_one() -> None:
    position = laid({2: "MI2a / PK2a", 3: "HI2a /"}, active=BLUE, red="CO5a", blue="LC2a")
    position, _ = play(position, "draw", "flank HI2a@2; bonus CO5a")
    assert asked(position) == (
        "seat 0 attacks your pikes in column 2 in the flank with heavy infantry: choose a bonus card, or none."
    )


def test_every_phase_asks_its_own_question() -> None:
    draft = engine.start(GAME, {}, [0, 1], KeyedChance(bytes(32)))[0]
    assert str(GAME.prompt(GAME.view(draft.state, RED), RED)) == "Draft: keep two of your four cards."
    advance = play(laid({3: "HI2a HI2b /"}, active=BLUE, red="CO5a", blue="CO5a"), "draw")[0]
    assert asked(advance) == "Your units advance: discard one of two where nobody opposes them."
    flank = play(laid({2: "MI2a / PK2a", 3: "HI2a /"}, active=BLUE, red="CO5a", blue="CO5a"), "draw")[0]
    assert asked(flank) == "Make a flank attack, or go on."
    leave = play(attacked("HI2a HI2b / MI2a", "HI2a"), "withdraw MI2a")[0]
    assert asked(leave) == "All defenders have withdrawn: discard one of your two units."
    trim = play(laid(red="CO5a CO5b CO5c CO5d CO5e OV2a OV2b RE2a LC2a", blue="CO5a"), "draw")[0]
    assert asked(trim) == "You hold 12 cards: discard down to nine."


# --- events ---


def test_a_fight_is_told_as_two_sums_with_every_modifier_named() -> None:
    position = laid({3: "HI2a HI2b / CV2a"}, red="CO5a CO5c", blue="CO5b", terrain={3: "woods"})
    sentences = told(position, "attack HI2a; bonus CO5a", "stand CV2a; bonus CO5b")
    assert next(text for text in sentences if text.startswith("Fight")) == (
        "Fight in column 3: "
        "seat 0 6 (4 heavy infantry, +1 second unit, −2 woods, −2 against cavalry, +5 bonus card: commander), "
        "seat 1 6 (3 cavalry, −2 woods, +5 bonus card: commander). The winner: nobody."
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (Term("value", 4, "HI2a"), "4 heavy infantry"),
        (Term("second", 1), "+1 second unit"),
        (Term("pike", 1), "+1 second pikes"),
        (Term("hill", 1), "+1 hill"),
        (Term("woods", -2), "−2 woods"),
        (Term("against", -2, "CV2a"), "−2 against cavalry"),
        (Term("overlap", 2), "+2 Overlap"),
        (Term("flank", 2), "+2 flank attack"),
        (Term("bonus", 5, "CO5a"), "+5 bonus card: commander"),
    ],
)
def test_every_line_of_a_sum_has_its_words(line: Term, words: str) -> None:
    assert str(term(line)) == words


def test_a_placement_is_told_unit_by_unit_and_paid_at_the_end() -> None:
    assert told(laid(red="HI2a CO5a LC2a"), "place HI2a@3; pay CO5a; settle")[:3] == [
        "seat 0 places heavy infantry in column 3, for 4.",
        "seat 0 pays with commander (5).",
        "seat 0 pays 5 for a cost of 4.",
    ]


# --- steps ---


def test_every_step_has_one_text_and_a_label() -> None:
    assert len(TEXTS) == len(STEPS)
    for text, step in STEPS.items():
        assert GAME.text(GAME.parse_step(text)) == text
        assert str(GAME.label(step))


@pytest.mark.parametrize(
    "text", ["", "place", "place HI2a", "place HI2a@6", "place HI9a@1", "PLACE HI2a@1", "draw three"]
)
def test_what_is_no_step_is_refused_with_the_steps_there_are(text: str) -> None:
    assert "There are: keep HI4a CO5b" in refused(laid(red="CO5a"), text or " x")


# --- refusals ---


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("keep HI2a HI3a", "this is the phase of actions"),
        ("drop HI2a", "this is the phase of actions"),
        ("flank HI2a@3", "this is the phase of actions"),
        ("pay CO5a", "this is the phase of actions"),
        ("settle", "this is the phase of actions"),
        ("bonus CO5a", "this is the phase of actions"),
        ("withdraw HI2a", "this is the phase of actions"),
        ("stand HI2a", "this is the phase of actions"),
        ("trim CO5a", "this is the phase of actions"),
        ("go on", "this is the phase of actions"),
        ("place HI3a@2; draw", "a placement is being composed"),
        ("attack HI2a; settle", "choose its bonus card"),
    ],
)
def test_a_step_out_of_phase_is_told_which_phase_it_is(move: str, rule: str) -> None:
    position = laid({3: "HI2a / LI2a"}, red="HI3a CO5a")
    assert rule in refused(position, move)


def test_a_refusal_names_the_step_the_reason_and_what_is_possible() -> None:
    position = laid({3: "HI2a HI2b / LI2a"}, red="HI3a CO5a")
    assert refused(position, "place HI3a@3").startswith(
        "“place HI3a@3” is not possible now: column 3 is full: two own units at most (FG-22). Possible: attack HI2a,"
    )


def test_who_is_not_asked_is_told_for_whom_the_match_waits() -> None:
    position = laid(red="CO5a", blue="CO5a")
    with pytest.raises(NotYourTurn) as error:
        engine.apply(GAME, position, BLUE, [GAME.parse_step("draw")], KeyedChance(bytes(32)))
    assert str(error.value) == "It is not your turn. The match waits for seat 0."

"""Why a step is refused: by which rule, and what is possible instead."""

from __future__ import annotations

import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.errors import NotYourTurn
from games.rules.field_of_glory.state import Fight
from tests.rules.field_of_glory.table import BLUE, GAME, laid, refused


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("keep HI2a HI3a", "this is the action phase"),
        ("drop HI2a", "this is the action phase"),
        ("flank HI2a@3", "this is the action phase"),
        ("pay CO5a", "this is the action phase"),
        ("settle", "this is the action phase"),
        ("bonus CO5a", "this is the action phase"),
        ("withdraw HI2a", "this is the action phase"),
        ("stand HI2a", "this is the action phase"),
        ("trim CO5a", "this is the action phase"),
        ("go on", "this is the action phase"),
        ("place HI3a@2; draw", "finish placing first"),
        ("attack HI2a; settle", "choose its bonus card"),
    ],
)
def test_a_step_out_of_phase_is_told_which_phase_it_is(move: str, rule: str) -> None:
    position = laid({3: "HI2a / LI2a"}, red="HI3a CO5a")
    assert rule in refused(position, move)


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("attack PK2a", "there’s nobody to attack in column 2."),
        ("attack PK3a", "you don’t have Pikes (3) on the battlefield."),
        ("attack MI2a", "you don’t have Medium Infantry (2) on the battlefield."),
        ("place HI4a@1", "you don’t have Heavy Infantry (4) in your hand."),
        ("place LI2a@2", "Light Infantry can’t share a column with Pikes."),
        ("place HI2a@3", "column 3 already has two of your units, the most allowed."),
        ("place HI2a@1", "this would cost 6, but the rest of your hand is worth only 4."),
        ("remove MI2a", "you don’t have Medium Infantry (2) on the battlefield."),
        ("reserves", "you don’t have Reserves (2) in your hand."),
        ("draw CO5a", "you don’t have Commander (5) in your hand."),
    ],
)
def test_an_action_is_refused_by_its_rule(step: str, why: str) -> None:
    position = laid({2: "PK2a/", 3: "CV2a CV3a/MI2a", 4: "/"}, red="HI2a LI2a LI2b")
    assert why in refused(position, step)


def test_what_is_too_dear_is_added_to_what_is_placed_already() -> None:
    why = "this would cost 7, but the rest of your hand is worth only 2."
    assert why in refused(laid(red="HI2a LI2a LI2b"), "place LI2a@3; place HI2a@1")


def test_a_removal_without_a_unit_to_follow_is_refused() -> None:
    why = "no unit you can pay for would fit in its place."
    assert why in refused(laid({2: "PK2a/"}, red="HI2a"), "remove PK2a")


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("attack HI4a; bonus none", "when you attack, you must take a bonus card."),
        ("attack HI4a; bonus HI2a", "you don’t have Heavy Infantry (2) in your hand."),
        ("attack HI4a; overlap OV2a", "you don’t have Overlap (2) in your hand."),
        ("attack HI4a; draw", "you’ve declared the attack: choose its bonus card. You can play Overlap before that."),
        ("attack HI4a; bonus LC2a; draw", "this move is complete; anything more is a new move."),
    ],
)
def test_the_steps_of_an_attack_are_refused_by_their_rules(move: str, why: str) -> None:
    assert why in refused(laid({3: "HI4a/MI3a"}, red="LC2a"), move)


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("bonus none", "first choose which units withdraw and which one leads the defence."),
        ("withdraw AR2a", "column 3 is under attack, and you don’t have Archers (2) there."),
        ("withdraw PK2a", "only units that cost less than the lead (4) can withdraw; Pikes cost 5."),
        ("stand HI4b", "column 3 is under attack, and you don’t have Heavy Infantry (4) there."),
        ("draw", "answer the attack first: withdraw or stand, then choose a bonus card."),
        ("stand PK2a; stand PK3a", "your defence already has its lead; now choose a bonus card."),
        ("stand PK2a; withdraw PK3a", "you’ve already chosen to stand; now choose a bonus card."),
    ],
)
def test_the_steps_of_a_defence_are_refused_by_their_rules(step: str, why: str) -> None:
    fight = Fight(3, "HI4a", bonus="CO5a")
    position = laid({3: "HI4a/PK2a PK3a"}, red="LC2a", blue="CO5a", phase="answer", fight=fight)
    assert why in refused(position, step)


def test_a_refusal_names_the_step_the_reason_and_what_is_possible() -> None:
    position = laid({3: "HI2a HI2b / LI2a"}, red="HI3a CO5a")
    assert refused(position, "place HI3a@3").startswith(
        "“place HI3a@3” isn’t possible now: column 3 already has two of your units, the most allowed. "
        "Possible: attack HI2a,"
    )


def test_who_is_not_asked_is_told_for_whom_the_match_waits() -> None:
    position = laid(red="CO5a", blue="CO5a")
    with pytest.raises(NotYourTurn) as error:
        engine.apply(GAME, position, BLUE, [GAME.parse_step("draw")], KeyedChance(bytes(32)))
    assert str(error.value) == "It’s not your turn. The match is waiting for seat 0."


@pytest.mark.parametrize(
    "text", ["", "place", "place HI2a", "place HI2a@6", "place HI9a@1", "PLACE HI2a@1", "draw three"]
)
def test_what_is_no_step_is_refused_with_the_steps_there_are(text: str) -> None:
    assert "Steps look like this: keep HI4a CO5b" in refused(laid(red="CO5a"), text or " x")

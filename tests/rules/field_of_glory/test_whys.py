"""Why cards, units and columns of Field of Glory cannot be used."""

from __future__ import annotations

from typing import Any

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.field_of_glory.state import State
from games.rules.game import Position
from tests.rules.contract.playouts import played
from tests.rules.field_of_glory.table import BLUE, GAME, RED, laid


def whys(position: Position[State], part: str, *steps: str, seat: int = RED) -> list[str]:
    """Return what a seat with a plan is told about one part of the board."""
    plan = engine.preview(GAME, position, seat, [GAME.parse_step(step) for step in steps])
    return [f"{why.wish}: {why.reason}" for why in GAME.whys(plan.view, seat) if part in why.parts]


def answered(position: Position[State], move: str) -> Position[State]:
    """Return the position after a move of red."""
    return engine.apply(GAME, position, RED, engine.parse_move(GAME, move), KeyedChance(bytes(32)))[0]


def test_in_the_draft_all_can_be_used() -> None:
    position, _, _ = engine.start(GAME, {}, [0, 1], KeyedChance(bytes(32)))
    assert GAME.whys(GAME.view(position.state, RED), RED) == []


def test_a_unit_says_with_whom_it_cannot_stand() -> None:
    position = laid({2: "SP4a / ", 3: "HI4a HI4b / "}, red="MI4a CO5a", blue="CO5a")
    assert whys(position, "column-2") == [
        "Place Medium Infantry (4) in column 2: Medium Infantry can’t share a column with Spears."
    ]
    assert whys(position, "column-3") == [
        "Place a unit in column 3: column 3 already has two of your units, the most allowed."
    ]


def test_a_unit_that_is_too_dear_says_so_once() -> None:
    position = laid(red="EL3a LI4a", blue="CO5a")
    assert whys(position, "EL3a") == [
        "Place Elephants (3) in column 1: this would cost 8, but the rest of your hand is worth only 4.",
        "Place Elephants (3) in column 2: this would cost 5, but the rest of your hand is worth only 4.",
        "Place Elephants (3) in column 3: this would cost 5, but the rest of your hand is worth only 4.",
        "Place Elephants (3) in column 4: this would cost 5, but the rest of your hand is worth only 4.",
        "Place Elephants (3) in column 5: this would cost 8, but the rest of your hand is worth only 4.",
    ]
    poor = laid(red="CV4a", blue="CO5a")
    assert whys(poor, "CV4a") == ["Place Cavalry (4): this would cost 2, but the rest of your hand is worth only 0."]


def test_commanders_and_overlap_say_what_they_are_not_for() -> None:
    position = laid(red="CO5a OV2a", blue="CO5a")
    assert whys(position, "CO5a") == ["Place Commander (5): you can’t place Commanders or action cards."]
    assert whys(position, "OV2a") == [
        "Place Overlap (2): you can’t place Commanders or action cards.",
        "Play Overlap (2): you play Overlap after declaring an attack and before choosing its bonus card.",
    ]


def test_a_unit_without_enemy_says_that_there_is_nobody_to_attack() -> None:
    position = laid({2: "HI4a / "}, red="CO5a", blue="CO5a")
    assert whys(position, "HI4a")[0] == ("Attack with Heavy Infantry (4): there’s nobody to attack in column 2.")


def test_once_payment_has_begun_nothing_more_is_placed() -> None:
    position = laid(red="HI4a MI4a CO5a", blue="CO5a")
    assert whys(position, "MI4a", "place HI4a@3", "pay CO5a") == [
        "Place Medium Infantry (4): you’ve started paying, so you can’t place anything else in this move."
    ]


def test_a_flank_that_is_covered_and_a_hand_that_must_wait_say_so() -> None:
    position = laid(
        {1: "HI4a / ", 2: "MI4a / PK4a", 4: "HI4b / PK3a"}, red="CO5a", blue="CO5a", phase="flank", flanks=[(2, 1)]
    )
    assert whys(position, "HI4b") == [
        "Flank attack on column 4 with Heavy Infantry (4): you have no unopposed unit beside column 4."
    ]
    assert whys(position, "CO5a") == [
        "Use Commander (5): this is the flank attack phase: make a flank attack or move on."
    ]
    assert whys(position, "MI4a") == []


def test_a_unit_says_why_it_cannot_attack_beside_it_in_the_flank() -> None:
    wish = "Flank attack on column 3 with Heavy Infantry (4)"
    lone = laid({2: "HI4a / ", 3: " / PK4a"}, red="CO5a", blue="CO5a")
    assert f"{wish}: a flank attack needs units of both sides in column 3." in whys(lone, "HI4a")
    covered = laid({1: " / CV4a", 2: "HI4a / ", 3: "MI4a / PK4a"}, red="CO5a", blue="CO5a")
    beyond = f"{wish}: there’s an enemy in column 1, on the far side of your unit in column 2."
    assert beyond in whys(covered, "HI4a")
    late = laid({2: "HI4a / ", 3: "MI4a / PK4a"}, red="CO5a", blue="CO5a")
    before = f"{wish}: flank attacks come before all other actions, and each column can be attacked once."
    assert before in whys(late, "HI4a")


def test_on_the_advance_only_crowded_units_are_discarded() -> None:
    position = laid({2: "HI4a HI4b / ", 3: "MI4a / "}, red="CO5a", blue="CO5a", phase="advance")
    assert whys(position, "MI4a") == [
        "Discard Medium Infantry (4): you can only discard a unit where you have two and the enemy has none."
    ]
    assert whys(position, "CO5a") == [
        "Use Commander (5): the Advance comes first: discard one of your two unopposed units."
    ]


def test_a_defender_says_who_cannot_withdraw_or_stand_and_that_the_bonus_card_comes_later() -> None:
    field = {2: "CV4a / LI4a AR3a", 3: " / HI4a"}
    position = answered(laid(field, red="CO5a", blue="CO5a"), "attack CV4a; bonus CO5a")
    assert whys(position, "AR3a", seat=BLUE) == [
        "Withdraw Archers (3): only units that cost less than the lead (2) can withdraw; Archers cost 2."
    ]
    assert whys(position, "HI4a", seat=BLUE) == [
        "Stand with Heavy Infantry (4): column 2 is under attack, and you don’t have Heavy Infantry (4) there."
    ]
    assert whys(position, "CO5a", seat=BLUE) == [
        "Bonus card: Commander (5): first choose which units withdraw and which one leads the defence."
    ]


def test_during_an_attack_other_units_wait() -> None:
    position = laid({2: "HI4a / PK4a", 3: "MI4a / "}, red="CO5a", blue="CO5a")
    assert whys(position, "MI4a", "attack HI4a") == [
        "Attack with Medium Infantry (4): you’ve declared the attack: choose its bonus card. "
        "You can play Overlap before that."
    ]


def test_every_card_and_unit_that_cannot_be_used_has_a_reason() -> None:
    for match in played("field-of-glory", 1):
        for ply in match.plies:
            for length in range(len(ply.steps)):
                steps: list[Any] = ply.steps[:length]
                plan = engine.preview(GAME, ply.before, ply.seat, steps)
                state = plan.position.state
                mine = {*state.hands[ply.seat], *(card for column in state.columns for card in column.units[ply.seat])}
                used = {word.partition("@")[0] for step in plan.legal for word in GAME.text(step).split()}
                told = {part for why in GAME.whys(plan.view, ply.seat) for part in why.parts}
                assert mine - used <= told, f"{ply.place} step {length}"

"""Hints for newcomers to Field of Glory."""

from __future__ import annotations

import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.field_of_glory.state import State
from games.rules.game import Position, View
from tests.rules.field_of_glory.table import BLUE, GAME, RED, laid, play


def keys(position: Position[State], seat: int = RED, *steps: str) -> list[str]:
    plan = engine.preview(GAME, position, seat, [GAME.parse_step(step) for step in steps])
    return [hint.key for hint in GAME.hints(plan.view, seat)]


def words(position: Position[State], key: str) -> str:
    """Return what one hint says to red."""
    (text,) = (hint.text for hint in GAME.hints(GAME.view(position.state, RED), RED) if hint.key == key)
    return str(text)


def test_the_draft_explains_itself_and_after_two_picks_what_to_mix() -> None:
    position, _, _ = engine.start(GAME, {}, [0, 1], KeyedChance(bytes(32)))
    assert keys(position) == ["draft"]
    for _ in range(2):
        step = engine.legal_steps(GAME, position, RED)[0]
        position, _ = engine.apply(GAME, position, RED, [step], KeyedChance(bytes(32)))
    assert keys(position) == ["draft", "mix"]


@pytest.mark.parametrize(
    ("field", "claim"),
    [
        ("CV4a / AR2a HI4a", "Your Cavalry can attack in column 2: 3 against 5 before bonus cards."),
        ("EL3a / EL2a LI4a", "Your Elephants can attack in column 2: 5 against 6 before bonus cards."),
        ("HI4a / AR2a CV4a", "Your Heavy Infantry can attack in column 2: 2 against 4 before bonus cards."),
    ],
)
def test_an_attack_is_judged_by_the_lead_that_the_opponent_would_choose(field: str, claim: str) -> None:
    assert words(laid({2: field}, red="CO5a", blue="CO5a"), "attack").startswith(claim)


@pytest.mark.parametrize(
    ("control", "claim"),
    [
        ({}, "You take control at your next Advance, unless an enemy is there again by then."),
        ({2: "blue"}, "You take control at your next Advance, unless an enemy is there again by then."),
        ({2: "red"}, "You still control the column."),
    ],
)
def test_who_keeps_one_of_two_attackers_is_told_who_controls_the_column(control: dict[int, str], claim: str) -> None:
    attack = laid({2: "HI4a HI4b / LI4a"}, red="CO5a", blue="CO5a", control=control)
    left, _ = play(attack, "attack HI4a; bonus CO5a", "withdraw LI4a")
    assert words(left, "leave") == f"All defenders have withdrawn, so only one of your two units stays. {claim}"


def test_who_is_not_asked_is_told_nothing() -> None:
    position = laid(red="HI4a", blue="HI4a")
    assert GAME.hints(GAME.view(position.state, BLUE), BLUE) == []


def test_the_first_turn_is_told_the_aim_and_to_place() -> None:
    assert keys(laid(red="HI4a CO5a", blue="HI4a")) == ["aim", "place"]


def test_a_placement_is_told_how_it_is_paid() -> None:
    assert keys(laid(red="HI4a CO5a", blue="HI4a"), RED, "place HI4a@3") == ["pay"]


def test_ground_that_counts_is_explained_where_it_lies() -> None:
    position = laid(red="HI4a", blue="HI4a", terrain={2: "rough", 4: "woods", 5: "hill"})
    assert keys(position)[-3:] == ["rough", "woods", "hill"]
    assert words(position, "rough") == "Column 2 is rough ground: every unit placed there costs 1 more."


def test_the_best_attack_is_named_with_its_sums() -> None:
    position = laid({2: "HI4a / PK4a", 3: "HI4b / LI4a"}, red="CO5a", blue="CO5a")
    assert keys(position) == ["aim", "attack", "draw"]
    assert words(position, "attack").startswith(
        "Your Heavy Infantry can attack in column 3: 4 against 1 before bonus cards."
    )


def test_an_attacker_is_told_of_bonus_cards() -> None:
    assert keys(laid({2: "HI4a / PK4a"}, red="CO5a", blue="CO5a"), RED, "attack HI4a") == ["bonus"]


def test_a_defender_is_told_to_stand_or_withdraw_and_then_of_the_bonus_card() -> None:
    position = laid({2: "HI4a / LI4a LI4b"}, red="CO5a", blue="CO5a")
    steps = engine.parse_move(GAME, "attack HI4a; bonus CO5a")
    position, _ = engine.apply(GAME, position, RED, steps, KeyedChance(bytes(32)))
    assert keys(position, BLUE) == ["stand", "withdraw"]
    assert keys(position, BLUE, "stand LI4a") == ["answer"]


@pytest.mark.parametrize(
    ("control", "key", "start"),
    [
        ("blue", "danger", "seat 1 controls 3 columns and wins"),
        ("red", "hold", "You control 3 columns. If three of them are still yours"),
    ],
)
def test_three_columns_are_told_to_both(control: str, key: str, start: str) -> None:
    position = laid(red="HI4a", blue="HI4a", control={1: control, 2: control, 3: control})
    assert keys(position) == ["aim", key, "place"]
    assert words(position, key).startswith(start)


def test_three_columns_are_told_to_blue_as_to_red() -> None:
    for control, key in (("red", "danger"), ("blue", "hold")):
        position = laid(red="HI4a", blue="HI4a", active=BLUE, control={1: control, 2: control, 3: control})
        assert keys(position, BLUE) == ["aim", key, "place"]


def test_as_many_fights_are_asked_for_as_columns_must_be_won_back() -> None:
    def danger(columns: int, enemies: int) -> str:
        field = {column: f"/ MI{column}a" for column in range(2, 2 + enemies)}
        return words(
            laid(field, red="HI4a", blue="HI4a", control=dict.fromkeys(range(1, columns + 1), "blue")), "danger"
        )

    assert danger(3, 1).endswith("Only a fight can prevent that: attack in one of them now, and win or tie.")
    assert danger(4, 2).endswith("Only fights can prevent that: attack in 2 of them now, and win or tie each time.")
    assert danger(5, 3).endswith("attack in 3 of them now, and win or tie each time.")
    for columns, enemies in ((3, 0), (4, 1), (5, 2)):
        assert "You can’t prevent that any more" in danger(columns, enemies)


def test_a_reshuffle_brings_the_end_into_view() -> None:
    assert "shuffle" in keys(laid(red="HI4a", blue="HI4a", shuffles=[1, 0]))


@pytest.mark.parametrize("phase", ["advance", "trim", "leave", "flank"])
def test_every_other_question_has_its_hint(phase: str) -> None:
    assert GAME.hints(_view(phase), RED)[0].key == phase


def _view(phase: str) -> View:
    match phase:
        case "advance":
            position = laid({2: "HI4a HI4b / "}, red="CO5a", blue="CO5a", phase="advance")
        case "trim":
            hand = "HI4a HI4b HI3a HI3b HI2a HI2b MI2a MI2b MI3a MI3b"
            position = laid(red=hand, blue="CO5a", phase="trim")
        case "leave":
            position = laid({2: "HI4a HI4b / LI4a"}, red="CO5a", blue="CO5a")
            for seat, move in ((RED, "attack HI4a; bonus CO5a"), (BLUE, "withdraw LI4a")):
                steps = engine.parse_move(GAME, move)
                position, _ = engine.apply(GAME, position, seat, steps, KeyedChance(bytes(32)))
        case _:
            position = laid({1: "HI4a / ", 2: "MI4a / PK4a"}, red="CO5a", blue="CO5a", phase="flank", flanks=[(2, 1)])
    return GAME.view(position.state, RED)

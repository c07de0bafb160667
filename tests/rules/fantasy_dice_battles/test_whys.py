"""Why cards, units and spaces of Fantasy Dice Battles cannot be used."""

from __future__ import annotations

from typing import Any

from games.rules import engine
from games.rules.fantasy_dice_battles.orders_phase import left_in_hand, left_in_reserve
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import State
from games.rules.game import Position, Seat
from tests.rules.contract.playouts import played
from tests.rules.fantasy_dice_battles.table import ANN, FULL_HORDE, FULL_REALM, GAME, fresh, laid, side

ROWS = f"{FULL_REALM} / menatarms menatarms - - - castellan / halberdiers halberdiers halberdiers - - wizard"
THEIRS = f"{FULL_HORDE} / orcs orcs orcs - - witch / pikes pikes pikes - - gobking"


def whys(position: Position[State], part: str = "", *steps: str) -> list[str]:
    """Return what seat 0 with a plan is told about one part of the board, or about all."""
    plan = engine.preview(GAME, position, ANN, [GAME.parse_step(step) for step in steps])
    return [f"{why.wish}: {why.reason}" for why in GAME.whys(plan.view, ANN) if not part or part in why.parts]


def field(theirs: str = THEIRS, **more: Any) -> Position[State]:
    return laid(side(ROWS, **more), side(theirs))


def test_of_the_armies_that_are_there_all_can_be_taken() -> None:
    assert whys(fresh()) == []


def test_an_army_that_has_all_heroes_says_so_of_the_others_and_what_is_missing() -> None:
    heroes = ["faction realm", "put marshal@1:H", "put castellan@2:H", "put wizard@3:H"]
    assert whys(fresh(), "unit-highpriest", *heroes) == ["Place High Priest: each battalion already has its hero."]
    assert whys(fresh(), "unit-marshal", *heroes) == ["Place Lord Marshal: each battalion already has its hero."]
    assert whys(fresh(), "unit-footmen", *heroes) == []
    assert any(told.startswith("Ready: ") for told in whys(fresh(), "", *heroes))


def test_units_that_are_used_up_or_too_dear_say_so() -> None:
    knights = ["faction realm", "put knights@1:F1", "put knights@1:F2"]
    assert whys(fresh(), "unit-knights", *knights) == ["Place Knights: an army can have only 2 of a kind."]


def test_a_hero_is_told_to_be_there_while_another_is_wanted() -> None:
    assert whys(fresh(), "unit-marshal", "faction realm", "put marshal@2:H") == [
        "Place Lord Marshal: the three heroes must be different, and you already have Lord Marshal."
    ]


def test_once_every_space_is_filled_units_say_what_keeps_them_out_of_reinforcements() -> None:
    assert whys(fresh(), "unit-scouts", "army sylvan_a") == [
        "Place Scouts: that costs 1, but you have only 0 of 30 points left."
    ]
    assert whys(fresh(), "unit-wardens", "army sylvan_a") == ["Place Wardens: an army can have only 5 of a kind."]


def test_full_reinforcements_and_spaces_leave_a_unit_nowhere_to_stand() -> None:
    backs = [f"put bowmen@{battalion}:S{space}" for battalion in (1, 2) for space in (1, 2)]
    plan = ["faction realm", *backs, "put chaplains@3:S1", "put chaplains@3:S2", *["put halberdiers@reserve"] * 4]
    assert whys(fresh(), "unit-bowmen", *plan) == [
        "Place Bowmen: no suitable space is empty, and your reinforcements are full."
    ]


def test_full_reinforcements_say_how_many_may_start_there() -> None:
    four = ["faction realm", *(f"put {unit}@reserve" for unit in ("footmen", "footmen", "bowmen", "bowmen"))]
    assert whys(fresh(), "space-reserve", *four) == [
        "Put one more unit in reinforcements: at most 4 units can start in reinforcements."
    ]


def test_who_is_not_ready_reads_which_battalions_lack_a_card() -> None:
    assert whys(field(), "post-3") == [
        "Ready: battalions 1, 2 and 3 still need order cards, because both sides still have their heroes there."
    ]
    hand = "footmen bowmen menatarms halberdiers halberdiers bowmen footmen"
    only = "each battalion can have only one order card."
    assert whys(field(hand=hand), "", "lay footmen@1", "lay bowmen@2", "lay menatarms@3")[-3:] == [
        f"Play another card at battalion 1: Footmen is already at battalion 1; {only}",
        f"Play another card at battalion 2: Bowmen is already at battalion 2; {only}",
        f"Play another card at battalion 3: Men-at-Arms is already at battalion 3; {only}",
    ]


def test_once_every_post_has_its_card_the_hand_says_why_it_must_wait() -> None:
    hand = "footmen bowmen menatarms halberdiers halberdiers bowmen footmen"
    plan = ["lay footmen@1", "lay bowmen@2", "lay menatarms@3", "lay footmen@regroup"]
    told = whys(field(hand=hand), "card-halberdiers", *plan)
    assert len(told) == 4
    assert told[-1] == (
        "Play another card as a regrouping order: Footmen is already your regrouping order; you can have only one."
    )


def test_an_empty_space_says_who_may_not_stand_there_and_where_nobody_may_enter() -> None:
    assert whys(field(reserve="halberdiers"), "space-2:S1") == [
        "Send Halberdiers to 2:S1: Halberdiers can’t be placed on 2:S1, only on F1, F2, F3."
    ]
    alone = f"{FULL_HORDE} / - - - - - - / pikes pikes pikes - - gobking"
    assert whys(field(alone, reserve="footmen"), "space-2:F3") == [
        "Send Footmen to 2:F3: reinforcements can only go to a battalion where both sides still have their hero, "
        "not to battalion 2."
    ]
    sent = whys(field(reserve="footmen bowmen"), "space-2:S1", "reinforce footmen@2:F3")
    assert sent == [
        "Send Bowmen to 2:S1: you’re already sending a unit to battalion 2; each battalion can get only one per round."
    ]


def test_a_unit_that_can_go_nowhere_says_so_and_so_does_one_that_flees() -> None:
    stuck = laid(side(ROWS.replace("menatarms -", "menatarms menatarms"), reserve="halberdiers"), side(THEIRS))
    assert whys(stuck, "unit-halberdiers") == [
        "Send Halberdiers: there’s no suitable empty space in a battalion where both sides still have their hero and "
        "where you aren’t already sending a unit."
    ]
    assert whys(field(fleeing="- bowmen -"), "fleeing-bowmen") == [
        "Send Bowmen: the unit is fleeing; bring it back with a card first."
    ]


def test_every_card_and_unit_that_cannot_be_used_has_a_reason() -> None:
    for match in played("fantasy-dice-battles", 1):
        for ply in match.plies:
            for length in range(len(ply.steps)):
                steps: list[Any] = ply.steps[:length]
                plan = engine.preview(GAME, ply.before, ply.seat, steps)
                used = {word.partition("@")[0] for step in plan.legal for word in GAME.text(step).split()}
                told = {part for why in GAME.whys(plan.view, ply.seat) for part in why.parts}
                mine = {part for part in parts(plan.position.state, ply.seat) if part.partition("-")[2] not in used}
                assert mine <= told, f"{ply.place} step {length}"


def parts(state: State, seat: Seat) -> set[str]:
    """Return the cards and units that a seat could think of using."""
    side = state.sides[seat]
    if state.phase == "army":
        return {f"unit-{kind.id}" for kind in of_digest(state.set_digest).of(side.faction)} if side.faction else set()
    return {*(f"card-{card}" for card in left_in_hand(side)), *(f"unit-{unit}" for unit in left_in_reserve(side))}

"""Hints for newcomers to Fantasy Dice Battles."""

from __future__ import annotations

import pytest

from games.rules import engine
from games.rules.fantasy_dice_battles.state import State
from games.rules.game import Position
from tests.rules.fantasy_dice_battles.table import ANN, BEN, FULL_HORDE, FULL_REALM, GAME, fresh, laid, side

REALM = " / ".join([FULL_REALM, "menatarms menatarms menatarms bowmen bowmen castellan"])
HORDE = " / ".join([FULL_HORDE, "orcs orcs orcs gobarch gobarch witch"])
THIRD = "halberdiers halberdiers halberdiers chaplains chaplains wizard"
THEIRS = "pikes pikes pikes shamans shamans gobking"
LOW = "footmen footmen bowmen bowmen bowmen menatarms menatarms"
"""A hand without a hero."""


def keys(position: Position[State], seat: int = ANN, *steps: str) -> list[str]:
    """Return the hints for a seat with a plan."""
    plan = engine.preview(GAME, position, seat, [GAME.parse_step(step) for step in steps])
    return [hint.key for hint in GAME.hints(plan.view, seat)]


def waiting(state: State) -> list[str]:
    """Return the hints for seat 0 once it is ready."""
    state.asked = [BEN]
    return [hint.key for hint in GAME.hints(GAME.view(state, ANN), ANN)]


def words(position: Position[State], key: str) -> str:
    """Return what one hint says to seat 0."""
    (text,) = (hint.text for hint in GAME.hints(GAME.view(position.state, ANN), ANN) if hint.key == key)
    return str(text)


def field(third: str = THIRD, theirs: str = THEIRS, **more: object) -> Position[State]:
    given = {"hand": LOW, **more}
    return laid(side(f"{REALM} / {third}", **given), side(f"{HORDE} / {theirs}"))  # type: ignore[arg-type]


def test_the_choice_of_an_army_is_told_from_its_beginning_to_its_end() -> None:
    assert keys(fresh()) == ["army"]
    assert keys(fresh(), ANN, "faction realm") == ["build"]
    assert keys(fresh(), ANN, "faction realm", "put knights@1:F1") == ["build"]
    assert keys(fresh(), ANN, "army realm_a") == ["chosen"]


def test_the_first_round_is_told_the_aim_and_to_lay_cards_then_to_seal_them() -> None:
    assert keys(field()) == ["aim", "lay"]
    laying = ["lay footmen@1", "lay bowmen@2", "lay menatarms@3"]
    assert keys(field(), ANN, *laying[:2]) == ["aim", "lay"]
    assert keys(field(), ANN, *laying) == ["aim", "seal"]


def test_who_has_sealed_is_told_what_becomes_of_it_and_the_same_as_long_as_it_waits() -> None:
    assert waiting(field().state) == ["sealed"]
    chosen = engine.preview(GAME, fresh(), ANN, [GAME.parse_step("army realm_a")]).position.state
    assert waiting(chosen) == ["sealed"]


def test_room_for_reinforcements_is_told_where_they_can_enter() -> None:
    assert "reinforce" not in keys(field(reserve="footmen"))
    roomy = field("halberdiers halberdiers - chaplains chaplains wizard", reserve="footmen")
    assert keys(roomy) == ["aim", "lay", "reinforce"]
    assert "reinforce" not in keys(roomy, ANN, "reinforce footmen@3:F3")


def test_an_exposed_hero_is_named_with_the_faces_that_hit_him_the_enemy_first() -> None:
    bare = field("halberdiers halberdiers halberdiers - chaplains wizard", "pikes - - - - gobking")
    assert keys(bare) == ["aim", "lay", "chance"]
    assert words(bare, "chance") == (
        "4 faces of the die would now hit Goblin King, the enemy hero in battalion 3: send dice there."
    )
    risky = field("halberdiers halberdiers - chaplains - wizard")
    assert keys(risky) == ["aim", "lay", "danger"]
    assert words(risky, "danger").startswith(
        "1 face of the die would now hit Court Wizard, your hero in battalion 3. When a hero falls, the rest of the"
    )


def test_an_exposed_hero_is_named_to_either_seat() -> None:
    bare, full = side(f"{REALM} / halberdiers - - - - wizard"), side(f"{HORDE} / {THEIRS}")
    position = laid(bare, full)
    assert keys(position, BEN)[:3] == ["aim", "lay", "chance"]
    assert keys(position, ANN)[:3] == ["aim", "lay", "danger"]


def test_a_hero_behind_a_full_front_is_named_where_only_lobbed_dice_reach_him() -> None:
    ours, theirs = "halberdiers halberdiers halberdiers bombards - wizard", "pikes pikes pikes - - gobking"
    hand = LOW.replace("menatarms menatarms", "menatarms bombards")
    held = laid(side(f"{REALM} / {ours}", hand=hand), side(f"{HORDE} / {theirs}"))
    assert "lob" in keys(held, ANN)
    assert "chance" not in keys(held, ANN)
    assert "lobbed" in keys(held, BEN)
    unheld = laid(side(f"{REALM} / {ours}", hand=LOW), side(f"{HORDE} / {theirs}"))
    assert "lob" not in keys(unheld, ANN)
    assert "lobbed" in keys(unheld, BEN)  # whose player cannot know
    bare = laid(side(f"{REALM} / {ours}", hand=hand), side(f"{HORDE} / pikes - - - - gobking"))
    assert {"chance", "lob"} & set(keys(bare, ANN)) == {"chance"}


def test_a_battalion_without_hero_and_one_without_enemy_say_what_still_works_there() -> None:
    assert keys(field("- - - - - -", lost="wizard")) == ["aim", "lay", "gone"]
    idle = field(theirs="- - - - - -")
    assert keys(idle) == ["aim", "lay", "idle"]
    assert words(idle, "idle").startswith("Nobody is left opposite your battalion 3.")


def test_the_last_fight_is_told_to_be_one_without_flight() -> None:
    one = side(f"{REALM} / - - - - - -", hand=LOW)
    other = side(f"{FULL_HORDE} / - - - - - - / {THEIRS}")
    assert keys(laid(one, other)) == ["aim", "lay", "idle", "gone", "last"]


def test_poison_flight_and_hero_cards_are_told_when_they_matter() -> None:
    assert keys(field(poison=["1:F1"])) == ["aim", "lay", "poison"]
    fled = field("halberdiers halberdiers halberdiers chaplains - wizard", fleeing="footmen - -")
    assert keys(fled) == ["aim", "lay", "regroup"]
    assert words(fled, "regroup").startswith("Fleeing: Footmen. A unit pushed beyond the third space is lost.")
    hero = field(hand="marshal footmen footmen bowmen bowmen bowmen menatarms")
    assert keys(hero) == ["aim", "lay", "hero"]
    assert words(hero, "hero") == (
        "Lord Marshal is a hero’s card. It also works in the battalions next to the hero’s own. In any of your "
        "battalions with nobody opposite, it takes units to your reinforcements instead (its number with ↩ there)."
    )


def test_flight_that_no_card_in_hand_can_turn_is_not_explained() -> None:
    fled = field("halberdiers halberdiers halberdiers chaplains - wizard", fleeing="halberdiers - -")
    assert "regroup" not in keys(fled)


@pytest.mark.parametrize("seat", [ANN, BEN])
def test_a_battle_that_is_over_is_told_nothing(seat: int) -> None:
    state = field().state
    state.phase, state.asked = "over", []
    assert GAME.hints(GAME.view(state, seat), seat) == []

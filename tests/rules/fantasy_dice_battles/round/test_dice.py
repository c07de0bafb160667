"""How many dice lie on a card, and every power (FD-5, FD-36, FD-37)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.rules.fantasy_dice_battles.events import Defeated, DiceCounted, Dispelled, Healed, Rallied, Rolled
from games.rules.fantasy_dice_battles.round.powers import EFFECTS
from tests.rules.fantasy_dice_battles.table import (
    ANN,
    BEN,
    HOUSE,
    all_of,
    counted,
    duel,
    fought,
    laid,
    only,
    row,
    side,
    told,
)

PLAIN = "footmen footmen halberdiers - - castellan"
HORDE = "goblins orcs pikes gobarch gobarch warlord"


def test_fd5_dice_have_the_color_of_their_card() -> None:
    _, events = duel("vipers - - slingers - oracle", "- - - bombards - wizard", ("vipers", "bombards"))
    assert (counted(events, ANN), counted(events, BEN)) == ("3 poison: attack 3", "4 smash: attack 4")


def test_fd36_orcs_with_two_orcs_here_one_of_them_wounded_have_five_dice() -> None:
    _, events = duel("orcs orcs - - - warlord", PLAIN, ("orcs", "castellan"), ann_more={"wounds": {"1:F1": 1}})
    assert counted(events, ANN) == "5 normal: attack 3, pair 1, RAGE 1"


def test_fd36_three_matching_units_add_one_die_as_two_do() -> None:
    _, events = duel("orcs orcs orcs - - warlord", PLAIN, ("orcs", "castellan"))
    assert counted(events, ANN) == "4 normal: attack 3, pair 1"


def test_fd36_outriders_alone_against_active_halberdiers_have_two_dice() -> None:
    _, events = duel("outriders - - - - marshal", PLAIN, ("outriders", "halberdiers"))
    assert counted(events, ANN) == "2 normal: attack 4, GUARD -2"


def test_fd36_guards_never_take_more_dice_than_there_are() -> None:
    _, events = duel("- - - - - broodmother", "- moonguard wardens - - swordlord", ("broodmother", "swordlord"))
    assert counted(events, ANN) == "2 poison: attack 2"
    _, events = duel("goblins - - - - warlord", "- - - - - swordlord", ("goblins", "swordlord"))
    assert counted(events, ANN) == "0 normal: attack 1, FRENZY 1, GUARD -2"
    assert [event.seat for event in all_of(events, Rolled)] == [BEN]


def test_fd36_two_cards_without_an_attack_have_no_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HOUSE.kinds, "chaplains", replace(HOUSE.kinds["chaplains"], attack=0, color=""))
    _, events = duel("- - - chaplains chaplains marshal", HORDE, ("chaplains", "pikes"))
    assert counted(events, ANN) == "0 : "
    assert "seat 0’s Chaplains at battalion 1: no attack, no dice." in told(events)


def test_fd37_a_card_that_is_not_active_guards_nobody() -> None:
    _, events = duel("outriders - - - - marshal", "footmen - - - - castellan", ("outriders", "halberdiers"))
    assert counted(events, ANN) == "4 normal: attack 4"


# --- attack ---


def test_frenzy_counts_whelps_here_in_reinforcements_and_fleeing_but_no_archers() -> None:
    more = {"reserve": "goblins", "fleeing": "goblins - -"}
    _, events = duel("goblins goblins - gobarch - warlord", PLAIN, ("goblins", "castellan"), ann_more=more)
    assert counted(events, ANN) == "6 normal: attack 1, pair 1, FRENZY 4"


def test_frenzy_counts_the_whelps_of_its_own_battalion_and_of_no_other() -> None:
    """Each battalion is led by another hero; all three play the goblins, whose card needs a goblin there."""
    horde = (
        "goblins - - gobarch - warlord / goblins goblins - - - witch / goblins goblins goblins gobarch gobarch gobking"
    )
    position = laid(
        side(horde, hand="goblins goblins goblins"),
        side(
            " / ".join(["- - - - - marshal", "- - - - - castellan", "- - - - - wizard"]),
            hand="footmen halberdiers bowmen",
        ),
    )
    _, events = fought(position, "goblins@1 goblins@2 goblins@3", "footmen@1 halberdiers@2 bowmen@3")
    assert [counted(events, ANN, battalion) for battalion in (1, 2, 3)] == [
        "2 normal: attack 1, FRENZY 1",
        "4 normal: attack 1, pair 1, FRENZY 2",
        "5 normal: attack 1, pair 1, FRENZY 3",
    ]


def test_frenzy_does_not_count_heroes() -> None:
    _, events = duel("orcs - - - - gobking", PLAIN, ("gobking", "castellan"))
    assert counted(events, ANN) == "3 normal: attack 3"


def test_hunt_adds_if_the_opposing_card_is_active_and_of_the_class() -> None:
    _, events = duel("outriders - - - - marshal", HORDE, ("outriders", "gobarch"))
    assert counted(events, ANN) == "5 normal: attack 4, HUNT 1"
    _, events = duel("outriders - - - - marshal", "goblins - - - - warlord", ("outriders", "gobarch"))
    assert counted(events, ANN) == "4 normal: attack 4"


def test_breach_adds_if_a_front_space_opposite_is_empty() -> None:
    _, events = duel("knights - - - - marshal", "goblins - goblins - - warlord", ("knights", "goblins"))
    assert counted(events, ANN) == "5 normal: attack 4, BREACH 1"
    _, events = duel("knights - - - - marshal", "goblins orcs goblins - - warlord", ("knights", "goblins"))
    assert counted(events, ANN) == "4 normal: attack 4"


def test_volley_adds_if_the_own_front_is_full() -> None:
    _, events = duel("footmen footmen footmen bowmen - marshal", HORDE, ("bowmen", "orcs"))
    assert counted(events, ANN) == "3 normal: attack 2, VOLLEY 1"
    _, events = duel("footmen - footmen bowmen - marshal", HORDE, ("bowmen", "orcs"))
    assert counted(events, ANN) == "2 normal: attack 2"


def test_rage_works_by_poison_too_and_only_of_the_same_kind() -> None:
    _, events = duel("orcs goblins - - - warlord", PLAIN, ("orcs", "castellan"), ann_more={"poison": ["1:F1"]})
    assert counted(events, ANN) == "4 normal: attack 3, RAGE 1"
    _, events = duel("orcs pikes - - - warlord", PLAIN, ("orcs", "castellan"), ann_more={"wounds": {"1:F2": 1}})
    assert counted(events, ANN) == "3 normal: attack 3"


def test_stand_adds_with_two_or_fewer_own_normal_units() -> None:
    _, events = duel("footmen - - bowmen - marshal", HORDE, ("marshal", "orcs"))
    assert counted(events, ANN) == "4 normal: attack 3, STAND 1"
    _, events = duel("footmen footmen - bowmen - marshal", HORDE, ("marshal", "orcs"))
    assert counted(events, ANN) == "3 normal: attack 3"


# --- support ---


def test_heal_takes_a_poison_die_or_else_a_wound_from_each_unit_here() -> None:
    more = {"wounds": {"1:F1": 1, "1:F2": 1, "1:H": 2}, "poison": ["1:F2"]}
    state, events = duel(
        "footmen footmen - chaplains - marshal", "- - - - - witch", ("chaplains", "goblins"), ann_more=more
    )
    cured = {(cure.place, cure.wounds, cure.poison) for cure in only(events, Healed).cures}
    assert cured == {("1:F1", 1, 0), ("1:F2", 0, 1), ("1:H", 1, 0)}
    assert state.sides[ANN].wounds[:6] == [0, 1, 0, 0, 0, 1]


def test_global_heal_takes_everything_from_each_unit_here_before_poison_works() -> None:
    more = {"wounds": {"1:F1": 1, "1:H": 3}, "poison": ["1:F1", "1:H"]}
    state, events = duel("footmen - - - - highpriest", "- - - - - witch", ("highpriest", "goblins"), ann_more=more)
    cured = {(cure.place, cure.wounds, cure.poison) for cure in only(events, Healed).cures}
    assert cured == {("1:F1", 1, 1), ("1:H", 3, 1)}
    assert row(state.sides[ANN], 1) == "footmen - - - - highpriest"
    assert state.sides[ANN].wounds[:6] == [0] * 6
    assert state.sides[ANN].poison[:6] == [0] * 6


def test_heal_works_in_its_own_battalion_and_in_no_other() -> None:
    rows = "footmen - - - - marshal / footmen - - chaplains - castellan / footmen - - - - wizard"
    wounded = side(rows, hand="chaplains bowmen bowmen", wounds={f"{number}:F1": 1 for number in (1, 2, 3)})
    foes = side("- - - - - witch / - - - - - warlord / - - - - - gobking", hand="goblins goblins goblins")
    _, events = fought(laid(wounded, foes), "bowmen@1 chaplains@2 bowmen@3", "goblins@1 goblins@2 goblins@3")
    healed = only(events, Healed)
    assert (healed.battalion, [cure.place for cure in healed.cures]) == (2, ["2:F1"])


def test_rally_counts_gold_above_silver_and_silver_above_bronze() -> None:
    for fleeing, unit in (("goblins shamans ogres", "ogres"), ("orcs ogres -", "ogres"), ("wolves orcs -", "orcs")):
        _, events = duel(
            "- - - shamans - warlord", "- - - - - wizard", ("shamans", "footmen"), ann_more={"fleeing": fleeing}
        )
        assert only(events, Rallied).unit == unit


def test_dispel_takes_attack_defence_and_support_from_the_opposing_card() -> None:
    _, events = duel("- - - - - wizard", "goblins goblins - - - warlord", ("wizard", "goblins"))
    assert only(events, Dispelled).seat == BEN
    assert counted(events, BEN) == "2 normal: attack 1, pair 1"
    _, events = duel("outriders - - - - marshal", "- - - - - mistweaver", ("outriders", "mistweaver"))
    assert counted(events, ANN) == "4 normal: attack 4"


def test_dispel_does_not_work_twice_two_such_cards_cancel_each_other() -> None:
    _, events = duel("- - - - - wizard", "- - - - - charmer", ("wizard", "charmer"))
    assert not all_of(events, Dispelled)
    assert "The two Dispel cards at battalion 1 cancel each other out." in told(events)


def test_rally_brings_back_the_highest_level_and_of_equals_the_one_that_fled_last() -> None:
    state, events = duel(
        "- - - shamans - warlord",
        "- - - - - wizard",
        ("shamans", "footmen"),
        ann_more={"fleeing": "goblins orcs pikes"},
    )
    assert only(events, Rallied).unit == "orcs"
    assert (state.sides[ANN].reserve, state.sides[ANN].fleeing) == (["orcs"], ["goblins", "", "pikes"])


def test_rally_needs_room_in_reinforcements() -> None:
    more = {"fleeing": "orcs - -", "reserve": "goblins goblins goblins"}
    _, events = duel("- - - shamans - warlord", "- - - - - wizard", ("shamans", "footmen"), ann_more=more)
    assert only(events, Rallied).unit == ""


def test_steadfast_lets_units_flee_with_four_wounds() -> None:
    state, events = duel(
        "ogres - - - - warlord",
        "- temple vipers - - king",
        ("ogres", "temple"),
        [5, 5, 5, 5, 1, 1, 1],
        ben_more={"wounds": {"1:F3": 1}},
    )
    (beaten,) = (event for event in all_of(events, Defeated) if event.seat == BEN)
    assert (beaten.unit, beaten.flees, beaten.why) == ("vipers", True, "steadfast")
    assert state.sides[BEN].fleeing == ["vipers", "", ""]


def test_no_quarter_beats_steadfast() -> None:
    more = {"wounds": {"1:F3": 1}, "poison": ["1:F3"]}  # four wounds with the two that get through
    state, events = duel(
        "- - - - - warlord", "- temple vipers - - king", ("warlord", "temple"), [5, 5, 5, 1, 1, 1], ben_more=more
    )
    (beaten,) = (event for event in all_of(events, Defeated) if event.seat == BEN)
    assert (beaten.unit, beaten.flees, beaten.why) == ("vipers", False, "no-quarter")
    assert state.sides[BEN].fleeing == ["", "", ""]


def test_no_quarter_of_the_second_seat_is_for_the_first() -> None:
    _, events = duel(
        "- temple vipers - - king",
        "- - - - - warlord",
        ("temple", "warlord"),
        [1, 1, 1, 5, 5, 5],
        ann_more={"wounds": {"1:F3": 1}, "poison": ["1:F3"]},
    )
    (beaten,) = (event for event in all_of(events, Defeated) if event.seat == ANN)
    assert (beaten.unit, beaten.flees, beaten.why) == ("vipers", False, "no-quarter")


def test_lob_passes_over_the_front_row_to_the_space_behind_or_the_hero() -> None:
    _, events = duel(
        "- - - bombards - marshal", "orcs orcs orcs gobarch - warlord", ("bombards", "pikes"), [1, 3, 4, 6]
    )
    assert only(events, Rolled).spaces == ("S1", "S1", "H", "H")


def test_every_power_of_the_data_has_a_function_and_every_function_a_row() -> None:
    assert set(HOUSE.powers) == set(EFFECTS)
    used = {power.code for kind in HOUSE.kinds.values() for power in kind.powers}
    assert used == set(EFFECTS)


@pytest.mark.parametrize("unit", [kind.id for kind in HOUSE.kinds.values() if kind.attack and not kind.hero])
def test_fd36_every_unit_with_an_attack_rolls_its_dice(unit: str) -> None:
    spaces = ["-"] * 5
    spaces[HOUSE.kinds[unit].spaces[0]] = unit
    hero = next(kind.id for kind in HOUSE.of(HOUSE.kinds[unit].faction) if kind.hero)
    _, events = duel(" ".join([*spaces, hero]), "goblins goblins goblins - - warlord", (unit, "pikes"))
    (dice,) = all_of(events, DiceCounted)
    assert dice.dice >= HOUSE.kinds[unit].attack

"""What becomes of cards in battle: counted from the events of a round."""

from __future__ import annotations

from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.balance.battles import Battles, Tally
from games.rules.fantasy_dice_battles.balance.usage import Usage, activity, idle, missing, watched
from games.rules.fantasy_dice_battles.events import (
    Cure,
    Defeated,
    DiceCounted,
    Dispelled,
    Healed,
    Rallied,
    Regrouped,
    Revealed,
    Term,
)
from tests.rules.fantasy_dice_battles.table import HOUSE

ROUND = [
    Revealed(0, "1", "halberdiers"),
    Revealed(1, "1", "wolves"),
    Revealed(0, "2", "bombards"),
    Revealed(1, "2", "warlord"),
    Revealed(0, "3", "chaplains", "absent"),
    Revealed(1, "3", "shamans"),
    Revealed(0, "regroup", "footmen"),
    DiceCounted(1, 1, "wolves", "normal", 1, (Term("attack", 3), Term("GUARD", -2))),
    DiceCounted(1, 3, "shamans", "poison", 2, (Term("attack", 1), Term("FRENZY", 1))),
    DiceCounted(0, 2, "bombards", "smash", 4, (Term("attack", 4),)),
    Healed(0, 1, "HEAL", ()),
    Healed(0, 1, "HEAL", (Cure("footmen", "1:F1", 1),)),
    Rallied(1, 3),
    Rallied(1, 3, "orcs"),
    Dispelled(1, 1, "wolves"),
    Regrouped(0, "regroup", "footmen", ("footmen",)),
    Defeated(0, "footmen", "2:F1", False, "no-quarter"),
    Defeated(1, "orcs", "3:F1", True, "steadfast"),
    Defeated(1, "orcs", "3:F2", True),
]


def test_active_cards_and_powers_that_work_are_counted() -> None:
    found = Usage()
    found.watch(HOUSE, list(ROUND))
    assert set(found.active) == {(0, "halberdiers"), (1, "wolves"), (0, "bombards"), (1, "warlord"), (1, "shamans")}
    assert set(found.active.values()) == {1}
    assert found.worked == {
        (0, "halberdiers", "GUARD"): 1,
        (0, "halberdiers", "HEAL"): 1,
        (0, "halberdiers", "DISPEL"): 1,
        (0, "bombards", "LOB"): 1,
        (1, "shamans", "FRENZY"): 1,
        (1, "shamans", "RALLY"): 1,
        (1, "warlord", "NO_QUARTER"): 1,
        (1, "shamans", "STEADFAST"): 1,
        (0, "footmen", "foot"): 1,
    }


def test_what_a_preset_carries_in_vain_is_found() -> None:
    pair = ("realm_a", "horde_a")
    army = HOUSE.presets["realm_a"].army
    found = {pair: (Tally(1, 0, 9, 100), Usage())}
    carried = {(unit, power.code) for unit in {*army.tokens, *army.reserve} for power in HOUSE.kinds[unit].powers}
    assert set(idle(HOUSE, found, "realm_a").powers) == carried
    unit, power = sorted(carried)[0]
    found[pair][1].worked[0, unit, power] = 1
    assert set(idle(HOUSE, found, "realm_a").powers) == carried - {(unit, power)}


def test_a_card_is_active_so_often_for_each_copy_in_a_battle() -> None:
    found, counted = watched(HOUSE, ("realm_a", "horde_a"), Battles(2, "u"))
    often = activity(HOUSE, {("realm_a", "horde_a"): (found, counted)})
    for seat, preset in enumerate(("realm_a", "horde_a")):
        units = [*HOUSE.presets[preset].army.tokens, *HOUSE.presets[preset].army.reserve]
        for unit in set(units):
            assert often[unit] == counted.active[seat, unit] / (2 * units.count(unit))


def test_a_foot_that_names_what_the_army_has_not_is_told() -> None:
    army = armies.parse(
        "realm: footmen footmen footmen bowmen bowmen marshal / footmen - - - - castellan / - - - - - wizard", HOUSE
    )
    assert missing(army, HOUSE)["wizard"] == ("bombards",)
    assert "footmen" not in missing(army, HOUSE)

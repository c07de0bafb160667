"""An army made whole by itself."""

from __future__ import annotations

import pytest

from games.rules.errors import IllegalStep
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.army.finishing import arranged, finished
from games.rules.fantasy_dice_battles.data import Army
from tests.rules.fantasy_dice_battles.table import HOUSE

NOTHING = ("",) * 18


@pytest.mark.parametrize("faction", sorted(HOUSE.factions))
def test_an_army_of_any_faction_is_filled_from_nothing(faction: str) -> None:
    army = finished(Army(faction, NOTHING), HOUSE)
    assert armies.faults(army, HOUSE) == []


def test_units_that_stand_where_they_may_stay_there() -> None:
    begun = armies.parse("horde: goblins troll - - - - / - - - - - - / - - - - - witch + wolves", HOUSE)
    army = finished(begun, HOUSE)
    assert [unit for unit, before in zip(army.tokens, begun.tokens, strict=True) if before] == [
        unit for unit in begun.tokens if unit
    ]
    assert army.reserve == ("wolves",)


@pytest.mark.parametrize("preset", sorted(HOUSE.presets))
def test_a_whole_army_is_left_as_it_is(preset: str) -> None:
    army = HOUSE.presets[preset].army
    assert finished(army, HOUSE) == army


@pytest.mark.parametrize("preset", sorted(HOUSE.presets))
def test_the_units_of_an_army_in_disorder_are_arranged(preset: str) -> None:
    army = HOUSE.presets[preset].army
    whole = arranged(Army(army.faction, army.tokens[::-1], army.reserve), HOUSE)
    assert armies.faults(whole, HOUSE) == []
    assert sorted(armies.units(whole)) == sorted(armies.units(army))


def test_an_army_beyond_its_points_cannot_be_filled() -> None:
    begun = Army("horde", ("ogres", "troll", "", "troll", *[""] * 14), ("ogres", "orcs", "orcs", "orcs"))
    with pytest.raises(IllegalStep, match="The army can’t be completed"):
        finished(begun, HOUSE)


def test_units_that_cannot_all_stand_are_refused_with_the_reason() -> None:
    army = Army("horde", ("gobarch", *[""] * 17))
    with pytest.raises(IllegalStep, match="no unit in this army can stand at"):
        arranged(army, HOUSE)

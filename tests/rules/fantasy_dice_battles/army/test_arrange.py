"""Units moved until every space of an army is filled (FD-4, FD-10)."""

from __future__ import annotations

import pytest

from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.army.arrange import Unplaced, arrange
from games.rules.fantasy_dice_battles.data import PLACES, Army
from tests.rules.fantasy_dice_battles.table import HOUSE

ROWS = (
    "halberdiers menatarms menatarms chaplains chaplains marshal",
    "outriders knights outriders bowmen chaplains castellan",
    "footmen menatarms footmen bombards bowmen wizard",
)
REALM = Army("realm", tuple(" ".join(ROWS).split()), ("bowmen",))


def loose(army: Army) -> Army:
    """Return the same units, all of them unplaced."""
    return Army(army.faction, ("",) * 18, tuple(armies.units(army)))


@pytest.mark.parametrize("preset", list(HOUSE.presets))
def test_arrange_fills_every_space_of_a_preset_from_its_units(preset: str) -> None:
    army = HOUSE.presets[preset].army
    filled = arrange(loose(army), HOUSE.kinds)
    assert isinstance(filled, Army)
    assert armies.faults(filled, HOUSE) == []
    assert sorted(armies.units(filled)) == sorted(armies.units(army))


def test_arrange_leaves_units_where_they_stand() -> None:
    assert arrange(REALM, HOUSE.kinds) == REALM


def test_arrange_moves_units_on_where_that_makes_room() -> None:
    tokens = [""] * 18
    tokens[PLACES.index("1:S1")] = "wolves"
    others = ["gobarch"] * 5 + ["goblins"] * 6 + ["pikes"] * 2 + ["orcs"]
    filled = arrange(Army("horde", tuple(tokens), (*others, "warlord", "witch", "gobking")), HOUSE.kinds)
    assert isinstance(filled, Army)
    assert armies.faults(filled, HOUSE) == []


def test_arrange_says_which_spaces_cannot_be_filled_and_by_whom_alone() -> None:
    units = ["menatarms"] * 4 + ["halberdiers"] * 5 + ["bowmen"] * 5
    found = arrange(Army("realm", ("",) * 18, (*units, "marshal", "wizard", "castellan")), HOUSE.kinds)
    assert isinstance(found, Unplaced)
    assert str(found.sentence(HOUSE.kinds)) == (
        "1:S1, 1:S2, 2:S1, 2:S2, 3:S1, 3:S2 must all be filled, but only 5 units can stand there: Bowmen, "
        "Bowmen, Bowmen, Bowmen, Bowmen."
    )


def test_arrange_says_that_nobody_may_stand_somewhere() -> None:
    found = arrange(Army("realm", ("",) * 18, ("bowmen",)), HOUSE.kinds)
    assert isinstance(found, Unplaced)
    assert str(found.sentence(HOUSE.kinds)) == "no unit in this army can stand at 1:F1."

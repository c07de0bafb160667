"""The armies of Fantasy Dice Battles, told apart by their factions."""

from collections.abc import Mapping

from games.boards.armies import Armies
from games.rules.fantasy_dice_battles.game import ARMY_NAMES
from games.rules.fantasy_dice_battles.sets.offered import SETS
from games.rules.fantasy_dice_battles.state import State
from games.rules.game import OptionValue, Seat


def army(state: State, seat: Seat) -> str:
    """Return the faction of a seat; empty before both armies are shown."""
    return "" if state.phase == "army" else state.sides[seat].faction


def preset(options: Mapping[str, OptionValue], seat: Seat) -> str:
    """Return the preset army that the options of a match give a seat; empty where it was drawn, or chosen by its
    player.
    """
    given = options.get(ARMY_NAMES[seat])
    return next((each.name for data in SETS.values() for each in data.presets.values() if each.id == given), "")


ARMIES = Armies({row.id: row.name for data in SETS.values() for row in data.factions.values()}, army)

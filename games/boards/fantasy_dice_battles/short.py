"""Choices in few words, where the card or unit that offers them is picked already."""

from games.boards.fantasy_dice_battles.unit_cards import unit_cards
from games.rules.fantasy_dice_battles import steps as st
from games.rules.fantasy_dice_battles.data import RESERVE, DataSet
from games.rules.fantasy_dice_battles.state import REGROUP
from games.rules.fantasy_dice_battles.steps import AnyStep


def short(step: AnyStep, data: DataSet) -> str:
    """Return who goes where; nothing where it has to be said whole."""
    match step:
        case st.Lay(unit, to) | st.Reinforce(unit, to) | st.Put(unit, to) if to != RESERVE:
            return f"{unit_cards(data)[unit].name} →\N{NO-BREAK SPACE}{'↩' if to == REGROUP else to}"
    return ""

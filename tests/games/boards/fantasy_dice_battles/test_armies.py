"""The armies of Fantasy Dice Battles."""

from __future__ import annotations

from games.boards.fantasy_dice_battles.armies import ARMIES
from games.rules.fantasy_dice_battles.state import Phase, State, bare_side


def state(phase: Phase) -> State:
    sides = [bare_side(), bare_side()]
    sides[0].faction, sides[1].faction = "horde", "realm"
    return State(sides=sides, set_digest=0, phase=phase)


def test_it_is_called_after_its_faction() -> None:
    assert [ARMIES.of(state("over"), seat) for seat in (0, 1)] == ["horde", "realm"]
    assert set(ARMIES.titles) >= {"realm", "horde", "brood", "sylvan"}


def test_there_is_none_before_both_are_shown() -> None:
    assert ARMIES.of(state("army"), 0) == ""

"""Why steps of Fantasy Dice Battles are not possible."""

from __future__ import annotations

from games.rules.fantasy_dice_battles.explain import why_not
from games.rules.fantasy_dice_battles.steps import Found, Take
from tests.rules.fantasy_dice_battles.table import ANN, fresh


def test_an_army_or_a_faction_of_another_data_set_is_told_to_be_none_of_the_match() -> None:
    def why(step: Take | Found) -> str | None:
        told = why_not(fresh().state, ANN, step)
        return None if told is None else str(told)

    elsewhere = "this match’s data set doesn’t have that."
    assert [why(Take("elves")), why(Found("elves"))] == [elsewhere, elsewhere]
    assert [why(Take("realm_a")), why(Found("realm"))] == [None, None]

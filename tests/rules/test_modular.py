"""Games by the floor plan hand what the contract asks for to their modules in one place."""

from __future__ import annotations

from typing import get_type_hints

import pytest

from games.rules.en_garde.game import EnGarde
from games.rules.fantasy_dice_battles.game import FantasyDiceBattles
from games.rules.field_of_glory.game import FieldOfGlory
from games.rules.modular import ModularGame
from tests.rules.en_garde.table import begun

CLASSES = (EnGarde, FieldOfGlory, FantasyDiceBattles)
DELEGATED = {name for name in vars(ModularGame) if not name.startswith("_")}


@pytest.mark.parametrize("game", CLASSES)
def test_a_game_repeats_nothing_that_is_handed_on_for_it(game: type[ModularGame]) -> None:
    assert {"describe", "label", "prompt", "explain", "hints", "whys", "check", "imagine"} <= DELEGATED
    assert DELEGATED & set(vars(game)) == set()


@pytest.mark.parametrize("game", CLASSES)
def test_the_api_can_tell_the_type_of_a_view(game: type[ModularGame]) -> None:
    assert get_type_hints(game.view)["return"] is game.view_type


def test_the_view_of_another_game_is_no_view_of_this_one() -> None:
    view = EnGarde().view(begun().state, 0)
    with pytest.raises(AssertionError):
        FieldOfGlory().prompt(view, 0)

"""The plain player to compare with: what it picks of the steps offered."""

from __future__ import annotations

from games.rules import engine, registry
from games.rules.chance import NoChance, ScriptedChance
from games.rules.fantasy_dice_battles.player import greedy
from games.rules.game import Step
from games.rules.playout import compose
from tests.rules.fantasy_dice_battles.table import ANN, fresh, laid, side

GAME = registry.game("fantasy-dice-battles", 1)
REALM = "footmen footmen footmen - - marshal / - - - - - castellan / - - - - - wizard"


def test_it_takes_the_preset_that_is_drawn() -> None:
    presets = engine.preview(GAME, fresh(), ANN, []).legal
    drawn = greedy.choose(GAME, GAME.view(fresh().state, ANN), presets, ScriptedChance([2]))
    assert drawn is not None
    assert GAME.text(drawn) == "army brood_a"


def test_an_army_that_is_begun_it_fills_with_what_is_offered_first_until_it_is_ready() -> None:
    steps: list[Step] = [GAME.parse_step("faction realm")]
    while (plan := engine.preview(GAME, fresh(), ANN, steps)).closing is None:
        step = greedy.choose(GAME, plan.view, plan.legal, NoChance())
        assert step is not None
        assert GAME.text(step) == "ready" or step == plan.legal[0]
        steps.append(step)
    assert GAME.text(steps[-1]) == "ready"


def test_it_sends_the_dearest_and_lays_what_has_most_dice_where_it_fights() -> None:
    hand = "orcs ogres warlord goblins goblins gobarch gobarch"
    rows = "orcs - - - - warlord / ogres - - - - witch / goblins - - - - gobking"
    position = laid(side(rows, hand=hand, lost="gobarch gobarch", reserve="goblins pikes"), side(REALM))
    said = [GAME.text(step) for step in compose(GAME, position, ANN, greedy.choose, NoChance())]
    assert said == [
        "reinforce pikes@1:F2",
        "reinforce goblins@2:F2",
        "lay orcs@1",
        "lay ogres@2",
        "lay goblins@3",
        "lay gobarch@regroup",
        "ready",
    ]

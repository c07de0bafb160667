"""The computer player: how well it plays, and what it decides where one answer is sensible."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from games.rules import engine, registry
from games.rules.chance import Chance, KeyedChance, NoChance
from games.rules.engine import AnyGame
from games.rules.fantasy_dice_battles import bot
from games.rules.fantasy_dice_battles.player.weighing import harm
from games.rules.fantasy_dice_battles.state import fighting
from games.rules.game import Step, View
from games.rules.playout import BOTS, Playout, compose, playout
from tests.parts import depth
from tests.rules.fantasy_dice_battles.table import ANN, BEN, HOUSE, laid, side

GAME = registry.game("fantasy-dice-battles", 1)
NAME = "fantasy-dice-battles"


def wins(seed: str, names: Sequence[str]) -> bool:
    record = playout(GAME, {}, seed, names)
    assert record.result is not None
    return [names[record.seats[seat].joined] for seat in record.result.winners] == [NAME]


@pytest.mark.deep
def test_it_wins_at_least_twenty_nine_of_thirty_matches_against_random_play() -> None:
    tables = [[NAME, "random"], ["random", NAME]]
    assert sum(wins(f"bot {number}", tables[number % 2]) for number in range(30)) >= 29


def test_it_ends_its_matches_against_itself_by_legal_steps_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def checked(game: AnyGame, view: View, offered: Sequence[Step | None], chance: Chance) -> Step | None:
        step = bot.choose(game, view, offered, chance)
        assert step in offered
        return step

    monkeypatch.setitem(BOTS, NAME, checked)
    for seed in range(depth.whole_or(3, 10)):
        assert playout(GAME, {}, f"mirror {seed}", [NAME, NAME]).result is not None


def test_it_draws_a_preset_and_asks_nothing_else_of_chance() -> None:
    match = Playout(GAME, {}, "alike", [NAME, NAME])
    match.play(2)
    while owing := engine.to_act(GAME, match.log.position):
        seat = min(owing)
        one, other = (compose(GAME, match.log.position, seat, bot.choose, NoChance()) for _ in range(2))
        assert one == other
        match.play(1)


def test_every_preset_is_taken_now_and_then() -> None:
    start = engine.start(GAME, {}, [0, 1], Playout(GAME, {}, "army", [NAME, NAME]).turns)[0]
    chance = KeyedChance(bytes(32))
    taken = {GAME.text(compose(GAME, start, ANN, bot.choose, chance)[0]) for _ in range(80)}
    assert taken == {f"army {preset}" for preset in HOUSE.presets}


def test_orders_planned_at_once_are_those_composed_step_by_step() -> None:
    match = Playout(GAME, {}, "whole", [NAME, NAME])
    match.play(2)
    while owing := engine.to_act(GAME, match.log.position):
        seat, state = min(owing), match.log.position.state
        steps = compose(GAME, match.log.position, seat, bot.choose, NoChance())
        assert bot.plan(HOUSE, state.sides[seat], state.sides[1 - seat], fighting(state)) == steps
        match.play(1)


def test_it_finishes_an_army_that_somebody_has_begun() -> None:
    start = engine.start(GAME, {}, [0, 1], Playout(GAME, {}, "army", [NAME, NAME]).turns)[0]
    steps: list[Step] = [GAME.parse_step("faction brood")]
    while (plan := engine.preview(GAME, start, ANN, steps)).closing is None:
        step = bot.choose(GAME, plan.view, plan.legal, NoChance())
        assert step is not None
        steps.append(step)
    assert engine.apply(GAME, start, ANN, steps, NoChance())


def answer(ann: str, ben: str, hand: str, **more: str) -> str:
    position = laid(side(ann, hand=hand, **more), side(ben, hand="footmen"))  # type: ignore[arg-type]
    return "; ".join(GAME.text(step) for step in compose(GAME, position, ANN, bot.choose, NoChance()))


REALM = "footmen footmen footmen - - marshal / - - - - - castellan / - - - - - wizard"


def test_it_lays_cards_where_they_are_active() -> None:
    hand = "orcs ogres warlord goblins goblins gobarch gobarch"
    said = answer(
        "orcs - - - - warlord / ogres - - - - witch / goblins - - - - gobking", REALM, hand, lost="gobarch gobarch"
    )
    assert {"lay ogres@2", "lay goblins@3"} <= set(said.split("; "))


def test_it_sends_reinforcements_and_brings_units_back() -> None:
    hand = "orcs orcs warlord goblins goblins gobarch gobarch"
    rows = "orcs orcs - - - warlord / orcs - - - - witch / goblins - - - - gobking"
    said = answer(rows, REALM, hand, lost="gobarch gobarch", reserve="pikes", fleeing="goblins - goblins")
    assert "reinforce pikes@" in said
    assert "@regroup" in said


def test_it_gives_useless_cards_away_for_new_ones() -> None:
    hand = "orcs warlord witch gobarch gobarch wolves wolves"
    rows = "orcs orcs - - - warlord / orcs - - - - witch / goblins - - - - gobking"
    said = answer(rows, REALM, hand, lost="gobarch gobarch wolves wolves")
    assert {"lay gobarch@regroup", "lay wolves@regroup"} & set(said.split("; "))


@pytest.mark.parametrize("seat", [ANN, BEN])
def test_it_throws_a_dead_hand_away(seat: int) -> None:
    """One battalion fights and no card of the hand does anything: every post that is free takes one of them."""
    position = GAME.load((Path(__file__).parent / "dead-hand.json").read_bytes())
    GAME.check(position.state)
    laid = [GAME.text(step) for step in compose(GAME, position, seat, bot.choose, NoChance())]
    assert [text.partition("@")[2] for text in laid] == ["1", "2", "3", "regroup", ""]


@pytest.mark.parametrize(
    ("color", "armour", "left", "faces", "dice", "expected"),
    [
        ("normal", "none", 2, 6, 3, (2.0, 1.0)),
        ("normal", "normal", 2, 6, 2, (1.0, 0.0)),
        ("smash", "normal", 2, 6, 2, (2.0, 1.0)),
        ("poison", "none", 2, 6, 2, (2.0, 0.0)),
        ("poison", "none", 2, 6, 3, (2.0, 1.0)),
        ("smash", "golden", 1, 3, 2, (0.25, 0.25)),
        ("normal", "none", 1, 3, 2, (0.75, 0.75)),
        ("normal", "none", 1, 0, 4, (0.0, 0.0)),
    ],
)
def test_it_knows_what_dice_may_be_expected_to_do(
    color: str, armour: str, left: int, faces: int, dice: int, expected: tuple[float, float]
) -> None:
    assert harm(color, armour, left, faces, dice) == pytest.approx(expected)

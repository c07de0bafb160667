"""The levels of the computer opponents: what they see, what the lowest overlooks, and no blunder to laugh at."""

from __future__ import annotations

import pytest

from games.rules import engine, registry
from games.rules.chance import KeyedChance
from games.rules.engine import AnyPosition
from games.rules.fantasy_dice_battles import bot
from games.rules.fantasy_dice_battles.levels import LEVELS, Eye, Glance
from games.rules.fantasy_dice_battles.visibility import view
from games.rules.levels import Level
from games.rules.playout import Playout, compose
from tests.rules.fantasy_dice_battles.table import ANN, laid, side

GAME = registry.game("fantasy-dice-battles", 1)
NAME = "fantasy-dice-battles"
HORDE = "orcs - - - - warlord / ogres - - - - witch / goblins - - - - gobking"
REALM = "footmen footmen footmen - - marshal / - - - - - castellan / - - - - - wizard"
HAND = "orcs ogres warlord goblins goblins gobarch gobarch"
USELESS = {f"lay gobarch@{post}" for post in "123"}
"""The goblin archers are lost, so their cards do nothing."""
BEATEN = "footmen footmen footmen - - marshal / - - - - - castellan / - - - - - -"
"""The side that loses the match with its next hero: the castellan, behind whom nobody stands."""


def position(hand: str = HAND, **more: str) -> AnyPosition:
    return laid(side(HORDE, hand=hand, lost="gobarch gobarch", **more), side(REALM, hand="footmen"))  # type: ignore[arg-type]


def answers(level: Level, at: AnyPosition, number: int = 8) -> list[list[str]]:
    """Return the orders that a level gives, by several chances."""
    chances = [KeyedChance(bytes([seed])) for seed in range(number)]
    return [[GAME.text(step) for step in compose(GAME, at, ANN, level.bot(), chance)] for chance in chances]


@pytest.mark.parametrize("level", LEVELS[1:], ids=lambda level: level.name)
def test_no_card_that_does_nothing_is_laid_where_another_one_would_do_something(level: Level) -> None:
    for orders in answers(level, position()):
        assert not USELESS & set(orders)


def test_the_lowest_does_even_that_now_and_then() -> None:
    assert 0 < sum(bool(USELESS & set(orders)) for orders in answers(LEVELS[0], position(), 40)) < 40


@pytest.mark.parametrize("level", LEVELS[1:], ids=lambda level: level.name)
def test_the_card_that_probably_ends_the_match_is_never_missed(level: Level) -> None:
    ann = side(HORDE, hand=HAND, lost="gobarch gobarch")
    at = laid(ann, side(BEATEN, hand="footmen", wounds={"2:H": 2}))
    assert all("lay ogres@2" in orders for orders in answers(level, at))


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_every_level_that_can_send_a_unit_sends_one(level: Level) -> None:
    for orders in answers(level, position(reserve="pikes"), 4):
        assert any(text.startswith("reinforce pikes@") for text in orders)


@pytest.mark.parametrize(
    ("text", "odds"),
    [
        ("lay orcs@1", 60),
        ("lay warlord@2", 40),
        ("reinforce pikes@1:F2", 40),
        ("lay orcs@regroup", 20),
        ("lay gobarch@1", 0),
        ("lay ogres@2", 100),
    ],
)
def test_the_card_of_a_hero_beside_is_harder_to_find_and_one_given_away_the_hardest(text: str, odds: int) -> None:
    ann = side(HORDE, hand="orcs ogres warlord", lost="gobarch gobarch")
    at = laid(ann, side(BEATEN, hand="footmen", wounds={"2:H": 2}))
    look = Glance(Eye(60, 40, 20), bot.known(view(at.state, ANN)))
    assert look.odds(GAME.parse_step(text)) == odds


def test_who_notices_everything_plays_as_before_there_were_levels() -> None:
    strong = next(level for level in LEVELS if level.name == "strong")
    match = Playout(GAME, {}, "as before", [NAME, NAME])
    match.play(2)
    while owing := engine.to_act(GAME, match.log.position):
        seat = min(owing)
        before = compose(GAME, match.log.position, seat, bot.choose, KeyedChance(bytes(32)))
        assert compose(GAME, match.log.position, seat, strong.bot(), KeyedChance(bytes(32))) == before
        match.play(1)

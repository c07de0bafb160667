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
STRONGEST = LEVELS[3:]
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


# --- what a newcomer laughed at ---

ORCS = "orcs ogres orcs gobarch gobarch warlord / "
MEN = "footmen footmen footmen bowmen bowmen marshal / menatarms knights menatarms chaplains bowmen castellan / "


@pytest.mark.parametrize("level", LEVELS[1:], ids=lambda level: level.name)
def test_a_wounded_hero_who_stands_open_is_shot_at_and_by_the_best_with_the_card_that_fells_him(level: Level) -> None:
    """The castellan can take two more wounds, four faces lead to him, and the wyvern rolls three smash dice there."""
    horde = ORCS + "- goblins - shamans shamans gobking / goblins goblins ogres troll wolves wyvern"
    ann = side(horde, hand="wyvern shamans shamans gobarch gobarch wolves orcs")
    ben = side(MEN.replace("castellan", "wizard") + "footmen - - - - castellan", hand="footmen", wounds={"3:H": 3})
    able = {"lay wyvern@3"} if level in STRONGEST else {"lay wyvern@3", "lay wolves@3"}
    for orders in answers(level, laid(ann, ben), 4):
        assert able & set(orders)


@pytest.mark.parametrize("level", STRONGEST, ids=lambda level: level.name)
def test_the_card_of_a_hero_frees_units_that_have_no_opponent(level: Level) -> None:
    """Ogres and two wolves wait where the enemy hero is gone, and the wyvern, whose card is held, calls them."""
    horde = ORCS + "goblins goblins goblins shamans shamans witch / ogres - - wolves wolves wyvern"
    ann = side(horde, hand="wyvern shamans wolves wolves gobarch orcs goblins")
    for orders in answers(level, laid(ann, side(MEN + "- - - - - -", hand="footmen")), 4):
        assert "lay wyvern@3" in orders


@pytest.mark.parametrize("level", LEVELS[1:], ids=lambda level: level.name)
def test_no_front_stays_empty_nor_is_a_dead_card_laid_behind_it_while_units_can_be_sent(level: Level) -> None:
    """The two other battalions are covered; footmen in reinforcements can stand before the bombards in the third."""
    covered = (
        "menatarms knights menatarms bowmen bowmen marshal / outriders menatarms halberdiers chaplains bowmen wizard"
    )
    ann = side(
        covered + " / - - - bombards bombards castellan",
        hand="footmen footmen bowmen menatarms knights chaplains marshal",
        reserve="footmen footmen",
    )
    horde = ORCS + "goblins goblins goblins wolves wolves gobking / goblins goblins ogres - troll wyvern"
    for orders in answers(level, laid(ann, side(horde, hand="troll wyvern ogres goblins gobarch")), 4):
        assert any(text.startswith("reinforce footmen@3:F") for text in orders)
        assert "lay footmen@3" in orders


# --- what each level notices ---


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


def test_the_strongest_says_that_it_tries_one_round_and_promises_no_more() -> None:
    assert LEVELS[-1].manner == "tries the round in its head"

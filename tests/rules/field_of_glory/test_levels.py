"""The levels of the computer opponents: what they see, what the lowest overlooks, and no blunder to laugh at."""

from __future__ import annotations

import pytest

from games.rules import registry
from games.rules.chance import KeyedChance
from games.rules.engine import AnyPosition
from games.rules.field_of_glory import bot
from games.rules.field_of_glory.levels import LEVELS, hardness
from games.rules.field_of_glory.player.reckoning import survey
from games.rules.field_of_glory.visibility import view
from games.rules.levels import Level
from games.rules.playout import compose
from tests.rules.field_of_glory.table import laid

GAME = registry.game("field-of-glory", 1)
HELD = {1: "blue", 2: "blue", 3: "blue"}

PRESSING: dict[str, tuple[AnyPosition, tuple[str, ...]]] = {
    "an attack at any odds, as the opponent would win": (
        laid({1: "/ MI4a", 2: "/ MI4b", 3: "LI2a / HI4a"}, control=HELD),
        ("attack LI2a",),
    ),
    "a unit against one of three columns, as the opponent would win": (
        laid({1: "/ AR2a", 2: "/ SP4a", 3: "/ HI4a"}, red="HI2b MI2a CV2a", control=HELD),
        ("place CV2a@", "place MI2a@1", "place MI2a@2", "place MI2a@3", "place HI2b@"),
    ),
    "the commander in a fight that decides": (
        laid({1: "/ MI4a", 2: "/ MI4b", 3: "SP4a / SP3a"}, red="LI2a LI2b CO5a", control=HELD),
        ("attack SP4a; bonus CO5a",),
    ),
    "an attack that wins the third terrain card for certain": (
        laid(
            {1: "MI4a /", 2: "MI3a /", 3: "LC2a / AR2a"},
            red="CO5a AR3a",
            blue="CO5a CO5b",
            control={1: "red", 2: "red", 3: "blue"},
        ),
        ("attack LC2a; bonus CO5a",),
    ),
}
"""Positions and how every sensible move in them begins: anybody who plays otherwise is laughed at."""


def answers(level: Level, position: AnyPosition, number: int = 6) -> set[str]:
    """Return what a level plays, by several chances."""
    chances = [KeyedChance(bytes([seed])) for seed in range(number)]
    moves = [compose(GAME, position, 0, level.bot(), chance) for chance in chances]
    return {"; ".join(GAME.text(step) for step in move) for move in moves}


@pytest.mark.parametrize("level", LEVELS[1:], ids=lambda level: level.name)
@pytest.mark.parametrize("what", PRESSING)
def test_what_averts_defeat_or_finishes_is_never_passed_over(level: Level, what: str) -> None:
    position, sensible = PRESSING[what]
    assert [move for move in answers(level, position) if not move.startswith(sensible)] == []


def test_the_lowest_overlooks_even_that_now_and_then() -> None:
    position, sensible = PRESSING["an attack at any odds, as the opponent would win"]
    assert {move.startswith(sensible) for move in answers(LEVELS[0], position, 40)} == {True, False}


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_nobody_pays_on_once_a_unit_is_paid_for(level: Level) -> None:
    position = laid(red="LI2a CO5a CO5b CO5c")
    for move in answers(level, position, 12):
        assert move.count("pay") <= move.count("place")


@pytest.mark.parametrize(
    ("text", "hard"),
    [
        ("settle", None),
        ("draw", None),
        ("go on", None),
        ("attack MI4a", 0),
        ("place HI4a@1", 0),
        ("place HI4a@3", 1),
        ("draw CO5a", 1),
        ("bonus CO5a", 1),
        ("keep HI4a CO5b", 1),
        ("flank MI4a@3", 2),
        ("reserves", 2),
        ("remove MI4a", 3),
    ],
)
def test_a_step_is_the_harder_to_find_the_rarer_it_is(text: str, hard: int | None) -> None:
    now = survey(view(laid({3: "MI4a / MI4b"}, red="CO5a").state, 0))
    assert hardness(now, GAME.parse_step(text)) == hard


def test_who_notices_everything_plays_as_before_there_were_levels() -> None:
    strong = next(level for level in LEVELS if level.name == "strong")
    for position, _ in PRESSING.values():
        move = compose(GAME, position, 0, bot.choose, KeyedChance(bytes(32)))
        assert answers(strong, position, 2) == {"; ".join(GAME.text(step) for step in move)}

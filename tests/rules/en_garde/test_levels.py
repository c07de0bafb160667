"""The levels of the computer opponents: what they see, what the lowest overlooks, and no blunder to laugh at."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import registry
from games.rules.chance import KeyedChance
from games.rules.en_garde import bot
from games.rules.en_garde.levels import LEVELS, hardness
from games.rules.en_garde.state import State
from games.rules.en_garde.visibility import view
from games.rules.engine import AnyPosition
from games.rules.levels import Level
from games.rules.playout import compose
from tests.rules.en_garde.table import laid

GAME = registry.game("en-garde", 1)
CHANCES = [KeyedChance(bytes([number])) for number in range(4)]

CERTAIN: dict[str, tuple[dict[str, Any], set[str]]] = {
    "three cards that nobody can parry": (
        {"hands": [[1, 2, 4, 4, 4], [1, 2, 3, 4, 4]], "pile": [1, 1, 2, 3, 5, 5], "fencers": [8, 12]},
        {"A4x3"},
    ),
    "one card, as the other ones of its value are gone": (
        {"hands": [[1, 1, 3, 3, 3], [1, 2, 4, 4, 5]], "pile": [1, 2, 5], "fencers": [8, 11]},
        {"A3x1", "A3x2", "A3x3"},
    ),
    "an advance and three cards, against a fencer with his back to the wall": (
        {"hands": [[1, 2, 3, 3, 3], [1, 1, 2, 3, 3]], "pile": [1, 2, 4, 5, 5], "fencers": [18, 23]},
        {"X2,3x3"},
    ),
    "a step back with the last cards, which wins by place": (
        {
            "hands": [[1, 3, 3, 4, 5], [1, 2, 4, 4, 5]],
            "pile": [3, 3],
            "fencers": [17, 22],
            "discards": [1] * 3 + [2] * 4 + [3] + [4] * 2 + [5] * 3,
        },
        {"B5"},
    ),
}
"""Positions in which some steps win the round for certain: anyone who passes them over is laughed at."""


def position(typed: dict[str, Any]) -> AnyPosition:
    return laid("{}", **typed)


def answers(level: Level, typed: dict[str, Any], chances: list[KeyedChance] = CHANCES) -> set[str]:
    """Return what a level plays, by several chances."""
    at = position(typed)
    fresh = [KeyedChance(chance.seed) for chance in chances]
    return {GAME.text(compose(GAME, at, 0, level.bot(), chance)[0]) for chance in fresh}


@pytest.mark.parametrize("level", LEVELS[1:], ids=lambda level: level.name)
@pytest.mark.parametrize("what", CERTAIN)
def test_a_certain_win_is_never_declined(level: Level, what: str) -> None:
    typed, wins = CERTAIN[what]
    assert answers(level, typed) <= wins


def test_the_lowest_overlooks_even_that_now_and_then() -> None:
    typed, wins = CERTAIN["three cards that nobody can parry"]
    played = answers(LEVELS[0], typed, [KeyedChance(bytes([number])) for number in range(40)])
    assert played & wins
    assert played - wins


@pytest.mark.parametrize(
    ("text", "hard"),
    [("F3", 0), ("P", 0), ("A5x1", 0), ("A5x2", 1), ("A5x4", 1), ("B2", 1), ("R2", 1), ("X1,2x1", 2), ("X1,2x3", 3)],
)
def test_a_step_is_the_harder_to_find_the_more_cards_it_takes(text: str, hard: int) -> None:
    assert hardness(GAME.parse_step(text)) == hard


def test_who_notices_everything_plays_as_before_there_were_levels() -> None:
    strong = next(level for level in LEVELS if level.name == "strong")
    typed = {"hands": [[1, 1, 2, 2, 3], [1, 2, 3, 4, 5]], "pile": [1, 2, 3, 4, 5, 5], "fencers": [5, 11]}
    state: State = position(typed).state
    best = bot.choose(GAME, GAME.view(state, 0), GAME.legal_steps(state, 0), CHANCES[0])
    assert answers(strong, typed) == {GAME.text(best)}


def test_a_weaker_player_takes_the_best_of_what_it_noticed() -> None:
    """It never takes a step that is worse than all others, if it noticed another one."""
    typed = {"hands": [[1, 1, 2, 2, 3], [1, 2, 3, 4, 5]], "pile": [1, 2, 3, 4, 5, 5], "fencers": [5, 11]}
    state: State = position(typed).state
    worth = bot.judged(view(state, 0), GAME.legal_steps(state, 0))
    order = [GAME.text(step) for step in sorted(worth, key=worth.__getitem__, reverse=True)]
    casual = [order.index(next(iter(answers(LEVELS[1], typed, [KeyedChance(bytes([n]))])))) for n in range(30)]
    assert casual.count(0) > casual.count(1) >= casual.count(len(order) - 1)
    assert len(set(casual)) > 1

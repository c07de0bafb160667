"""The computer player: how well it plays, and what it decides in positions where one answer is sensible."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import pytest

from games.rules import engine, registry
from games.rules.chance import Chance, NoChance
from games.rules.engine import AnyGame
from games.rules.errors import BadOption
from games.rules.field_of_glory import bot
from games.rules.game import Step, View
from games.rules.playout import BOTS, Playout, compose, playout

GAME = registry.game("field-of-glory", 1)
NAME = "field-of-glory"
THINKING = 2.0
"""Seconds that an answer may take."""


def wins(seed: str, names: Sequence[str]) -> bool:
    record = playout(GAME, {}, seed, names)
    assert record.result is not None
    return [names[record.seats[seat].joined] for seat in record.result.winners] == [NAME]


def test_it_wins_at_least_ninety_of_a_hundred_matches_against_random_play() -> None:
    tables = [[NAME, "random"], ["random", NAME]]
    assert sum(wins(f"bot {number}", tables[number % 2]) for number in range(100)) >= 90


def test_it_ends_its_matches_against_itself_by_legal_steps_alone_each_within_two_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slowest = 0.0

    def timed(game: AnyGame, view: View, offered: Sequence[Step | None], chance: Chance) -> Step | None:
        nonlocal slowest
        started = perf_counter()
        step = bot.choose(game, view, offered, chance)
        slowest = max(slowest, perf_counter() - started)
        assert step in offered
        return step

    monkeypatch.setitem(BOTS, NAME, timed)
    for seed in range(10):
        assert playout(GAME, {}, f"mirror {seed}", [NAME, NAME]).result is not None
    assert slowest < THINKING


def test_it_answers_the_same_view_alike_and_asks_nothing_of_chance() -> None:
    match = Playout(GAME, {}, "alike", [NAME, NAME])
    while owing := engine.to_act(GAME, match.log.position):
        seat = min(owing)
        one, other = (compose(GAME, match.log.position, seat, bot.choose, NoChance()) for _ in range(2))
        assert one == other
        match.play(1)


def test_it_plays_no_other_game() -> None:
    with pytest.raises(BadOption, match=r"^There is no computer player “field-of-glory”\. There are: random\.$"):
        playout(registry.game("en-garde", 1), {}, "1", [NAME, NAME])

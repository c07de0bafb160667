"""Levels: what every game's have in common, and what is said of how strong they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from games.rules import engine, levels, registry
from games.rules.chance import KeyedChance, NoChance
from games.rules.game import Step
from games.rules.levels import USUAL, Level, Measured, Pairing, Whole, never, noticed
from games.rules.playout import Playout, compose

ENOUGH = 400
"""So many matches that the score itself has to lie within the bounds; of fewer, the interval has to reach them."""
WITH_LEVELS = [slug for slug in registry.slugs() if levels.levels(slug)]
PAIRS = [
    (slug, level, below)
    for slug in WITH_LEVELS
    for level, below in zip(levels.levels(slug)[1:], levels.levels(slug), strict=False)
]


def chance(text: str) -> KeyedChance:
    return KeyedChance(text.encode())


def positions(slug: str) -> Iterator[tuple[engine.AnyPosition, int]]:
    """Yield the positions of a match at random, and who is to move."""
    match = Playout(registry.current(slug), registry.current(slug).meta.settle({}), "levels", ["random", "random"])
    while owing := engine.to_act(match.game, match.log.position):
        yield match.log.position, min(owing)
        match.play(1)


@pytest.mark.parametrize("slug", WITH_LEVELS)
def test_a_game_has_four_levels_or_more_one_of_them_the_usual_one(slug: str) -> None:
    names = [level.name for level in levels.levels(slug)]
    assert len(set(names)) == len(names) >= 4
    assert USUAL in names
    assert all(re.fullmatch("[a-z]+", name) for name in names)


@pytest.mark.parametrize(("slug", "level"), [(slug, level) for slug in WITH_LEVELS for level in levels.levels(slug)])
def test_a_level_takes_steps_that_are_offered_the_same_ones_for_the_same_chance(slug: str, level: Level) -> None:
    game = registry.current(slug)
    for number, (position, seat) in enumerate(positions(slug)):
        if number % 9 == 0:
            one, same = (compose(game, position, seat, level.bot(lambda: True), chance(str(number))) for _ in range(2))
            assert one == same
            engine.apply(game, position, seat, one, chance("draws"))


@pytest.mark.parametrize(("slug", "level"), [(slug, level) for slug in WITH_LEVELS for level in levels.levels(slug)])
def test_a_level_sees_no_more_than_its_seat(slug: str, level: Level) -> None:
    """In two states that look alike to it, it does the same."""
    game = registry.current(slug)
    for number, (position, seat) in enumerate(positions(slug)):
        if number in {3, 8}:
            view = game.view(position.state, seat)
            twin = engine.copy(game, position)
            twin.state = game.imagine(view, seat, chance("twin"))
            one, other = (compose(game, each, seat, level.bot(lambda: True), chance("l")) for each in (position, twin))
            assert one == other
        if number > 8:
            return


@pytest.mark.parametrize("slug", WITH_LEVELS)
def test_a_level_has_the_title_of_its_name_or_one_of_its_own(slug: str) -> None:
    titles = [level.title for level in levels.levels(slug)]
    assert len(set(titles)) == len(titles)
    assert [level.own_title or levels.TITLES.get(level.name) for level in levels.levels(slug)] == titles


def test_a_game_may_call_a_level_as_it_likes() -> None:
    known = levels.levels("en-garde")[0]
    assert known.title == "Beginner"
    assert known._replace(own_title="Page").title == "Page"


def test_a_level_says_how_it_plays_and_a_game_may_say_it_better() -> None:
    known = levels.levels("en-garde")[-1]
    assert known.manner == "looks several moves ahead"
    assert known._replace(own_title="Master").manner == ""
    assert known._replace(own_title="Master", own_manner="never parries").manner == "never parries"
    assert known._replace(own_manner="never parries").manner == "never parries"


UNCOMPARED = {("fantasy-dice-battles", "casual")}
"""Levels that notice less than the next lower one, but know at once which cards do nothing: by that they win."""


def eyes(slug: str) -> dict[str, Any]:
    """Return what each level notices that plays by an eye, weakest first: odds from plain to hard, and whether it sees
    at once what only the lowest overlooks."""
    known = levels.levels(slug)
    return {level.name: level.choose.args[0] for level in known if isinstance(level.choose, partial)}


@pytest.mark.parametrize("slug", WITH_LEVELS)
def test_each_level_notices_more_than_the_next_lower_one(slug: str) -> None:
    seen = eyes(slug)
    assert list(seen) == [level.name for level in levels.levels(slug)][: len(seen)]
    assert len(seen) >= len(levels.levels(slug)) - 1  # the strongest may search instead
    assert [see_at_once for *_, see_at_once in seen.values()] == [False] + [True] * (len(seen) - 1)
    for *odds, _ in seen.values():
        assert odds == sorted(odds, reverse=True)
    for (_, lower), (name, higher) in pairwise(seen.items()):
        if (slug, name) not in UNCOMPARED:
            assert all(less < more for less, more in zip(lower[:-1], higher[:-1], strict=True))


def test_what_is_noticed_falls_with_the_odds_and_is_never_nothing() -> None:
    seen = [step for number in range(400) for step in noticed({"easy": 90, "hard": 20}, chance(str(number)))]
    assert 370 < seen.count("easy") < 400
    assert 50 < seen.count("hard") < 110
    assert noticed({"easy": 1, "hard": 0, "none": 0}, chance("any")) == ["easy"]


def test_what_is_always_noticed_asks_for_chance_all_the_same_so_that_nothing_shifts() -> None:
    with pytest.raises(RuntimeError):
        noticed({"easy": 100}, NoChance())


def test_a_player_of_whole_moves_plans_again_once_its_steps_are_taken_or_not_offered() -> None:
    game = registry.current("fantasy-dice-battles")
    start = engine.start(game, {}, [0, 1], NoChance())[0]
    steps: list[Step] = list(engine.preview(game, start, 0, []).legal[:3])
    asked: list[int] = []

    def plan(*_: Any, **_given: Any) -> list[Step]:
        asked.append(len(asked))
        return steps[:2]

    whole = Whole(plan)
    bot, view = whole.bot(never), game.view(start.state, 0)
    taken = [bot(game, view, offered, NoChance()) for offered in (steps, steps, steps, [steps[0]])]
    assert taken == [steps[0], steps[1], steps[0], steps[0]]
    assert len(asked) == 3
    assert whole(game, view, steps, NoChance(), enough=never) == steps[0]


# --- what was measured ---


@pytest.mark.parametrize(
    ("won", "number", "low", "high"), [(78, 100, 68.9, 85.0), (312, 400, 73.7, 81.8), (0, 10, 0.0, 27.8)]
)
def test_the_interval_is_wilsons(won: int, number: int, low: float, high: float) -> None:
    found = levels.wilson(won / number, number)
    assert [100 * end for end in found] == [pytest.approx(low, abs=0.05), pytest.approx(high, abs=0.05)]


def test_a_match_that_nobody_won_counts_as_half_won() -> None:
    one, other = levels.levels("en-garde")[:2]
    found = levels.strength(other, one, "WWDL")
    assert (found.matches, found.score) == (4, 62.5)


def test_what_was_measured_of_another_version_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = Measured(99, "0", [Pairing("casual", "beginner", "WWL")])
    monkeypatch.setattr(levels, "read", lambda _package: measured)
    assert [each.matches for each in levels.strengths("en-garde")][1] == 0
    measured.version = registry.current("en-garde").meta.version
    assert levels.strengths("en-garde")[1].matches == 3


def test_without_a_file_nothing_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "read", lambda _package: None)
    assert [each.matches for each in levels.strengths("en-garde")] == [0] * len(levels.levels("en-garde"))


@pytest.mark.parametrize("slug", WITH_LEVELS)
def test_what_is_written_reads_back(slug: str) -> None:
    measured = levels.read(registry.PACKAGES[slug])
    assert measured is None or msgspec.json.decode(levels.written(measured), type=Measured) == measured


@pytest.mark.parametrize("slug", WITH_LEVELS)
def test_the_file_is_of_levels_that_stand_one_above_the_other(slug: str) -> None:
    measured = levels.read(registry.PACKAGES[slug])
    known = {(level.name, below.name) for each, level, below in PAIRS if each == slug}
    assert {(each.level, each.below) for each in measured.pairings} <= known if measured else True


@pytest.mark.parametrize(("slug", "level", "below"), PAIRS)
def test_a_level_that_was_measured_beats_the_next_lower_in_65_to_85_of_100(
    slug: str, level: Level, below: Level
) -> None:
    found = next(each for each in levels.strengths(slug) if each.level == level)
    if found.matches >= ENOUGH:
        assert 65 <= found.score <= 85
    elif found.matches:
        assert found.low <= 85
        assert found.high >= 65

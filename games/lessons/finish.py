"""The match that ends a lesson, played by the rules: the learner's moves, and the answers of the lowest level."""

import hmac
from collections.abc import Sequence
from typing import NamedTuple

from games.lessons.course import BadLesson
from games.lessons.lesson import Lesson
from games.rules import engine, levels, playout, registry
from games.rules.chance import KeyedChance
from games.rules.engine import AnyGame, AnyPosition
from games.rules.errors import RulesError
from games.rules.game import Event, Position


class Aftermath(NamedTuple):
    """Where the match stands, what the learner's newest move did, and what the computer has done since."""

    position: AnyPosition
    own: Sequence[Event] = ()
    answer: Sequence[Event] = ()


def beginning(slug: str, lesson: Lesson) -> Aftermath:
    """Return where the match begins. Raises BadLesson for a position that the rules refuse, or without a move."""
    assert lesson.finish is not None
    rules = registry.current(slug)
    position = Position(lesson.finish.position)
    try:
        rules.check(position.state)
    except RulesError as error:
        raise BadLesson(f"Lesson “{lesson.key}”, finish: {error}") from error
    if lesson.me not in engine.to_act(rules, position):
        raise BadLesson(f"Lesson “{lesson.key}”, finish: the learner has no move.")
    return Aftermath(position)


def after_moves(slug: str, lesson: Lesson, seed: bytes, moves: Sequence[str]) -> Aftermath:
    """Return where the learner's moves have led, each of them answered. Raises RulesError.

    All chance comes from the seed: the same moves lead to the same end.
    """
    at = beginning(slug, lesson)
    for number, text in enumerate(moves):
        at = after_one_move(slug, lesson, at.position, seed=seed, number=number, text=text)
    return at


def after_one_move(slug: str, lesson: Lesson, before: AnyPosition, *, seed: bytes, number: int, text: str) -> Aftermath:
    """Return where one more move leads, answered. `number` is how many moves came before it. Raises RulesError."""
    rules = registry.current(slug)
    steps = engine.parse_move(rules, text)
    moved = Aftermath(*engine.apply(rules, before, lesson.me, steps, KeyedChance(seed)))
    return _answered(rules, lesson, moved, hmac.digest(seed, f"computer {number}".encode(), "sha256"), seed)


def _answered(rules: AnyGame, lesson: Lesson, at: Aftermath, of_computer: bytes, seed: bytes) -> Aftermath:
    """Let the computer move, by a chance of its own, until the learner is asked again or the match is over."""
    bot = levels.levels(rules.meta.slug)[0].bot()
    chance = KeyedChance(of_computer)
    while (owing := engine.to_act(rules, at.position)) and lesson.me not in owing:
        seat = min(owing)
        steps = playout.compose(rules, at.position, seat, bot, chance)
        position, events = engine.apply(rules, at.position, seat, steps, KeyedChance(seed))
        at = Aftermath(position, at.own, [*at.answer, *events])
    return at

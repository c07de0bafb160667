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
    rules = registry.current(slug)
    at = beginning(slug, lesson)
    for number, text in enumerate(moves):
        at = _moved(rules, lesson, at.position, seed, text)
        at = _answered(rules, lesson, at, hmac.digest(seed, f"computer {number}".encode(), "sha256"), seed)
    return at


def _moved(rules: AnyGame, lesson: Lesson, before: AnyPosition, seed: bytes, text: str) -> Aftermath:
    steps = engine.parse_move(rules, text)
    return Aftermath(*engine.apply(rules, before, lesson.me, steps, KeyedChance(seed)))


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

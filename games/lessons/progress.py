"""How far somebody has come in lessons: kept in the account, and in the session of a visitor without one."""

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.sessions import LESSONS
from games.lessons import kept, lesson as lessons
from games.lessons.lesson import Lesson, name_kept


class NextScene(NamedTuple):
    """Where to go on: the key of a lesson, and a scene of it."""

    key: str
    number: int


def note(request: HttpRequest, slug: str, lesson: Lesson, number: int) -> None:
    """Keep the scene that has been reached."""
    reached = {name_kept(slug, lesson): number}
    if isinstance(request.user, User):
        kept.set_reached(request.user, reached)
    else:
        request.session[LESSONS] = {**request.session.get(LESSONS, {}), **reached}


def next_scene(request: HttpRequest, slug: str) -> NextScene | None:
    """Return where a reader goes on in a game: in the first lesson that is not done, or else at the beginning.

    None for a game without lessons.
    """
    known = lessons.of_game(slug)
    reached = _reached(request) if known else {}
    lesson = _undone(slug, reached)
    if lesson is not None:
        return NextScene(lesson.key, reached.get(name_kept(slug, lesson), 1))
    return NextScene(known[0].key, 1) if known else None


def is_done(user: User, slug: str) -> bool:
    """Say whether a user has come to the end of the first lesson of a game."""
    first = lessons.of_game(slug)[0]
    return kept.scenes_reached(user).get(name_kept(slug, first), 0) >= len(first.scenes)


def done(user: User, slug: str) -> set[str]:
    """Return the keys of the lessons of a game that a user has finished."""
    reached = kept.scenes_reached(user)
    return {each.key for each in lessons.of_game(slug) if reached.get(name_kept(slug, each), 0) >= len(each.scenes)}


def following(reader: User, slug: str) -> Lesson | None:
    """Return the lesson with which a user goes on who has finished one of the game; None if there is none."""
    known = lessons.of_game(slug)
    if len(known) < 2:
        return None
    lesson = _undone(slug, kept.scenes_reached(reader))
    return None if lesson is known[0] else lesson


def _undone(slug: str, reached: Mapping[str, int]) -> Lesson | None:
    """Return the first lesson of a game that is not done."""
    return next(
        (each for each in lessons.of_game(slug) if reached.get(name_kept(slug, each), 1) < len(each.scenes)), None
    )


def _reached(request: HttpRequest) -> dict[str, int]:
    """Return the scene that a reader has reached, by lesson."""
    if isinstance(request.user, User):
        return kept.scenes_reached(request.user)
    visited: dict[str, int] = request.session.get(LESSONS, {})
    return visited


@receiver(user_logged_in)
def take_over_lessons(request: HttpRequest, user: User, **_given: object) -> None:
    """Add to an account what a visitor has learnt before they sign in."""
    reached = request.session.pop(LESSONS, None)
    if reached:
        kept.reach_further(user, reached)

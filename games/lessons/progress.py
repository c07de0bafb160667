"""How far somebody has come in lessons: kept in the session."""

from typing import NamedTuple

from django.http import HttpRequest

from accounts.sessions import LESSONS
from games.lessons import lesson as lessons
from games.lessons.lesson import Lesson


class NextScene(NamedTuple):
    """Where to go on: the key of a lesson, and a scene of it."""

    key: str
    number: int


def note(request: HttpRequest, slug: str, lesson: Lesson, number: int) -> None:
    """Keep the scene that has been reached."""
    reached = request.session.get(LESSONS, {})
    request.session[LESSONS] = {**reached, _name(slug, lesson): number}


def next_scene(request: HttpRequest, slug: str) -> NextScene | None:
    """Return where a reader goes on in a game: in the first lesson that is not done, or else at the beginning.

    None for a game without lessons.
    """
    known = lessons.of_game(slug)
    for lesson in known:
        number = scene_reached(request, slug, lesson)
        if number < len(lesson.scenes):
            return NextScene(lesson.key, number)
    return NextScene(known[0].key, 1) if known else None


def scene_reached(request: HttpRequest, slug: str, lesson: Lesson) -> int:
    """Return the scene of a lesson at which a reader is; 1 before the first press."""
    number = request.session.get(LESSONS, {}).get(_name(slug, lesson), 1)
    return min(number, len(lesson.scenes))


def _name(slug: str, lesson: Lesson) -> str:
    return f"{slug}/{lesson.key}"

"""Where pages lead to lessons."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.core.seams.panels import MatchLook, Reader
from games.lessons import lesson as lessons, playing, progress
from games.rules import registry


class Way(NamedTuple):
    """The way to the lessons of a game, and about how many minutes one takes; `following` is the title of the one that
    it leads to, if the reader has finished those before it; `is_begun` says that the reader is in the midst of one."""

    slug: str
    title: str
    minutes: int
    following: str = ""
    is_begun: bool = False


def of_game(slug: str, reader: Reader | None) -> Way | None:
    """Return the way to the lessons of a game; None for a game without."""
    first = next(iter(lessons.of_game(slug)), None)
    if first is None:
        return None
    following = progress.following(reader, slug) if isinstance(reader, User) else None
    title = _(registry.current(slug).meta.title)
    return Way(slug, title, first.minutes, _(following.title) if following else "")


def into_game(slug: str, request: HttpRequest) -> Way | None:
    """Return the way to the lessons of a game for a reader whose session may know what they have begun."""
    way = of_game(slug, None)
    found = progress.next_scene(request, slug)
    if way is None or found is None:
        return way
    if found.number > 1 or playing.finish_to_resume(request, slug):
        return way._replace(is_begun=True)
    _first, *later = lessons.of_game(slug)
    following = next((_(lesson.title) for lesson in later if lesson.key == found.key), "")
    return way._replace(following=following)


class Row(NamedTuple):
    """A lesson in the list of a game, and whether the reader has finished it."""

    url: str
    title: str
    minutes: int
    is_done: bool


def all_of_game(slug: str, reader: Reader | None) -> Sequence[Row] | None:
    """Return all lessons of a game; None for a game without. Visitors see no marks: only their session knows."""
    done = progress.done(reader, slug) if isinstance(reader, User) else set()
    rows = [
        Row(reverse("lesson", args=[slug, each.key, 1]), _(each.title), each.minutes, each.key in done)
        for each in lessons.of_game(slug)
    ]
    return rows or None


def after_match(look: MatchLook) -> Way | None:
    """Return the way to the next lesson after a match against the computer, for players who have begun with lessons:
    for guests, and for others after their first match of the game."""
    if look.seat is None or not any(seat.house for seat in look.seats):
        return None
    if not (look.seat.is_first or look.seat.user.is_guest):
        return None
    way = of_game(look.match.game, look.reader)
    return way if way and way.following else None


def to_begin(reader: Reader) -> Sequence[Way] | None:
    """Return the ways to the lessons of all games; None if no game has any."""
    return [way for slug in registry.slugs() if (way := of_game(slug, None))] or None


def of_match(look: MatchLook) -> Way | None:
    """Return the way to the lessons of the game that is played."""
    return None if look.is_over else of_game(look.match.game, None)


def of_first_match(look: MatchLook) -> Way | None:
    """Return the same for a guest who has finished neither a match of the game nor its first lesson."""
    if not (isinstance(look.reader, User) and look.reader.is_guest):
        return None
    is_new = look.seat is not None and not look.seat.knows_game
    found = of_match(look) if is_new else None
    return None if found is None or progress.is_done(look.reader, found.slug) else found

"""What the gates ask of this feature (`tests/parts/features.py`)."""

from games.core.models import Match
from games.lessons import kept
from games.lessons.lesson import LESSONS
from games.lessons.models import Reached

SLUG, (FIRST, *_MORE) = next(iter(LESSONS.items()))
ENDING = next((slug, lesson.key) for slug, found in LESSONS.items() for lesson in found if lesson.finish)
"""A lesson that ends in a match, with its game."""

ADDRESSES = {
    "lesson_of": ((SLUG,), "get", 302, 302, 302, "post"),
    "lesson": ((SLUG, FIRST.key, "1"), "get", 200, 200, 200, "put"),
    "finish": (ENDING, "get", 200, 200, 200, "put"),
    "finish_plan": (ENDING, "post", 409, 409, 409, "get"),
}
FORGETS = ["lessons"]
MERGES = ["lessons"]
DELETED = {Reached: ["user"]}
HANDED_OVER = {Reached: ["user"]}


def make_rows(match: Match) -> None:
    """Have each player of a match be in the middle of a lesson."""
    for seat in match.seats.all():
        kept.set_reached(seat.user, {f"{SLUG}/{FIRST.key}": 2})

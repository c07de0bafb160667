"""What the gates ask of this feature (`tests/parts/features.py`)."""

from games.lessons.lesson import LESSONS

SLUG, (FIRST, *_MORE) = next(iter(LESSONS.items()))

ADDRESSES = {
    "lesson_of": ((SLUG,), "get", 302, 302, 302, "post"),
    "lesson": ((SLUG, FIRST.key, "1"), "get", 200, 200, 200, "put"),
}

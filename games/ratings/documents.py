"""What a person can download of their ratings."""

from collections.abc import Iterator
from typing import Any

from accounts.models import User
from games.core.seams.leaving import fields, in_portions
from games.ratings.models import Rating, RatingChange


def ratings(user: User) -> Iterator[dict[str, Any]]:
    for row in Rating.objects.filter(user=user).order_by("game"):
        yield fields(row, "game", "number", "deviation", "matches", "changed")


def changes(user: User) -> Iterator[dict[str, Any]]:
    """Return what each rated match has changed, the oldest first."""
    names = ("verdict", "number_before", "deviation_before", "number", "deviation")
    changed = RatingChange.objects.filter(user=user).select_related("match").order_by("match__ended", "match")
    for row in in_portions(changed):
        yield {"match": row.match.public_id, "game": row.match.game, **fields(row, *names)}

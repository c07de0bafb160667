"""Who sits in many matches."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Prefetch, prefetch_related_objects

from games.models import Match, Seat


def read(matches: Iterable[Match]) -> None:
    """Read the seats of these matches with their users, by one query; those that are known are not read again."""
    prefetch_related_objects(list(matches), Prefetch("seats", Seat.objects.select_related("user")))

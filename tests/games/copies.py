"""Lists of hundreds, without playing what is listed."""

from __future__ import annotations

import itertools
from datetime import timedelta
from typing import Any

from games.core.models import Match, Seat, Snapshot, TimeUp, Turn
from games.lobby.models import Invitation


def copies(match: Match, count: int) -> None:
    """Write more rows like those of a match: what a list reads, and no log."""
    names = (f"{match.public_id}-{number}" for number in itertools.count())
    fields = {f.attname: getattr(match, f.attname) for f in Match._meta.concrete_fields if not f.primary_key}
    Match.objects.bulk_create(Match(**{**fields, "public_id": next(names)}) for _ in range(count))
    for copy in Match.objects.filter(public_id__startswith=f"{match.public_id}-"):
        _furnish(copy, match)


def _furnish(copy: Match, match: Match) -> None:
    row: Any
    for row in (*Snapshot.objects.filter(match=match, ply=match.ply), *Invitation.objects.filter(match=match)):
        row.pk, row.match = None, copy
        row.save(force_insert=True)
    for seat in Seat.objects.filter(match=match):
        rows: list[Any] = [*Turn.objects.filter(seat=seat), *TimeUp.objects.filter(seat=seat)]
        seat.pk, seat.match = None, copy
        seat.save(force_insert=True)
        for each in rows:
            each.pk, each.match, each.seat = None, copy, seat
            if isinstance(each, Turn):
                each.deadline += timedelta(seconds=copy.pk)
            each.save(force_insert=True)

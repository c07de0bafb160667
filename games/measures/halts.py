"""The clocks of a suspended person: they stand for the first seven days of a suspension, even in matches without
vacations. After that they go on. Opponents see a clock that stands, and nothing of a suspension.

The row says it first, and then the matches learn of it one after the other, as of vacations. Where that stops half way,
the sweep goes on.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.core.clock.stops import Span
from games.core.models import Match, Seat
from games.core.services import clocks, stamps
from games.core.services.locked import LockedMatch
from games.measures.models import Kind, Measure

STANDS_FOR = timedelta(days=7)
"""How much of a suspension stops clocks."""
DAY = timedelta(days=1)
MATCHES_TOGETHER = 10
"""Matches that learn of it in one transaction; until it ends, moves in them wait."""


def update_after_commit(user_id: int) -> None:
    """Have the matches of a user know of suspensions once the transaction is committed."""
    transaction.on_commit(partial(update_halts, user_id), robust=True)


def spans(user_id: int, now: datetime) -> list[Span]:
    """Return from when to when the clocks of a user stand, as long as they do."""
    found = Measure.objects.in_force(now).filter(person=user_id, kind=Kind.SUSPEND)
    each = [(row.begun, min(row.ends, row.begun + STANDS_FOR)) for row in found if row.ends]
    return [span for span in each if span[1] > now]


def update_halts(user_id: int) -> None:
    """Have all running matches of a user know from when to when the clocks stand."""
    wanted = spans(user_id, timezone.now())
    running = Seat.objects.filter(user=user_id, match__status=Match.Status.PLAYING).order_by("match")
    keys = [seat.match_id for seat in running if list(seat.halts) != wanted]
    for first in range(0, len(keys), MATCHES_TOGETHER):
        _tell(keys[first : first + MATCHES_TOGETHER], user_id)


@transaction.atomic
def _tell(match_ids: Sequence[int], user_id: int) -> None:
    for locked in LockedMatch.lock_each(match_ids, wait=True, board=False):
        seat = next((seat for seat in locked.seats if seat.user_id == user_id), None)
        wanted = spans(user_id, locked.now)
        if seat is not None and not locked.match.ended and list(seat.halts) != wanted:
            clocks.stand_still(locked, seat, wanted)
            stamps.renew_for_vacations(locked, seat)
            locked.write_seats()


def tell_missed(now: datetime | None = None) -> None:
    """Have matches know that were missed: of those who are suspended, or were until a day ago."""
    now = now or timezone.now()
    recent = Measure.objects.filter(Q(ended=None) | Q(ended__gt=now - DAY), kind=Kind.SUSPEND)
    for user_id in recent.order_by("person").values_list("person", flat=True).distinct():
        update_halts(user_id)

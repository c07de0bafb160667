"""What my matches say to a player who comes back after a week or more."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q, Subquery
from django.utils import timezone

from accounts.models import User
from games.core.models import Seat, Turn
from games.core.models.seat import house_plays
from games.core.reading import reliability

LONG = timedelta(days=7)
"""How long a player opens no match before the page counts them as away."""


@dataclass(frozen=True)
class Returning:
    """What has happened since a player opened a match for the last time, and where their clocks run."""

    since: datetime
    ended: int
    """Matches that have ended since then."""
    out_of_time: int
    """Those of them in which the player's time ran out."""
    running: int
    """Matches with people in which the player's clock runs."""
    first: datetime | None
    """When the first of these clocks runs out."""


def last_opened(user: User) -> Subquery:
    """Return when a user opened a match for the last time, as a column of another query; `None` for never."""
    opened = Seat.objects.filter(user=user, opened_at__isnull=False).order_by("-opened_at")
    return Subquery(opened.values("opened_at")[:1])


def read_returning(user: User, opened: datetime | None) -> Returning | None:
    """Return what to tell a user who opened a match at this time, and none since; `None` if there is nothing to tell.

    It costs two queries, for those alone who were away.
    """
    now = timezone.now()
    if opened is None or opened > now - LONG:
        return None
    over = Seat.objects.filter(user=user, match__started__isnull=False, match__ended__gt=opened)
    ended = over.aggregate(ended=Count("pk"), out_of_time=Count("pk", filter=Q(outcome__in=reliability.MARKS)))
    paused = Q(match__paused_until__gt=now) | Q(house_plays())
    turns = Turn.objects.filter(user=user, deadline__gt=now).exclude(paused)
    found = Returning(since=opened, **ended, **turns.aggregate(running=Count("pk"), first=Min("deadline")))
    return found if found.ended or found.running else None

"""Counts what happens on the site, week by week; `docs/moderation.md` says what each figure means.

No page counts. What a player who moderates may not know of isn't counted while it is a secret.
"""

from datetime import UTC, date, datetime, time, timedelta
from time import monotonic

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.database.columns import IsListed
from accounts.models import User
from games.core.clock.stops import Span
from games.core.models import Entry, Match, Seat
from games.desk.models import Week

WEEK = timedelta(days=7)
WEEKS_BACK = 12
"""How many weeks are counted at most, the present one among them: by an index the matches are found that have ended
within 90 days."""
MAX_SECONDS = 45.0
"""Seconds after which no further week is counted: the next sweep goes on, and no task limit ends one."""


def monday(now: datetime) -> date:
    """Return the day on which the week of a moment begins, in UTC."""
    day = now.astimezone(UTC).date()
    return day - timedelta(days=day.weekday())


def count_due(now: datetime | None = None) -> int:
    """Count the present week and the last one, and those before that were never counted to their end; how many."""
    now = now or timezone.now()
    stops = monotonic() + MAX_SECONDS
    days = [monday(now) - number * WEEK for number in range(WEEKS_BACK)]
    counted = dict(Week.objects.filter(begins__gte=days[-1]).values_list("begins", "counted"))
    done = 0
    for day in days:
        if monotonic() < stops and _is_due(counted.get(day), day):
            figures = _figures((midnight(day), midnight(day + WEEK)))
            Week.objects.update_or_create(begins=day, defaults={"counted": now, **figures})
            done += 1
    return done


def midnight(day: date) -> datetime:
    """Return the moment at which a day begins, in UTC."""
    return datetime.combine(day, time(), UTC)


def _is_due(counted: datetime | None, day: date) -> bool:
    """Say whether a week is to be counted: until the one after it is over, as secrets open and guests stay."""
    return counted is None or counted < midnight(day + 2 * WEEK)


def _figures(span: Span) -> dict[str, int]:
    joined = User.objects.filter(_within("date_joined", span), is_bot=False, guest_until=None)
    begun = Entry.objects.filter(_within("created", span), ply=0)
    # Of matches that ended within 90 days none is thinned yet. An index finds these.
    ended = Match.objects.filter(_within("ended", span), thinned=False, started__isnull=False)
    return {
        **_players(span),
        "begun": begun.count(),
        "ended": ended.count(),
        "timed_out": ended.filter(_was_timed_out()).count(),
        "joined": joined.count(),
    }


def _within(field: str, span: Span) -> Q:
    begins, ends = span
    return Q(**{f"{field}__gte": begins, f"{field}__lt": ends})


def _was_timed_out() -> Exists:
    late = (Seat.Outcome.TIMEOUT, Seat.Outcome.ABSENT)
    return Exists(Seat.objects.filter(match=OuterRef("pk"), outcome__in=late))


def _players(span: Span) -> dict[str, int]:
    """Return how many people have made a move that isn't a secret any more, and how many guests."""
    person = {"match__seats__number": F("seat"), "match__seats__user__is_bot": False}
    moves = _open(Entry.objects.filter(_within("created", span), **person, match__seats__user__is_program=False))
    return moves.aggregate(people=_users(guests=False), guests=_users(guests=True))


def _users(*, guests: bool) -> Count:
    return Count("match__seats__user", distinct=True, filter=Q(match__seats__user__guest_until__isnull=not guests))


def _open(moves: QuerySet[Entry]) -> QuerySet[Entry]:
    """Return the moves that everybody may know of, and all of matches that are over."""
    return moves.filter(Q(match__ended__isnull=False) | ~IsListed("ply", "match__watch_blind"))

"""What becomes of old matches: positions are removed, and vacations of long ago."""

from datetime import datetime, timedelta

from django.db.models import F, Q
from django.utils import timezone

from accounts.database import portions
from accounts.models import Vacation
from games.core.models import Match, Seat, Snapshot
from games.core.reading import positions

VACATIONS_KEPT = timedelta(days=730)
"""How long a vacation is kept: no year's allowance hangs on it any more, and no clock that still runs."""
POSITIONS_KEPT = timedelta(days=90)
"""How long all snapshots of a match that is over are kept, and by what its clocks ran; then few are left."""


def thin(now: datetime | None = None) -> int:
    """Remove what no match needs that is over for long: most of its snapshots, and its players' time zones and
    vacations, by which its clocks ran. How many matches those were.

    The newest snapshot stays, every 128th, and those after entries that went back: pages play on from these.
    """
    due = (now or timezone.now()) - POSITIONS_KEPT
    return portions.each(Match.objects.filter(thinned=False, ended__lte=due), "ended", _thin)


def _thin(matches: list[Match]) -> None:
    held = [match.pk for match in matches]
    older = Snapshot.objects.filter(~Q(ply=F("match__ply")), match__in=held, back=False)
    older.alias(past=F("ply") % positions.THINNED_INTERVAL).filter(Q(ply=0) | ~Q(past=0)).delete()
    Seat.objects.filter(match__in=held).update(zone="", away=[])
    Match.objects.filter(pk__in=held).update(thinned=True)


def remove_vacations(now: datetime | None = None) -> int:
    """Forget the vacations that were over long ago and that all matches know of; return how many those were."""
    before = (now or timezone.now()) - VACATIONS_KEPT
    return portions.remove_rows(Vacation.objects.filter(ends__lte=before, noted=True), "ends")

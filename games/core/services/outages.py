"""Outages: noted when they are over, and given back to every deadline that was running.

The service was alive as long as beat was heard and the site answered. Deadlines move in batches, each in a transaction
of its own, so that no move waits for long; how far they have come stands in the outage's row.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Max

from accounts.database import rows
from games.core.clock import silence
from games.core.clock.stops import Span
from games.core.models import Heartbeat, Outage, Seat, Turn
from games.core.seams import outages as of_features
from games.core.services import clocks, heartbeats
from games.core.services.locked import LockedMatch

logger = logging.getLogger(__name__)

TURNS_A_BATCH = 10
"""Turns that get their time together; the moves of their matches wait until it is done."""


def well_until(now: datetime) -> datetime:
    """Return until when people could play, as far as it is known now."""
    answered = heartbeats.last(heartbeats.SITE) if settings.SITE_CHECK else None
    return silence.well_until(answered, now)


def not_given_back(locked: LockedMatch, seat: Seat) -> list[Span]:
    """Return when nobody could play in the turn of a seat, as far as its match has not got it back.

    That is the outages that were noted, and the silence that will be one. A player who moves before all is given back
    must lose no time by that.
    """
    turn = locked.turns.get(seat.pk)
    if turn is None:
        return []
    noted = Outage.objects.filter(ended__gt=turn.since, pk__gt=locked.match.outage).order_by("pk")
    return [*(outage.span for outage in noted), *_silence(locked.now)]


def _silence(now: datetime) -> list[Span]:
    """Return the silence since the service was last known to be alive, if it is long enough for an outage.

    It ends when the site was seen to answer, or else when somebody moves.
    """
    at = dict(Heartbeat.objects.filter(name__in=(heartbeats.CLOCK, heartbeats.SITE)).values_list("name", "at"))
    last = at.get(heartbeats.CLOCK, now)
    answered = at.get(heartbeats.SITE) if settings.SITE_CHECK else None
    known = silence.well_until(answered, now)
    until = known if known > last else now
    return [(last, until)] if silence.lost(last, until) else []


@transaction.atomic
def record_alive(now: datetime) -> timedelta:
    """Note that the service is alive, and with it an outage that is now over. The length of that; zero without one."""
    until = well_until(now)
    last, created = Heartbeat.objects.select_for_update().get_or_create(name=heartbeats.CLOCK, defaults={"at": until})
    lost = timedelta() if created else silence.lost(last.at, until)
    if lost:
        logger.warning("The service was out of reach for %s; deadlines move by as much.", lost)
        newest = Turn.objects.aggregate(newest=Max("pk"))["newest"] or 0
        of_features.call_hooks(Outage.objects.create(began=last.at, ended=until, last_turn=newest))
    Heartbeat.objects.filter(pk=last.pk, at__lt=until).update(at=until)
    return lost


def credit() -> timedelta:
    """Give back what is still owed of outages, also of those in whose midst somebody else has stopped.

    The lengths of these outages together; zero where nothing was owed.
    """
    owed = list(Outage.objects.owed())
    for outage in owed:  # one after the other: whether a deadline ran in the second may depend on the first
        while _credit(outage.pk):
            pass
    return sum((outage.length for outage in owed), timedelta())


@transaction.atomic
def _credit(outage_id: int) -> bool:
    """Give the next turns the time of an outage; whether there were any left."""
    (outage,) = rows.select(Outage, lock=True, id=outage_id)
    left = Turn.objects.filter(pk__gt=outage.credited, pk__lte=outage.last_turn)
    found = dict(left.order_by("pk").values_list("pk", "match")[:TURNS_A_BATCH])
    batch = rows.Batch()
    for locked in LockedMatch.lock_each(set(found.values()), wait=True, board=False):  # what a move read it has written
        if locked.match.outage < outage.pk:
            clocks.give_back(locked, outage)
            batch.extend(locked.batch)
    outage.credited = max(found, default=outage.last_turn)
    if outage.credited == outage.last_turn:
        outage.last_turn = max(outage.last_turn, _newest_without(outage))
    batch.update(outage)
    batch.write()
    return outage.credited < outage.last_turn


def _newest_without(outage: Outage) -> int:
    """Return the newest turn of a match that has not got its time yet; 0 if there is none.

    The turn that the match owed when the outage was noted has ended since then.
    """
    later = Turn.objects.filter(pk__gt=outage.last_turn, match__outage__lt=outage.pk)
    return later.filter(match__started__lt=outage.ended).aggregate(newest=Max("pk"))["newest"] or 0

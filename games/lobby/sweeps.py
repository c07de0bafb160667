"""Inviters are warned before their invitations expire; then the invitations are taken down. Matches without one end."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.database import portions
from games.core.models import Match, Outage
from games.core.services import outages, sweeps
from games.lobby import notices as invitations, services as lobby
from games.lobby.models import INVITATION_STANDS, Invitation


def due_warnings(now: datetime) -> list[int]:
    """Return invitations whose inviters must be told now that they will expire, soonest first."""
    return list(Invitation.objects.to_warn(now).order_by("expires").values_list("pk", flat=True)[: sweeps.ROWS_A_SWEEP])


def warn(now: datetime | None = None) -> int:
    """Tell the inviters of invitations that will soon expire; how many there were."""
    now = now or timezone.now()
    return sum(_warn(pk, now) for pk in due_warnings(now))


@transaction.atomic
def _warn(pk: int, now: datetime) -> bool:
    """Queue one warning, unless the invitation was taken up or another process has queued it by now."""
    if not Invitation.objects.to_warn(now).filter(pk=pk).update(warn_at=None):
        return False
    invitations.queue_expiring(Invitation.objects.select_related("match").get(pk=pk))
    return True


def expire_invitations(now: datetime | None = None) -> list[int]:
    """Take down the invitations that nobody has taken up in time; their matches."""
    now = now or timezone.now()
    if sweeps.heartbeat(now):
        return []
    due = (
        Invitation.objects.expired(outages.well_until(now))
        .order_by("match__created")  # by the index of open matches: PostgreSQL would read all that ever expired
        .values_list("match_id", flat=True)[: sweeps.ROWS_A_SWEEP]
    )
    fault = "The invitation to match %s could not be taken down"
    return [match_id for match_id in list(due) if sweeps.attempt(fault, lobby.expire, match_id, now)]


def void_unoffered(now: datetime | None = None) -> int:
    """End the matches that wait for players although nobody is invited any more; how many there were.

    No page leads to one: it is what a fault, or a hand in the database, has left.
    """
    now = now or timezone.now()
    waiting = Match.objects.filter(status=Match.Status.OPEN, created__lte=now - INVITATION_STANDS)
    return portions.each(waiting.filter(invitation=None), "created", lambda matches: _void(matches, now))


def _void(matches: list[Match], now: datetime) -> None:
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(status=Match.Status.VOID, ended=now)


def give_back(outage: Outage) -> None:
    """Let the invitations that stood when an outage began stand, and their inviters be warned, later by its length."""
    lost = outage.length
    standing = Invitation.objects.filter(expires__gt=outage.began)
    standing.update(expires=F("expires") + lost, warn_at=F("warn_at") + lost)

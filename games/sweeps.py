"""What is done from minute to minute: heartbeat and outage credit, reminders, expiry. The database is the truth."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from itertools import takewhile

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import clock, lobby, lobby_notices, notices, opponents, play
from games.models import Heartbeat, Invitation, Turn

logger = logging.getLogger(__name__)

LIMIT = 500
"""Rows one sweep takes up; the next one follows within a minute."""


@transaction.atomic
def beat(now: datetime | None = None) -> timedelta:
    """Note that the service is alive. After an outage every deadline that was running moves by its length.

    Returns the length of the outage; zero in ordinary times.
    """
    now = now or timezone.now()
    last, created = Heartbeat.objects.select_for_update().get_or_create(name="beat", defaults={"at": now})
    lost = timedelta() if created else clock.outage(last.at, now)
    if lost:
        logger.warning("The service was silent for %s; deadlines move by as much.", lost)
        Turn.objects.filter(deadline__gt=last.at).update(
            deadline=F("deadline") + lost, next_reminder_at=F("next_reminder_at") + lost
        )
        Invitation.objects.filter(expires__gt=last.at).update(expires=F("expires") + lost, warn_at=F("warn_at") + lost)
    Heartbeat.objects.filter(pk=last.pk, at__lt=now).update(at=now)
    return lost


def alive(name: str) -> None:
    """Note that a part of the service is alive."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": timezone.now()})


def due_reminders(now: datetime) -> list[int]:
    """Turns to be reminded of now, most urgent first."""
    return list(Turn.objects.to_remind(now).order_by("next_reminder_at").values_list("pk", flat=True)[:LIMIT])


def remind(now: datetime | None = None) -> int:
    """Queue every reminder that is due; how many there were."""
    now = now or timezone.now()
    return sum(_remind(pk, now) for pk in due_reminders(now))


@transaction.atomic
def _remind(turn_id: int, now: datetime) -> bool:
    """Queue one reminder, unless the move was made or somebody else did it meanwhile."""
    rows = Turn.objects.select_for_update(of=("self",)).select_related("match")
    turn = rows.to_remind(now).filter(pk=turn_id).first()
    if turn is None:
        return False
    notices.queue_reminder(turn)
    turn.reminders_sent += 1
    turn.next_reminder_at = None
    turn.save(update_fields=["reminders_sent", "next_reminder_at"])
    return True


def due_matches(now: datetime) -> list[int]:
    """Matches in which somebody's time is up, longest overdue first."""
    overdue = (
        Turn.objects.overdue(now)
        .filter(seat__house=False)
        .order_by("deadline")
        .values_list("match_id", flat=True)[:LIMIT]
    )
    return list(dict.fromkeys(overdue))


def expire(now: datetime | None = None) -> dict[int, str]:
    """Look at every match in which somebody's time is up; what was done, by match.

    After an outage nobody's time is up before the credit was given.
    """
    now = now or timezone.now()
    if beat(now):
        return {}
    return {match_id: _expire(match_id, now) for match_id in due_matches(now)}


def _expire(match_id: int, now: datetime) -> str:
    try:
        return play.expire(match_id, now)
    except Exception:  # one broken match must not keep the others from ending
        logger.exception("Match %s could not be looked at", match_id)
        return "failed"


def due_warnings(now: datetime) -> list[int]:
    """Invitations whose inviters are to be told now that they will expire, soonest first."""
    return list(Invitation.objects.to_warn(now).order_by("expires").values_list("pk", flat=True)[:LIMIT])


def warn(now: datetime | None = None) -> int:
    """Tell the inviters of invitations that will soon expire; how many there were."""
    now = now or timezone.now()
    return sum(_warn(pk, now) for pk in due_warnings(now))


@transaction.atomic
def _warn(pk: int, now: datetime) -> bool:
    """Queue one warning, unless the invitation was taken up or somebody else did it meanwhile."""
    if not Invitation.objects.to_warn(now).filter(pk=pk).update(warn_at=None):
        return False
    lobby_notices.queue_expiring(Invitation.objects.select_related("match").get(pk=pk))
    return True


def expire_invitations(now: datetime | None = None) -> list[int]:
    """Take down the invitations that nobody has taken up in time; their matches."""
    now = now or timezone.now()
    if beat(now):
        return []
    due = Invitation.objects.expired(now).order_by("expires").values_list("match_id", flat=True)[:LIMIT]
    return [match_id for match_id in list(due) if _expire_invitation(match_id, now)]


def _expire_invitation(match_id: int, now: datetime) -> bool:
    try:
        return lobby.expire(match_id, now)
    except Exception:  # one broken invitation must not keep the others up
        logger.exception("The invitation to match %s could not be taken down", match_id)
        return False


ANSWERS = 50
"""Moves a sweep makes in one match; the next one goes on."""


def answer() -> int:
    """Make the moves that house opponents owe; how many were made."""
    return sum(_answer(match_id) for match_id in opponents.owed()[:LIMIT])


def _answer(match_id: int) -> int:
    try:
        return sum(1 for _ in takewhile(bool, (opponents.answer(match_id) for _ in range(ANSWERS))))
    except Exception:  # one broken match must not keep the others waiting
        logger.exception("The house opponents of match %s could not move", match_id)
        return 0

"""Tell those who asked for it that a favourite offers a match to everybody.

To offer one costs the same however many ask: it only notes that we must tell them. A sweep then goes through them in
portions, which hold nothing that the one who offers could wait for.
"""

import logging
import time
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.database import claims, portions
from games.favourites import notices
from games.favourites.models import Favourite
from games.lobby.models import Invitation

logger = logging.getLogger(__name__)

PORTION = 200
"""Users who are told in one transaction."""
REST = timedelta(hours=1)
"""How long nobody is told again of matches that the same person offers."""
MAX_SECONDS = 20
"""Seconds after which a sweep begins no further portion."""


def tell_due(now: datetime | None = None) -> int:
    """Queue news of the open invitations that are no longer fresh for all who want it; how many notices."""
    now = now or timezone.now()
    end = time.monotonic() + MAX_SECONDS
    due = Invitation.objects.to_tell(now - timedelta(seconds=settings.TURN_MAIL_DELAY))
    _pass_by(due)
    return sum(_tell_of(invitation_id, now, end) for invitation_id in list(due.values_list("pk", flat=True)))


def _pass_by(due: QuerySet[Invitation]) -> None:
    """Settle together all invitations that nobody wants to be told of: most of them.

    Those of a suspended inviter wait.
    """
    wanted = Favourite.objects.filter(favoured=OuterRef("inviter"), tell=True, pk__gt=OuterRef("told_up_to"))
    portions.each(due.filter(~Exists(wanted), inviter__is_active=True), "created", _settle)


def _settle(invitations: list[Invitation]) -> None:
    Invitation.objects.filter(pk__in=[each.pk for each in invitations]).update(told_up_to=None)


def _tell_of(invitation_id: int, now: datetime, end: float) -> int:
    """Queue news of one invitation until all are told or the sweep ends; how many notices."""
    told = 0
    try:
        while time.monotonic() < end and (count := _tell_portion(invitation_id, now)) is not None:
            told += count
    except Exception:  # one that fails must not keep those after it from being told
        logger.exception("Invitation %s could not be told to those who asked", invitation_id)
    return told


@transaction.atomic
def _tell_portion(invitation_id: int, now: datetime) -> int | None:
    """Queue the next notices; return how many.

    Return `None` if there is nobody to tell now, or if another process is at it.
    """
    if not claims.claim("favourites"):
        return None
    waiting = Invitation.objects.filter(pk=invitation_id, told_up_to__isnull=False)
    invitation = waiting.select_related("match", "inviter").first()
    if invitation is None or invitation.state == "rests":  # whose inviter is suspended: told of afterwards
        return None
    found = list(_to_tell(invitation, now)[:PORTION]) if invitation.state == "waits" else []
    notices.queue_favourite(invitation, [favourite.user_id for favourite in found])
    Favourite.objects.filter(pk__in=[favourite.pk for favourite in found]).update(told=now)
    up_to = found[-1].pk if len(found) == PORTION else None
    Invitation.objects.filter(pk=invitation.pk).update(told_up_to=up_to)
    return len(found)


def _to_tell(invitation: Invitation, now: datetime) -> QuerySet[Favourite]:
    """Return the favourites whose owners want news of an invitation and may have it, in the order of telling.

    Don't wait for a favourite that somebody changes at this moment. Otherwise two of these could wait for each other.
    """
    inviter = invitation.inviter_id
    wanted = Favourite.objects.filter(favoured=inviter, tell=True, pk__gt=invitation.told_up_to)
    rested = wanted.filter(Q(told=None) | Q(told__lte=now - REST))
    confirmed = EmailAddress.objects.filter(user=OuterRef("user"), verified=True)
    here = rested.filter(Exists(confirmed), user__is_active=True)
    unblocked = here.exclude(user__blocks__blocked=inviter).exclude(user__blocked_by__blocker=inviter)
    return unblocked.order_by("pk").select_for_update(skip_locked=True, of=("self",))

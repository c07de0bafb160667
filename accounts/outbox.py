"""What is to be told: queued with the change it tells of, delivered afterwards, at least once.

A row goes from `pending` through `sending` to `sent`, `obsolete` or `failed`. Whoever sends it claims it first by a
conditional update and holds it for LEASE; a claim whose holder died lapses, and the next sweep takes the row up.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts import broker, rows
from accounts.channels import DeliveryError, Notice, transport
from accounts.models import Outbox, Preferences, User
from accounts.personal import personal

logger = logging.getLogger(__name__)

Renderer = Callable[[User, dict[str, Any]], Notice | None]
Status = Outbox.Status

LEASE = timedelta(seconds=300)
# Waits after a failure: minutes at first, then every six hours until three days have passed.
LADDER = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, *[360] * 11)]
SWEEP = timedelta(seconds=settings.OUTBOX_SWEEP)

_renderers: dict[str, Renderer] = {}
_titles: dict[str, str | Promise] = {}


# --- Queueing -------------------------------------------------------------------------------------------------------


def register(kind: str, renderer: Renderer, title: str | Promise | None = None) -> None:
    """Say how notices of a kind are written, and what their reader calls them (a lazily translated title).

    The renderer is called at the moment of sending, in the recipient's language and time zone, with the recipient and
    the payload; it answers None where the notice is no longer owed.
    """
    _renderers[kind] = renderer
    _titles[kind] = kind if title is None else title


def title(kind: str) -> str:
    """What a reader calls notices of this kind."""
    return str(_titles.get(kind, kind))


def letter(recipient_id: int, kind: str, key: str, payload: dict[str, Any], delay: timedelta = timedelta()) -> Outbox:
    """An outbox row by mail, not yet saved, due after `delay`. The payload holds ids only.

    Raises LookupError for a kind that was never registered.
    """
    if kind not in _renderers:
        raise LookupError(f"No renderer is registered for notices of the kind {kind!r}.")
    now = timezone.now()
    return Outbox(recipient_id=recipient_id, kind=kind, key=key, payload=payload, created=now, next_try=now + delay)


def queue(recipient_id: int, kind: str, key: str, payload: dict[str, Any], delay: timedelta = timedelta()) -> None:
    """Queue one notice inside the caller's transaction; a notice queued before under the same key stays as it is."""
    queue_all([letter(recipient_id, kind, key, payload, delay)])


def queue_all(letters: Sequence[Outbox]) -> None:
    """Queue several notices inside the caller's transaction."""
    if letters:
        batch = rows.Batch()
        enqueue(batch, letters)
        batch.write()


def enqueue(batch: rows.Batch, letters: Sequence[Outbox]) -> None:
    """Queue several notices with a batch of rows that is about to be written inside the caller's transaction."""
    for row in letters:
        batch.insert(row, ignore_conflicts=True)
    if letters:
        transaction.on_commit(lambda: wake(letters), robust=True)


def wake(letters: Iterable[Outbox]) -> None:
    """Ask a worker to deliver these rows once they are due; those due after the next sweep are left to it.

    A broker that cannot be reached is logged and forgotten: the sweep finds the rows.
    """
    from accounts.tasks import deliver as task  # imported late: the tasks import this module

    now = timezone.now()
    soon = [row for row in letters if row.next_try <= now + SWEEP]
    if soon:
        countdown = max((row.next_try - now).total_seconds() for row in soon)
        broker.publish(task, [[str(row.pk) for row in soon]], countdown)


# --- Delivering -----------------------------------------------------------------------------------------------------


def due(now: datetime) -> QuerySet[Outbox]:
    """The rows to be sent now: not yet tried, tried long enough ago, or left behind by a worker that died."""
    free = Q(status=Status.PENDING) | Q(status=Status.SENDING, lease__lte=now)
    return Outbox.objects.filter(free, status__in=Outbox.UNSENT, next_try__lte=now)


def deliver_due(now: datetime | None = None, limit: int = 200) -> int:
    """The sweep: deliver what is due, oldest first, at most `limit` rows. The number of rows it took up."""
    ids = due(now or timezone.now()).order_by("next_try").values_list("pk", flat=True)[:limit]
    return sum(deliver(pk) for pk in list(ids))


def deliver(outbox_id: UUID | str) -> bool:
    """Deliver one row if it is due and nobody else is at it. Whether this call took it up."""
    row = _claim(outbox_id, timezone.now())
    if row is None:
        return False
    try:
        status, note = _send(row)
    except DeliveryError as error:
        _put_off(row, str(error), permanent=error.permanent)
    except Exception as error:
        logger.exception("Notice %s could not be written", row)
        _put_off(row, f"{type(error).__name__} while the notice was written; see the server's log.", permanent=False)
    else:
        _finish(row, status=status, error=note, sent_at=timezone.now() if status == Status.SENT else None)
    return True


def _claim(outbox_id: UUID | str, now: datetime) -> Outbox | None:
    claimed = due(now).filter(pk=outbox_id)
    if claimed.update(status=Status.SENDING, lease=now + LEASE, attempts=F("attempts") + 1) != 1:
        return None
    return Outbox.objects.select_related("recipient__preferences").get(pk=outbox_id)


def _send(row: Outbox) -> tuple[Outbox.Status, str]:
    user = row.recipient
    if row.kind not in _renderers:
        raise DeliveryError(f"Nothing knows how to write notices of the kind “{row.kind}”.", permanent=True)
    with personal(user):
        notice = _renderers[row.kind](user, row.payload)
        if notice is None:
            return Status.OBSOLETE, ""
        if not wants(user, notice.preference):
            return Status.OBSOLETE, _("You have switched mails of this sort off.")
        transport(row.channel).send(row, notice)
    return Status.SENT, ""


def wants(user: User, preference: str) -> bool:
    """Whether a person with an account who may sign in has left notices of this sort on."""
    if user.is_bot or user.is_guest or not user.is_active:
        return False
    if not preference:
        return True
    chosen = Preferences.objects.filter(user=user) if not hasattr(user, "preferences") else [user.preferences]
    return all(getattr(each, preference) for each in chosen)


def _put_off(row: Outbox, error: str, *, permanent: bool) -> None:
    if permanent or row.attempts > len(LADDER):
        _finish(row, status=Status.FAILED, error=error)
    else:
        wait = LADDER[row.attempts - 1]
        _finish(row, status=Status.PENDING, error=error, next_try=timezone.now() + wait)


def _finish(row: Outbox, **changes: Any) -> None:
    """Write what came of it, unless the claim has lapsed and somebody else holds the row."""
    Outbox.objects.filter(pk=row.pk, status=Status.SENDING, lease=row.lease).update(lease=None, **changes)


def status_of(recipient_id: int, kind: str, key: str) -> Outbox.Status | None:
    """What became of a notice by mail; None where none was queued."""
    found = Outbox.objects.filter(recipient_id=recipient_id, channel="email", kind=kind, key=key)
    status = found.values_list("status", flat=True).first()
    return None if status is None else Status(status)

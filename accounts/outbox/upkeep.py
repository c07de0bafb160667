"""What becomes of letters afterwards: what is long over is removed, and how the others fare is known."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Halt, Outbox
from accounts.outbox import halts
from accounts.outbox.delivery import due
from accounts.outbox.registry import DAY

Status = Outbox.Status

KEPT = timedelta(days=settings.OUTBOX_KEPT)
"""How long it is remembered what was sent, failed, or was no longer needed."""
KEPT_OF_STRANGERS = timedelta(days=7)
"""The same of what went to an address that belongs to nobody here."""
REMOVED = 1000
"""Rows that are removed at once."""
LATE = timedelta(minutes=10)
"""A letter that is due for so long is late."""


def remove_old(now: datetime | None = None) -> int:
    """Forget what is long over, so many rows at a time that nobody waits for it; how many rows that were."""
    now = now or timezone.now()
    over = Outbox.objects.exclude(status__in=Outbox.UNSENT)
    strangers = over.filter(recipient=None, created__lte=now - KEPT_OF_STRANGERS)
    lately = Q(sent_at__gt=now - KEPT) | Q(failed_at__gt=now - KEPT)
    return _remove(strangers) + _remove(over.filter(created__lte=now - KEPT).exclude(lately))


def _remove(old: QuerySet[Outbox]) -> int:
    removed = 0
    while ids := list(old.values_list("pk", flat=True)[:REMOVED]):
        removed += old.filter(pk__in=ids).delete()[0]
    return removed


def health(now: datetime | None = None) -> dict[str, Any]:
    """How letters fare: `late` are due for LATE; `failed` have failed for good within a day; `refused` are those that
    no server has taken since one was taken; `halted` is since how many seconds all of a channel wait, or None.

    That is well while none is late, nothing halted, and fewer than halts.MAILBOXES mailboxes refused in a row.
    """
    now = now or timezone.now()
    late = due(now - LATE).count()
    failed = Outbox.objects.filter(status=Status.FAILED, failed_at__gt=now - DAY).count()
    refused = Outbox.objects.filter(refused=True)
    since = Halt.objects.order_by("since").values_list("since", flat=True).first()
    halted = None if since is None else round((now - since).total_seconds())
    mailboxes = refused.values("mailbox").distinct().count()
    ok = not late and halted is None and mailboxes < halts.MAILBOXES
    return {"ok": ok, "late": late, "failed": failed, "refused": refused.count(), "halted": halted}

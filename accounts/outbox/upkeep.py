"""What becomes of letters afterwards: what is long over is removed, and how the others fare is known."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.database import portions
from accounts.models import Halt, Outbox
from accounts.outbox import bounces, counts, halts, registry
from accounts.outbox.delivery import due_rows
from accounts.outbox.queueing import wake, wake_sweep
from accounts.outbox.registry import DAY
from accounts.outbox.strangers import TO_STRANGERS

Status = Outbox.Status

KEPT = timedelta(days=settings.OUTBOX_KEPT)
"""How long it is remembered what was sent, failed, or was no longer needed."""
KEPT_OF_STRANGERS = timedelta(days=7)
"""The same of what went to an address that belongs to nobody here."""
LATE = timedelta(minutes=10)
"""A letter that is due for so long is late."""
WEEK = timedelta(days=7)
COUNTED = 10_000
REASONS = 20
LONGEST_REASON = 120
"""Rows that are counted at most, reasons that are named, and signs of one."""
ADDRESS = re.compile(r"[^\s<>]+@[^\s<>]+")
"""Addresses in what a server says, which are not told apart."""


def remove_old(now: datetime | None = None) -> int:
    """Forget what is long over and no longer needed, except its number; return how many rows that were."""
    now = now or timezone.now()
    over = Outbox.objects.exclude(status__in=Outbox.UNSENT)
    strangers = over.filter(recipient=None, created__lte=now - KEPT_OF_STRANGERS)
    lately = Q(sent_at__gt=now - KEPT) | Q(failed_at__gt=now - KEPT)
    old = over.filter(created__lte=now - KEPT).exclude(lately).filter(*(~needed() for needed in registry.still_needed))
    return sum(portions.each(rows, "created", counts.delete_counted) for rows in (strangers, old))


def listed_since(now: datetime | None = None) -> datetime:
    """Return the moment since when everything that was told is listed."""
    return (now or timezone.now()) - KEPT


def send_again(chosen: QuerySet[Outbox]) -> list[Outbox]:
    """Send what waits, has failed or came back once more, now; the rows that this holds for."""
    again = chosen.filter(Q(status__in=[Status.PENDING, Status.FAILED]) | Q(status=Status.SENT, came_back=True))
    taken = list(again)
    now = timezone.now()
    fresh = {
        "attempts": 0,
        "next_try": now,
        "error": "",
        "failed_at": None,
        "sent_at": None,
        "report": "",
        "came_back": False,
    }
    ids = [row.pk for row in taken]
    Outbox.objects.filter(pk__in=ids).exclude(status=Status.SENDING).update(status=Status.PENDING, **fresh)
    halts.try_now()
    wake(Outbox.objects.filter(pk__in=ids))
    wake_sweep()
    return taken


def cancel(chosen: QuerySet[Outbox]) -> list[Outbox]:
    """Send nothing of what waits and is not on its way; the rows that this holds for."""
    waiting = list(chosen.filter(status=Status.PENDING))
    why = _("The people who run this site cancelled this notice.")
    mine = Outbox.objects.filter(pk__in=[row.pk for row in waiting], status=Status.PENDING)
    mine.update(status=Status.OBSOLETE, error=why)
    return waiting


@dataclass(frozen=True)
class Figures:
    """How letters fare: how many wait, are late, wait because their reader wants them later; and by reason how many
    have failed within a day and came back within a week; and what is kept of rows that were removed. No number is over
    COUNTED but of those."""

    waiting: int
    late: int
    held: int
    failed: list[tuple[str, int]]
    came_back: list[tuple[str, int]]
    removed: counts.Removed


def figures(now: datetime | None = None) -> Figures:
    """Return the figures at a moment. What is counted goes by an index, and ends at COUNTED."""
    now = now or timezone.now()
    unsent = Outbox.objects.filter(status__in=Outbox.UNSENT)
    failed = Outbox.objects.filter(status=Status.FAILED, failed_at__gt=now - DAY).values_list("error", flat=True)
    reported = Outbox.objects.exclude(report="").filter(came_back=True, sent_at__gt=now - WEEK)
    return Figures(
        _counted(unsent),
        _counted(due_rows(now - LATE)),
        _counted(unsent.exclude(held=None)),
        _by_reason(ADDRESS.sub("…", error)[:LONGEST_REASON] for error in failed[:COUNTED]),
        _by_reason(bounces.report_in_words(row) for row in reported.only("report", "came_back")[:COUNTED]),
        counts.removed(),
    )


def _counted(found: QuerySet[Outbox]) -> int:
    return found[:COUNTED].count()


def _by_reason(reasons: Iterable[str]) -> list[tuple[str, int]]:
    return Counter(reasons).most_common(REASONS)


def health(now: datetime | None = None) -> dict[str, Any]:
    """Return how letters fare: `late` are due for LATE, webhooks apart, whose servers may be slow; `failed` have failed
    for good within a day; `refused` are those that no server has taken since one was taken; `halted` is since how many
    seconds all of a channel wait, or None.

    That is well while none is late, nothing halted, and fewer than halts.MAILBOXES mailboxes refused in a row.
    """
    now = now or timezone.now()
    late = due_rows(now - LATE).exclude(TO_STRANGERS).count()
    failed = Outbox.objects.filter(status=Status.FAILED, failed_at__gt=now - DAY).count()
    refused = Outbox.objects.filter(refused=True)
    since = Halt.objects.order_by("since").values_list("since", flat=True).first()
    halted = None if since is None else round((now - since).total_seconds())
    mailboxes = refused.values("mailbox").distinct().count()
    ok = not late and halted is None and mailboxes < halts.MAILBOXES
    return {"ok": ok, "late": late, "failed": failed, "refused": refused.count(), "halted": halted}

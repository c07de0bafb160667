"""What is kept of notices whose rows are removed: their number, by day, kind, channel and what became of them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import F, Min, Sum

from accounts.database import portions
from accounts.models import Outbox, OutboxCount


class Total(NamedTuple):
    """How many notices of a kind, by a channel, had a status when they were removed."""

    kind: str
    channel: str
    status: str
    number: int

    @property
    def fate(self) -> str:
        """What became of them, in words."""
        return str(Outbox.Status(self.status).label)


@dataclass(frozen=True)
class Removed:
    """What was removed, the largest part first, and the first day with anything removed; `None` if nothing was."""

    since: date | None
    totals: list[Total]


def count_deleted(rows: Iterable[Outbox]) -> None:
    """Count rows, inside the transaction that deletes them.

    In the order of their keys: of two that count at once, neither waits for what the other holds.
    """
    counted = Counter((_day(row), row.kind, row.channel, row.status) for row in rows)
    for (day, kind, channel, status), number in sorted(counted.items()):
        about: dict[str, Any] = {"day": day, "kind": kind, "channel": channel, "status": status}
        made, _is_new = OutboxCount.objects.get_or_create(**about)
        OutboxCount.objects.filter(pk=made.pk).update(number=F("number") + number)


def delete_counted(rows: list[Outbox]) -> None:
    """Delete rows that are held, and count them."""
    count_deleted(rows)
    portions.delete(rows)


def _day(row: Outbox) -> date:
    """Return the day on which it was settled, by UTC."""
    return (row.sent_at or row.failed_at or row.created).date()


def removed() -> Removed:
    """Return all that was ever removed, in numbers."""
    since = OutboxCount.objects.aggregate(since=Min("day"))["since"]
    sums = OutboxCount.objects.values_list("kind", "channel", "status").annotate(total=Sum("number"))
    return Removed(since, [Total(*each) for each in sums.order_by("-total", "kind", "channel", "status")])

"""Old rows are taken so many at a time that nobody waits for a table, however many there are.

Each portion is a transaction of its own, so that what is done stays done. Rows that somebody holds are left to him, so
that two sweeps at once share the work and take no row twice.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet

ROWS = 1000
"""Rows that are taken at once."""
SECONDS = 45.0
"""Seconds after which no further portion is taken: the next sweep goes on, and no task limit ends one."""

M = TypeVar("M", bound=Model)
Act = Callable[[list[M]], object]


def remove_rows(found: QuerySet[M], by: str) -> int:
    """Delete rows; how many those were. `by` is as for `each`."""
    return each(found, by, delete)


def each(found: QuerySet[M], by: str, act: Act[M]) -> int:
    """Hand all rows over in portions, each of them held; how many rows those were.

    `by` is the column by whose index they are found, the smallest first: what is not among them is passed by once and
    not with each portion. `act` has to see to it that the rows it was given are found no more.
    """
    ends = monotonic() + SECONDS
    done = 0
    left = found.order_by(by)
    while rows := _portion(left, act):
        done += len(rows)
        left = left.filter(**{f"{by}__gte": getattr(rows[-1], by)})
        if monotonic() >= ends:
            break
    return done


def delete(rows: list[Any]) -> None:
    """Delete rows of one table that are held, in one statement."""
    type(rows[0])._base_manager.filter(pk__in=[row.pk for row in rows]).delete()


@transaction.atomic
def _portion(found: QuerySet[M], act: Act[M]) -> list[M]:
    rows = list(found.select_for_update(of=("self",), skip_locked=True, no_key=True)[:ROWS])
    if rows:
        act(rows)
    return rows

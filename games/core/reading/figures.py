"""Figures about everything there is: counted at once where that is little, else read as a sweep has kept them.

So a page costs the same however much there is, and where there is little no figure is older than the page.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games.core.models import Figure

FEW = 1_000
"""Up to so many rows, everything is counted for each request."""


class Counted(NamedTuple):
    """A figure by its key, the rows that it is about, and how it is worked out: plain values; None for how many.

    The rows come in the order of an index: without one PostgreSQL may look for a FEW of them in the whole table.
    """

    key: str
    rows: QuerySet[Any, Any]
    work_out: Callable[[], Any] | None = None

    @property
    def is_large(self) -> bool:
        """Whether there are more than a FEW rows."""
        return self._reached() > FEW

    @property
    def value(self) -> Any:
        """The figure; counted at once too where the sweep has not come to it yet."""
        reached = self._reached()
        if reached <= FEW:
            return reached if self.work_out is None else self.work_out()
        kept = Figure.objects.filter(key=self.key).values_list("value", flat=True).first()
        return self.counted() if kept is None else kept

    def counted(self) -> Any:
        """Return the figure, counted now."""
        return self.rows.count() if self.work_out is None else self.work_out()

    def _reached(self) -> int:
        return self.rows[: FEW + 1].count()

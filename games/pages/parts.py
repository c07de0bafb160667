"""Several lists on one page, each a page at a time."""

from __future__ import annotations

from typing import Any, cast

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import QueryDict

PAGE_SIZE = 20
"""Rows on a page of a list."""
MAX_LISTED = 1_000
"""Rows to which the pages of a list lead that everybody has; what is behind them is neither counted nor listed."""


class PartPage(Page):
    """A page of one of several lists; `before` and `after` are the queries that lead to its neighbours."""

    paginator: Part

    @property
    def before(self) -> str:
        return self.paginator.query(self.previous_page_number())

    @property
    def after(self) -> str:
        return self.paginator.query(self.next_page_number())


class Part(Paginator):
    """One of several lists, whose `count` is known; `asked` is the query, which calls its page by a name of its own."""

    count = 0

    def __init__(self, asked: QueryDict, name: str, rows: QuerySet[Any, Any], count: int) -> None:
        super().__init__(rows if count else rows.none(), PAGE_SIZE)
        self.asked, self.name, self.count = asked, name, count

    def _get_page(self, *given: Any, **named: Any) -> PartPage:
        return PartPage(*given, **named)

    def query(self, number: int) -> str:
        """The query with this page of the list instead, and all else as it was asked."""
        asked = self.asked.copy()
        asked[self.name] = str(number)
        return asked.urlencode()


def reached(rows: QuerySet[Any, Any]) -> int:
    """How many rows there are, MAX_LISTED at most: counted in their order, by the index that lists them."""
    return rows[:MAX_LISTED].count()


def page_of(asked: QueryDict, name: str, rows: QuerySet[Any, Any], count: int) -> PartPage:
    """The page that is asked for: the first for what is no number, the last where there are not so many."""
    return cast(PartPage, Part(asked, name, rows, count).get_page(asked.get(name)))

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
        self.asked = asked
        self.name = name
        self.count = count

    def _get_page(self, *given: Any, **named: Any) -> PartPage:
        return PartPage(*given, **named)

    def page_with(self, rows: list[Any], number: int) -> PartPage:
        """Return a page whose rows are read already."""
        return self._get_page(rows, number, self)

    def query(self, number: int) -> str:
        """Return the query with this page of the list instead, and all else as it was asked."""
        asked = self.asked.copy()
        asked[self.name] = str(number)
        return asked.urlencode()


def page_of(asked: QueryDict, name: str, rows: QuerySet[Any, Any], count: int) -> PartPage:
    """Return the page that is asked for: the first for what is no number, the last where there are not so many."""
    return cast(PartPage, Part(asked, name, rows, count).get_page(asked.get(name)))


def long_page_of(asked: QueryDict, name: str, rows: QuerySet[Any, Any]) -> PartPage:
    """Return the same of a list that everybody has, which leads to MAX_LISTED rows.

    Only these rows are read, and one more, which says that there is another page. The list is counted only for those
    who ask for a page that it does not have.
    """
    text = asked.get(name) or "1"
    number = int(text) if text.isdecimal() and len(text) < 4 else 0
    first = (number - 1) * PAGE_SIZE
    found = list(rows[first : min(first + PAGE_SIZE + 1, MAX_LISTED)]) if 0 <= first < MAX_LISTED else []
    if found or number == 1:
        return Part(asked, name, rows, first + len(found)).page_with(found[:PAGE_SIZE], number)
    return page_of(asked, name, rows, rows[:MAX_LISTED].count())

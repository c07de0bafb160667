"""Lists of the admin over tables that grow without end: what they ask of the database is bounded, and has an index."""

from functools import reduce
from operator import or_
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts import names, people
from accounts.models import User

MAX_ROWS = 10_000
"""Rows that a list leads to; those behind them are found by search and filters."""
MAX_FOUND = 1_000
"""Rows that a search leads to, where what it finds is put in order only then; who wants others types more."""

HALVES = {"r": "n", "v": "v"}
"""What may follow a last sign and make another one of both: “bar” begins “barn”, which looks like “bam”."""

BY_USER = _("Enter a user’s full name or email address.")


class BoundedPaginator(Paginator):
    """Pages of the first rows, `most` of them; never counts more."""

    @property
    def most(self) -> int:
        """How many rows it leads to."""
        return MAX_ROWS

    @cached_property
    def count(self) -> int:
        return min(self._reached, self.most)

    @property
    def is_cut(self) -> bool:
        """Whether there are more rows than it leads to."""
        return self._reached > self.most

    @cached_property
    def _reached(self) -> int:
        rows: QuerySet[Model] = self.object_list  # type: ignore[assignment]
        return rows.order_by()[: self.most + 1].count()


class FoundPaginator(BoundedPaginator):
    """Pages of rows that `bounded` has found."""

    @property
    def most(self) -> int:
        return MAX_FOUND


class LargeList(admin.ModelAdmin):
    """A list whose table may have millions of rows. It can be searched where a `search_help_text` says for what."""

    change_list_template = "admin/large_list.html"
    paginator = BoundedPaginator
    list_per_page = 50
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER

    def sought(self, text: str) -> Q:
        """Return which rows are meant by what was typed; each condition has an index."""
        raise NotImplementedError

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Return the row. Raises PermissionDenied before it is looked for.

        Django refuses a row only if there is one. So moderators could count letters, and see when one was queued.
        """
        if not self.has_view_permission(request):
            raise PermissionDenied
        return super().get_object(request, object_id, from_field)

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        return ["pk"] if self.search_help_text else []  # Django shows the field of a list that names any

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        text = search_term.strip()
        return (queryset.filter(self.sought(text)) if text and self.search_help_text else queryset), False


def bounded(rows: QuerySet[Any], found: QuerySet[Any]) -> QuerySet[Any]:
    """Return at most as many of the rows found as a search leads to; the others need no order.

    It doesn't matter which rows these are. They are named one by one: PostgreSQL reads the whole table if it is given a
    query that finds thousands.
    """
    return rows.filter(pk__in=list(found.order_by().values_list("pk", flat=True)[: MAX_FOUND + 1]))


class ColumnFilter(admin.SimpleListFilter):
    """By what a column holds, without asking the database for everything it holds."""

    field: str

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(**{self.field: self.value()}) if self.value() else queryset


def people_called(text: str) -> list[int]:
    """Return the ids of the users who have this name, or one that looks like it, or this email address."""
    return [*_ids(Q(skeleton=names.skeleton(text))), *_ids(people.with_address(text))]


def people_beginning(text: str) -> Q:
    """Return the users whose name looks as if it began so, or who have this email address."""
    looks = {names.skeleton(text), names.skeleton(text + HALVES.get(text[-1].lower(), ""))}
    named = [Q(skeleton__startswith=look) for look in sorted(looks)]
    return reduce(or_, named, Q(pk__in=_ids(people.with_address(text))))


def _ids(users: Q) -> list[int]:
    return list(User.objects.filter(users).values_list("pk", flat=True))

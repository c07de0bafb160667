"""Columns of a query that ask the database for more than a field of the row."""

from typing import Any

from django.db.models import F, Func, IntegerField, QuerySet, Subquery


def number_of(rows: QuerySet[Any, Any]) -> Subquery:
    """Return how many rows there are, as a column of another query."""
    number = Func(F("pk"), function="COUNT", output_field=IntegerField())  # no aggregate, which would group by key
    return Subquery(rows.order_by().values(how_many=number))

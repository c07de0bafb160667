"""Columns of a query that ask the database for more than a field of the row."""

from typing import Any

from django.db.models import BooleanField, F, Func, IntegerField, QuerySet, Subquery


def number_of(rows: QuerySet[Any, Any]) -> Subquery:
    """Return how many rows there are, as a column of another query."""
    number = Func(F("pk"), function="COUNT", output_field=IntegerField())  # no aggregate, which would group by key
    return Subquery(rows.order_by().values(how_many=number))


class IsListed(Func):
    """Whether a number is in a list of numbers that a JSON column holds: `IsListed("number", "list")`."""

    arity = 2
    output_field = BooleanField()

    def as_postgresql(self, compiler: Any, connection: Any, **given: Any) -> Any:
        joined = {"template": "(to_jsonb(%(expressions)s)", "arg_joiner": ") <@ "}
        return self.as_sql(compiler, connection, **joined, **given)

    def as_sqlite(self, compiler: Any, connection: Any, **given: Any) -> Any:
        joined = {"template": "(%(expressions)s)))", "arg_joiner": " IN (SELECT value FROM json_each("}
        return self.as_sql(compiler, connection, **joined, **given)

"""Single rows read and written with SQL that is built once.

Django builds the SQL of every query anew, which is most of what a small query costs; a submit makes a dozen. Values
pass through the fields' own conversions, as in Django's queries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Field, Model

M = TypeVar("M", bound=Model)
Converter = Callable[[Any, Any, Any], Any]


def select(model: type[M], *, lock: bool = False, **where: Any) -> list[M]:
    """The rows whose columns (attribute names) have these values; locked against other writers where asked."""
    sql, converters = _select(model, tuple(where), lock, connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(sql, _prepared(model, where.items()))
        return _made(model, cursor.fetchall(), converters)


def insert(row: Model, *, ignore_conflicts: bool = False) -> None:
    """Insert a new row at once. Its primary key is set only where the model makes it up itself."""
    batch = Batch()
    batch.insert(row, ignore_conflicts=ignore_conflicts)
    batch.write()


class Batch:
    """Rows to be written together, in this order: on PostgreSQL in one round trip."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.values: list[list[Any]] = []

    def insert(self, row: Model, *, ignore_conflicts: bool = False) -> None:
        """Insert a new row. Its primary key is set only where the model makes it up itself."""
        fields = _insertable(type(row))
        self.statements.append(_insert(type(row), ignore_conflicts))
        self.values.append([field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields])

    def update(self, row: Model, names: Iterable[str]) -> None:
        """Write some columns (attribute names) of a row."""
        names = tuple(names)
        self.statements.append(_update(type(row), names))
        self.values.append(_prepared(type(row), [(name, getattr(row, name)) for name in (*names, "pk")]))

    def delete(self, row: Model) -> None:
        """Remove a row that nothing refers to."""
        self.statements.append(_delete(type(row)))
        self.values.append(_prepared(type(row), [("pk", row.pk)]))

    def write(self) -> None:
        """Send everything. Raises IntegrityError like `save`; the caller's transaction is then to be given up."""
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("; ".join(self.statements), [value for values in self.values for value in values])
            else:
                for statement, values in zip(self.statements, self.values, strict=True):
                    cursor.execute(statement, values)


def _columns(model: type[Model]) -> tuple[Field[Any, Any], ...]:
    return tuple(model._meta.concrete_fields)


@cache
def _insertable(model: type[Model]) -> tuple[Field[Any, Any], ...]:
    return tuple(field for field in _columns(model) if not (field.primary_key and field.db_returning))


@cache
def _field(model: type[Model], name: str) -> Field[Any, Any]:
    if name == "pk":
        return model._meta.pk
    return next(field for field in _columns(model) if field.attname == name)


def _prepared(model: type[Model], values: Iterable[tuple[str, Any]]) -> list[Any]:
    return [_field(model, name).get_db_prep_save(value, connection) for name, value in values]


def _quoted(model: type[Model], names: Iterable[str]) -> list[str]:
    return [f'"{_field(model, name).column}"' for name in names]


@cache
def _select(model: type[Model], where: tuple[str, ...], lock: bool, vendor: str) -> tuple[str, dict[int, Any]]:
    columns = ", ".join(f'"{field.column}"' for field in _columns(model))
    wanted = " AND ".join(f"{column} = %s" for column in _quoted(model, where))
    sql = f'SELECT {columns} FROM "{model._meta.db_table}" WHERE {wanted}'
    if lock and vendor == "postgresql":  # SQLite has locked the database when the transaction began
        sql += " FOR NO KEY UPDATE"
    compiler = model._default_manager.all().query.get_compiler(connection=connection)
    return sql, compiler.get_converters([field.cached_col for field in _columns(model)])


def _made(model: type[M], found: list[tuple[Any, ...]], converters: dict[int, Any]) -> list[M]:
    names = [field.attname for field in _columns(model)]
    return [model.from_db(connection.alias, names, _converted(row, converters)) for row in found]


def _converted(row: tuple[Any, ...], converters: dict[int, tuple[list[Converter], Any]]) -> list[Any]:
    values = list(row)
    for position, (steps, column) in converters.items():
        for step in steps:
            values[position] = step(values[position], column, connection)
    return values


@cache
def _insert(model: type[Model], ignore_conflicts: bool) -> str:
    columns = ", ".join(f'"{field.column}"' for field in _insertable(model))
    places = ", ".join(["%s"] * len(_insertable(model)))
    conflict = "ON CONFLICT DO NOTHING" if ignore_conflicts else ""
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places}) {conflict}'


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> str:
    changes = ", ".join(f"{column} = %s" for column in _quoted(model, names))
    return f'UPDATE "{model._meta.db_table}" SET {changes} WHERE "{model._meta.pk.column}" = %s'


@cache
def _delete(model: type[Model]) -> str:
    return f'DELETE FROM "{model._meta.db_table}" WHERE "{model._meta.pk.column}" = %s'

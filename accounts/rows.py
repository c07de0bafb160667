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
        rows = cursor.fetchall()
    names = [field.attname for field in _columns(model)]
    return [model.from_db(connection.alias, names, _converted(row, converters)) for row in rows]


def insert(row: Model, *, ignore_conflicts: bool = False) -> bool:
    """Insert a new row and set its primary key; False where one like it was there and that may be ignored.

    Raises IntegrityError like `save`.
    """
    fields = _insertable(type(row))
    values = [field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(_insert(type(row), ignore_conflicts), values)
        written = cursor.fetchone()
    if written is None:
        return False
    if row.pk is None:
        (row.pk,) = written
    row._state.adding, row._state.db = False, connection.alias
    return True


def update(row: Model, names: Iterable[str]) -> bool:
    """Write some columns (attribute names) of a row; whether it is still there."""
    names = tuple(names)
    values = [(name, getattr(row, name)) for name in (*names, "pk")]
    with connection.cursor() as cursor:
        cursor.execute(_update(type(row), names), _prepared(type(row), values))
        return cursor.rowcount == 1


def delete(row: Model) -> None:
    """Remove a row that nothing refers to."""
    with connection.cursor() as cursor:
        cursor.execute(_delete(type(row)), _prepared(type(row), [("pk", row.pk)]))


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
    conflict = "ON CONFLICT DO NOTHING " if ignore_conflicts else ""
    key = model._meta.pk.column
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places}) {conflict}RETURNING "{key}"'


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> str:
    changes = ", ".join(f"{column} = %s" for column in _quoted(model, names))
    return f'UPDATE "{model._meta.db_table}" SET {changes} WHERE "{model._meta.pk.column}" = %s'


@cache
def _delete(model: type[Model]) -> str:
    return f'DELETE FROM "{model._meta.db_table}" WHERE "{model._meta.pk.column}" = %s'

"""Small rows read and written with SQL that is built once, several in one round trip.

Django builds the SQL of every query again, which is most of what a small query costs, and waits for each answer; a
submit needs a dozen. Values pass through the fields' own conversions, as in Django's queries.

This is how every transaction that holds a match writes (a submit, an offer, an expiry, the end of an invitation): it
reads the rows it will change by `select` or `select_each`, changes their attributes, puts each into one `Batch`
(`insert`, `update`, `delete`; notices too), and writes the batch once, as the last thing it does. `update` finds by
itself what has changed, so that nobody lists columns. Everything else is written by Django's `save` and `update`.

A module may use this only if `tests/bench/rows.py` says why: each `Query` has its line there, beside Django's own.

It leans on parts of Django that it does not promise to keep. If you take another Django, run
`tests/accounts/database/` on both databases (`--postgres`) and look at these:

- `QuerySet.query.get_compiler(alias)`, and of the compiler `as_sql`, `select`, `klass_info["select_fields"]`,
  `annotation_col_map`, `get_converters`; `get_related_populators`: how `Query` makes rows of what was found;
- `Field.cached_col`, `get_db_prep_save`, `db_returning`, `concrete_fields`: which columns a model has, and how a value
  is given to the database; for a new kind of column `test_rows_values.py` fails until an example stands in it;
- `Model.from_db`, which signals and deferred columns go by;
- a column that a database computes (`GeneratedField`) or gives back (`db_default`, which is not asked for) is not read
  after an insert;
- psycopg with values put in on our side (`mogrify`, several statements at once), which Django does unless
  `server_side_binding` is set.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from copy import deepcopy
from functools import cache, cached_property
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from django.core.exceptions import FieldDoesNotExist
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Field, JSONField, Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.transaction import TransactionManagementError

READ = "_read_by_rows"
"""Where a row keeps the values that it was read with, and since then those that it was given to a batch with."""

M = TypeVar("M", bound=Model)
Converter = Callable[[Any, Any, Any], Any]


class Wanted(NamedTuple):
    """The rows of a model whose columns (attribute names) have these values; locked against writers where asked.

    Where `wait` is False, rows that somebody else holds are left out instead of waited for.
    """

    model: type[Model]
    where: dict[str, Any]
    lock: bool = False
    wait: bool = True


def select(model: type[M], *, lock: bool = False, **where: Any) -> list[M]:
    """Return the rows of one table; see `Wanted`; nothing equals None.

    Raises TransactionManagementError for a lock that nothing would hold, FieldDoesNotExist for an unknown column.
    """
    (found,) = select_each(Wanted(model, where, lock))
    return found


def select_each(*wanted: Wanted) -> list[list[Any]]:
    """Return the rows of several tables, a list for each: on PostgreSQL in one round trip. Raises like `select`."""
    db = connections[DEFAULT_DB_ALIAS]
    if not wanted:
        return []
    if not db.in_atomic_block:
        _require_no_lock(wanted)
    parts = [_select(each.model, _equal(each.model, tuple(each.where)), _held(each, db)) for each in wanted]
    values = [_prepared(each.model, each.where.items(), db) for each in wanted]
    with db.cursor() as cursor:
        found = _answers(cursor, db, [sql for sql, _ in parts], values)
    return [_made(each.model, rows, part[1], db) for each, part, rows in zip(wanted, parts, found, strict=True)]


def select_among(
    model: type[M], name: str, values: Collection[Any], *, lock: bool = False, wait: bool = True
) -> list[M]:
    """Return the rows of one table in whose column `name` one of these values stands, in the order of their keys and
    locked in it; `lock` and `wait` as of `Wanted`. Raises like `select`.
    """
    db = connections[DEFAULT_DB_ALIAS]
    each = Wanted(model, {}, lock, wait)
    if not values:
        return []
    if not db.in_atomic_block:
        _require_no_lock([each])
    sql, converters = _select(model, _among(model, name, len(values)), _held(each, db))
    with db.cursor() as cursor:
        found = cursor.execute(sql, _prepared(model, [(name, value) for value in values], db)).fetchall()
    return _made(model, found, converters, db)


def _require_no_lock(wanted: Iterable[Wanted]) -> None:
    locked = [each.model.__name__ for each in wanted if each.lock]
    if locked:
        names = " and ".join(locked)
        raise TransactionManagementError(f"Rows of {names} can be locked only inside a transaction, which holds them.")


def _held(wanted: Wanted, db: Any) -> str:
    """Return how a SELECT locks what it finds. SQLite has locked the database when the transaction began."""
    if not wanted.lock or db.vendor != "postgresql":
        return ""
    return " FOR NO KEY UPDATE" if wanted.wait else " FOR NO KEY UPDATE SKIP LOCKED"


def _answers(cursor: Any, db: Any, statements: list[str], values: list[list[Any]]) -> list[list[tuple[Any, ...]]]:
    if db.vendor != "postgresql":
        return [cursor.execute(sql, given).fetchall() for sql, given in zip(statements, values, strict=True)]
    _send(cursor, statements, values)
    found = [cursor.fetchall()]
    while cursor.nextset():
        found.append(cursor.fetchall())
    return found


def _send(cursor: Any, statements: Iterable[str], values: Iterable[list[Any]]) -> None:
    """Send PostgreSQL several statements together, each with its own values already put in.

    psycopg remembers how to take a short statement apart. A long one it would take apart again each time.
    """
    cursor.execute("; ".join(cursor.mogrify(sql, given) for sql, given in zip(statements, values, strict=True)))


class Query(Generic[M]):
    """A Django query whose SQL is built once, when it is first asked; from then on only the values differ.

    `build` makes it from values that it hands on as they are. While it does so, `marks` stand for them, each of a kind
    with its value and unlike everything else in the query. Related rows and annotations come along as they do with
    Django.
    """

    def __init__(self, build: Callable[..., QuerySet[M]], *marks: str | int | UUID) -> None:
        self.build = build
        self.marks = marks

    def __call__(self, *values: str | int | UUID) -> list[M]:
        """Return the rows for these values, as many as there are marks."""
        db = connections[DEFAULT_DB_ALIAS]
        given = {_key(mark, db): _key(value, db) for mark, value in zip(self.marks, values, strict=True)}
        with db.cursor() as cursor:
            cursor.execute(self._plan.sql, [given.get(each, each) for each in self._plan.parameters])
            found = cursor.fetchall()
        return [self._row(_converted(row, self._plan.converters, db), db) for row in found]

    def first(self, *values: str | int | UUID) -> M | None:
        """Return the first row for these values, None where there is none."""
        return next(iter(self(*values)), None)

    @cached_property
    def _plan(self) -> QueryPlan:
        compiler = self.build(*self.marks).query.get_compiler(DEFAULT_DB_ALIAS)
        sql, parameters = compiler.as_sql()
        selected = [column for column, *_ in compiler.select]
        fields = compiler.klass_info["select_fields"]
        names = [selected[place].target.attname for place in fields]
        related: Any = get_related_populators  # whose types are those of another Django
        populators = related(compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS)
        converters = compiler.get_converters(selected)
        return QueryPlan(
            sql=sql,
            parameters=parameters,
            converters=converters,
            own=slice(fields[0], fields[-1] + 1),
            names=names,
            populators=populators,
            compiler=compiler,
        )

    def _row(self, values: list[Any], db: Any) -> M:
        plan = self._plan
        row: M = plan.compiler.klass_info["model"].from_db(db.alias, plan.names, values[plan.own])
        for populator in plan.populators:
            populator.populate(values, row)
        for name, place in plan.compiler.annotation_col_map.items():
            setattr(row, name, values[place])
        return row


def _key(value: str | int | UUID, db: Any) -> str | int | UUID:
    """Return a value as the database is given it."""
    return value.hex if isinstance(value, UUID) and not db.features.has_native_uuid_field else value


class QueryPlan(NamedTuple):
    """How a query is asked, and what its columns become: `own` are those of the row itself, called `names`."""

    sql: str
    parameters: Sequence[Any]
    converters: dict[int, Any]
    own: slice
    names: list[str]
    populators: list[Any]
    compiler: Any


class Batch:
    """Rows to be written together, in this order: on PostgreSQL in one round trip; once it has `joined` another batch,
    with those of that one."""

    def __init__(self) -> None:
        self.joined: Batch | None = None
        self.statements: list[str] = []
        self.values: list[list[Any]] = []

    def insert(self, row: Model, *, ignore_conflicts: bool = False) -> None:
        """Insert a new row. Its primary key is set only where the model makes it up itself; what Django fills in as it
        saves (`auto_now`) is for the caller to fill in."""
        names = [field.attname for field in _insertable(type(row))]
        self._add(_insert(type(row), ignore_conflicts), row, names)

    def update(self, row: Model) -> None:
        """Write what has changed in a row since it was read here or last given to a batch, lists that were extended
        included.

        Raises LookupError for a row that `select` did not read: nothing says what has changed in it.
        """
        if READ not in row.__dict__:
            raise LookupError(f"This {type(row).__name__} was not read by select: nothing tells what has changed.")
        read = row.__dict__[READ]
        names = [name for name in _names(type(row)) if getattr(row, name) != read[name]]
        if names:
            self._add(_update(type(row), tuple(names)), row, [*names, "pk"])
            read.update(_kept(type(row), {name: getattr(row, name) for name in names}))

    def delete(self, row: Model) -> None:
        """Remove a row that nothing refers to."""
        self._add(_delete(type(row)), row, ["pk"])

    def extend(self, other: Batch) -> None:
        """Write what another batch holds with this one; that one is then empty."""
        self.statements += other.statements
        self.values += other.values
        other.statements = []
        other.values = []

    def join(self, other: Batch) -> None:
        """Join another batch: from now on this one is written when that one is."""
        self.joined = other

    def _add(self, statement: str, row: Model, names: Sequence[str]) -> None:
        self.statements.append(statement)
        values = [(name, getattr(row, name)) for name in names]
        self.values.append(_prepared(type(row), values, connections[DEFAULT_DB_ALIAS]))

    def write(self) -> None:
        """Send everything. Raises IntegrityError as `Model.save` does: then give up the transaction."""
        if self.joined is not None:
            self.joined.extend(self)
        if not self.statements:
            return
        db = connections[DEFAULT_DB_ALIAS]
        with db.cursor() as cursor:
            if db.vendor == "postgresql":
                _send(cursor, self.statements, self.values)
            else:
                for statement, values in zip(self.statements, self.values, strict=True):
                    cursor.execute(statement, values)


def _columns(model: type[Model]) -> tuple[Field[Any, Any], ...]:
    return tuple(model._meta.concrete_fields)


@cache
def _names(model: type[Model]) -> list[str]:
    return [field.attname for field in _columns(model)]


@cache
def _insertable(model: type[Model]) -> tuple[Field[Any, Any], ...]:
    return tuple(field for field in _columns(model) if not (field.primary_key and field.db_returning))


@cache
def _field(model: type[Model], name: str) -> Field[Any, Any]:
    if name == "pk":
        return model._meta.pk
    for field in _columns(model):
        if field.attname == name:
            return field
    raise FieldDoesNotExist(f"{model.__name__} has no column called {name!r}.")


PLAIN = frozenset({int, str, bool, type(None)})
"""Types that need no conversion, except in a JSON column."""


def _prepared(model: type[Model], values: Iterable[tuple[str, Any]], db: Any) -> list[Any]:
    json = _json(model)
    return [
        value if type(value) in PLAIN and name not in json else _field(model, name).get_db_prep_save(value, db)
        for name, value in values
    ]


@cache
def _json(model: type[Model]) -> frozenset[str]:
    return frozenset(field.attname for field in _columns(model) if isinstance(field, JSONField))


def _quoted(model: type[Model], names: Iterable[str]) -> list[str]:
    return [f'"{_field(model, name).column}"' for name in names]


@cache
def _equal(model: type[Model], names: tuple[str, ...]) -> str:
    return " AND ".join(f"{column} = %s" for column in _quoted(model, names))


@cache
def _among(model: type[Model], name: str, count: int) -> str:
    column, key = _quoted(model, [name, "pk"])
    return f"{column} IN ({', '.join(['%s'] * count)}) ORDER BY {key}"


@cache
def _select(model: type[Model], wanted: str, held: str) -> tuple[str, dict[int, Any]]:
    columns = ", ".join(f'"{field.column}"' for field in _columns(model))
    sql = f'SELECT {columns} FROM "{model._meta.db_table}" WHERE {wanted}{held}'
    compiler = model._default_manager.all().query.get_compiler(DEFAULT_DB_ALIAS)
    return sql, compiler.get_converters([field.cached_col for field in _columns(model)])


def _made(model: type[M], rows: list[tuple[Any, ...]], converters: dict[int, Any], db: Any) -> list[M]:
    return [_instance(model, _converted(row, converters, db), db) for row in rows]


def _instance(model: type[M], values: list[Any], db: Any) -> M:
    names = _names(model)
    row = model.from_db(db.alias, names, values)
    row.__dict__[READ] = _kept(model, dict(zip(names, values, strict=True)))
    return row


def _kept(model: type[Model], values: dict[str, Any]) -> dict[str, Any]:
    """Return values to compare with later: lists and dictionaries may be changed in place until then."""
    return values | {name: deepcopy(values[name]) for name in _json(model) & values.keys()}


def _converted(row: tuple[Any, ...], converters: dict[int, tuple[list[Converter], Any]], db: Any) -> list[Any]:
    values = list(row)
    for position, (steps, column) in converters.items():
        for step in steps:
            values[position] = step(values[position], column, db)
    return values


@cache
def _insert(model: type[Model], ignore_conflicts: bool) -> str:
    columns = ", ".join(f'"{field.column}"' for field in _insertable(model))
    places = ", ".join(["%s"] * len(_insertable(model)))
    conflict = " ON CONFLICT DO NOTHING" if ignore_conflicts else ""
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places}){conflict}'


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> str:
    changes = ", ".join(f"{column} = %s" for column in _quoted(model, names))
    return f'UPDATE "{model._meta.db_table}" SET {changes} WHERE "{model._meta.pk.column}" = %s'


@cache
def _delete(model: type[Model]) -> str:
    return f'DELETE FROM "{model._meta.db_table}" WHERE "{model._meta.pk.column}" = %s'

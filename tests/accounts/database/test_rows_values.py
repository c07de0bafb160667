"""What columns of every kind hold goes through `rows` as it goes through Django, there and back."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from django.apps import apps
from django.db.models import Model

from accounts.database import rows
from accounts.models import Outbox, SignUp, Token, User
from games.core.models import Match, MatchSecret, Seat
from games.ratings.models import Rating
from tests.parts.cast import person

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 22, 12, 0, 0, 123456, tzinfo=UTC)
TEXT = 'O\'Hara "50 %" %s %(a)s ; -- \\ ß 🎲\nend'
NESTED = {"a": [1, None, True, 1.5], "%s": {"b": TEXT}, "ß": []}
ME = "me"
"""Stands for the key of a user."""


class Column(NamedTuple):
    """A column, by its model and name, and values that it can have."""

    model: type[Model]
    name: str
    values: tuple[Any, ...]


COLUMNS = {
    "BigAutoField": Column(Match, "id", (7, 2**40)),
    "BigIntegerField": Column(Seat, "chat_read", (1, 2**40)),
    "BinaryField": Column(MatchSecret, "secret", (b"", b"\x00\xff%s';\\")),
    "BooleanField": Column(Seat, "hints", (True, False, None)),
    "CharField": Column(Outbox, "key", ("", TEXT)),
    "DateField": Column(Token, "used", (date(2026, 2, 28), None)),
    "DateTimeField": Column(Match, "started", (NOON, None, NOON.replace(microsecond=0))),
    "DurationField": Column(Seat, "bank", (timedelta(days=3, microseconds=1), timedelta(), None)),
    "EmailField": Column(User, "email", ("o'hara@example.org", "")),
    "FloatField": Column(Rating, "number", (1500.0, -0.125, 1421.337)),
    "ForeignKey": Column(Outbox, "asker_id", (ME, None)),
    "IntegerField": Column(Match, "ply", (-2, 2**31 - 1)),
    "JSONField": Column(Outbox, "payload", (NESTED, [], [TEXT], {"a": None}, 0, 7, True, False, "", TEXT)),
    "OneToOneField": Column(SignUp, "guest_id", (ME, None)),
    "PositiveIntegerField": Column(Seat, "serial", (1, 2**31 - 1)),
    "PositiveSmallIntegerField": Column(Seat, "number", (0, None, 32767)),
    "TextField": Column(Seat, "notes", ("", TEXT * 1000)),
    "UUIDField": Column(Outbox, "id", (UUID("0b0c0d0e-0000-4000-8000-00000000ffff"),)),
}
"""An example of each kind of column in our models."""
VALUES = [(kind, value) for kind, column in COLUMNS.items() for value in column.values]
CHANGES = [(kind, value) for kind, value in VALUES if kind not in ("BigAutoField", "UUIDField")]
"""The same but for primary keys, which no row changes."""


@pytest.fixture
def ann() -> User:
    return person("Ann")


def fresh(model: type[Model], ann: User, **fields: Any) -> Model:
    """Return a row of a model as its author makes it, not yet in the database."""
    needed: dict[type[Model], dict[str, Any]] = {
        User: {"username": "Ben", "skeleton": "ben"},
        Outbox: {"recipient": ann, "kind": "greeting"},
        Match: {"game": "en-garde", "version": 1, "commitment": "c", "pace_days": 3},
        Token: {"digest": "d", "token_key": "k", "user": ann, "name": "n", "created": NOON},
        Rating: {"user": ann, "game": "g", "number": 1.0, "deviation": 2.0, "matches": 3, "changed": NOON},
        SignUp: {"username": "Cat", "skeleton": "cat", "email": "cat@example.org", "password": "p", "expires": NOON},
    }
    if model in (Seat, MatchSecret):
        match = Match.objects.create(**needed[Match])
        needed[Seat] = {"match": match, "user": ann, "joined": 0, "entropy": "e", "entropy_source": "server"}
        needed[MatchSecret] = {"match": match, "scheme": "fog1", "secret": b"s"}
    return model(**{**needed[model], **fields})


def given(value: Any, ann: User) -> Any:
    return ann.pk if value == ME else value


def kept(row: Model) -> dict[str, Any]:
    """Return the row as Django reads it."""
    found = type(row)._base_manager.get(pk=row.pk)
    return {field.attname: getattr(found, field.attname) for field in row._meta.concrete_fields}


def read(row: Model) -> Model:
    """Return the row as `rows` reads it."""
    (found,) = rows.select(type(row), **{row._meta.pk.attname: row.pk})
    return found


def test_every_kind_of_column_that_our_models_have_is_tried_here() -> None:
    models = [model for label in ("accounts", "games") for model in apps.get_app_config(label).get_models()]
    assert {type(field).__name__ for model in models for field in model._meta.concrete_fields} == set(COLUMNS)


@pytest.mark.parametrize(("kind", "value"), VALUES)
def test_a_value_is_read_as_django_reads_it(ann: User, kind: str, value: Any) -> None:
    model, name, _ = COLUMNS[kind]
    row = fresh(model, ann, **{name: given(value, ann)})
    row.save(force_insert=True)
    found = read(row)
    assert {field.attname: getattr(found, field.attname) for field in row._meta.concrete_fields} == kept(row)
    assert type(getattr(found, name)) is type(kept(row)[name])


@pytest.mark.parametrize(("kind", "value"), CHANGES)
def test_a_value_is_inserted_as_django_inserts_it(ann: User, kind: str, value: Any) -> None:
    model, name, _ = COLUMNS[kind]
    before = set(model._base_manager.values_list("pk", flat=True))
    batch = rows.Batch()
    batch.insert(fresh(model, ann, **{name: given(value, ann)}))
    batch.write()
    (found,) = model._base_manager.exclude(pk__in=before)
    assert kept(found)[name] == given(value, ann)


@pytest.mark.parametrize(("kind", "value"), CHANGES)
def test_a_change_is_written_as_django_writes_it_and_changes_nothing_else(ann: User, kind: str, value: Any) -> None:
    model, name, _ = COLUMNS[kind]
    row = fresh(model, ann)
    row.save(force_insert=True)
    before, found, batch = kept(row), read(row), rows.Batch()
    setattr(found, name, given(value, ann))
    batch.update(found)
    batch.write()
    assert kept(row) == before | {name: given(value, ann)}

"""`docs/privacy.md`, or the README of a feature, names every table that leads to a person, with all its columns, and no
table that is not there."""

from __future__ import annotations

import re
from typing import Any

from django.apps import apps
from django.db.models import Field, Model

from accounts.models import FormerName, User
from fogsite.settings import BASE_DIR
from tests.parts import features

ROW = re.compile(r"^\| `(\w+\.\w+)` \| ([^|]+) \|", re.MULTILINE)
NAMED = {
    table: set(re.findall(r"`(\w+)`", columns))
    for table, columns in ROW.findall((BASE_DIR / "docs" / "privacy.md").read_text() + features.manuals())
}
"""The columns that it names, by table."""
BESIDES = {"sessions.Session", FormerName._meta.label}
"""Tables that tell of people without a column that says so."""


def leads_to_a_person(field: Field[Any, Any]) -> bool:
    """Say whether a column is a key of a user, or holds an email address."""
    is_address = field.get_internal_type() == "CharField" and re.search("mail|address", field.name) is not None
    return field.related_model is User or is_address


def columns(model: type[Model]) -> set[str]:
    return {field.name for field in model._meta.concrete_fields} - {"id"}


def test_every_table_that_leads_to_a_person_is_named_with_all_its_columns() -> None:
    models = [model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]
    telling = [model for model in models if any(map(leads_to_a_person, model._meta.concrete_fields))]
    besides = [apps.get_model(label) for label in BESIDES]
    found = {model._meta.label: columns(model) for model in [*telling, *besides]}
    assert found == NAMED

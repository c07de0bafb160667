"""A used database can go back to an older version of the code, and forth again."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from accounts import outbox
from accounts.models import Outbox, User
from tests.accounts.conftest import Greeting

BEFORE_CAME_BACK = ("accounts", "0027_favourites_offer")
BEFORE_SIGN_UPS = ("accounts", "0005_former_names")


def migrate(*targets: tuple[str, str]) -> Any:
    """Return the models of the database as it is after a migration to these targets."""
    executor = MigrationExecutor(connection)
    executor.migrate(list(targets))
    return executor.loader.project_state(list(targets)).apps


@pytest.fixture
def newest(transactional_db: None) -> Iterator[list[tuple[str, str]]]:
    """Yield the newest migrations, and bring the database back to them when a test is over.

    Do so even if the test fails.
    """
    targets = MigrationExecutor(connection).loader.graph.leaf_nodes()
    yield targets
    migrate(*targets)


@pytest.fixture
def ann_was_told(newest: list[tuple[str, str]], greeting: Greeting) -> User:
    ann = User.objects.create_user("Ann", "ann@example.org", "foils-and-sabres")
    outbox.queue(ann.pk, "greeting", "1", {})
    outbox.queue_to("stranger@example.org", "greeting", {})
    return ann


def test_going_back_before_sign_ups_leaves_what_has_a_recipient(
    newest: list[tuple[str, str]], ann_was_told: User
) -> None:
    old = migrate(BEFORE_SIGN_UPS).get_model("accounts", "Outbox")
    assert list(old.objects.values_list("recipient", "key")) == [(ann_was_told.pk, "1")]

    migrate(*newest)
    assert list(Outbox.objects.values_list("recipient", "key", "address")) == [(ann_was_told.pk, "1", "")]


def test_letters_that_have_come_back_are_noted_as_such(newest: list[tuple[str, str]], ann_was_told: User) -> None:
    old = migrate(BEFORE_CAME_BACK).get_model("accounts", "Outbox")
    old.objects.filter(recipient=ann_was_told.pk).update(report="5.1.1")
    old.objects.filter(recipient=None).update(report="4.4.1")
    migrate(*newest)
    assert dict(Outbox.objects.values_list("report", "came_back")) == {"5.1.1": True, "4.4.1": False}


def test_the_migrations_say_all_that_the_models_do(db: None) -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)

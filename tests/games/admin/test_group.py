"""The group of moderators, as its migration makes it."""

from importlib import import_module
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

RIGHTS = {
    *{"view_match", "view_entry", "view_turn", "view_seat", "view_invitation", "view_chatline"},
    *{"change_match", "change_chatline"},
}


def rights() -> set[tuple[str, str]]:
    """App and codename of every right of the group."""
    found = Group.objects.get(name="Moderators").permissions.values_list("content_type__app_label", "codename")
    return set(found)


@pytest.mark.django_db
def test_a_moderator_may_look_at_matches_rule_and_hide_lines_and_nothing_else() -> None:
    assert rights() == {("games", name) for name in RIGHTS}


@pytest.mark.django_db
def test_rights_that_are_there_are_taken_and_what_somebody_added_goes() -> None:
    names = dict(Permission.objects.filter(content_type__app_label="games").values_list("codename", "name"))
    Group.objects.get(name="Moderators").permissions.set(Permission.objects.filter(codename="change_user"))
    migrate("make")
    assert rights() == {("games", name) for name in RIGHTS}
    assert dict(Permission.objects.filter(content_type__app_label="games").values_list("codename", "name")) == names


@pytest.mark.django_db
def test_on_a_database_without_any_rights_the_migration_makes_its_own_under_their_usual_names() -> None:
    usual = set(Permission.objects.filter(codename__in=RIGHTS).values_list("codename", "name"))
    ContentType.objects.filter(app_label="games").delete()
    ContentType.objects.clear_cache()
    migrate("make")
    assert rights() == {("games", name) for name in RIGHTS}
    assert set(Permission.objects.filter(codename__in=RIGHTS).values_list("codename", "name")) == usual


@pytest.mark.django_db
def test_going_back_takes_the_group_away() -> None:
    migrate("remove")
    assert not Group.objects.exists()
    migrate("make")
    assert rights() == {("games", name) for name in RIGHTS}


def migrate(step: str) -> None:
    """Run one direction of the migration on the models as they were then."""
    executor: Any = MigrationExecutor(connection)
    apps = executor.loader.project_state(("games", "0008_moderators")).apps
    getattr(import_module("games.migrations.0008_moderators"), step)(apps, None)

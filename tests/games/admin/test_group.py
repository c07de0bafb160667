"""The group of moderators, as its migrations make it."""

from importlib import import_module
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

RIGHTS = {
    *{"view_match", "view_entry", "view_turn", "view_seat", "view_invitation", "view_chatline"},
    *{"view_timeup", "change_match", "change_chatline"},
    *{"view_report", "change_report"},
    "view_seek",
    "view_award",
}
BROUGHT = {("desk", "view_person"), ("desk", "view_week"), ("measures", "view_measure"), ("measures", "change_measure")}
GROUP, TIME_UP, REPORTS = "0008_moderators", "0031_moderators_time_up", "0034_moderators_judge_reports"
PEOPLE, MEASURES, WEEKS = "0002_moderators_see_people", "0002_moderators", "0004_moderators_see_weeks"
OF_OWN_APP = {PEOPLE: "desk", WEEKS: "desk", MEASURES: "measures"}
SEEKS, AWARDS = "0045_moderators_see_seeks", "0047_moderators_see_awards"
"""The migrations that give them."""


def of_games(names: set[str]) -> set[tuple[str, str]]:
    """Return the rights of these names in the app of most features, and those that features of their own app add."""
    return {("games", name) for name in names} | BROUGHT


def rights() -> set[tuple[str, str]]:
    """Return app and codename of every right of the group."""
    found = Group.objects.get(name="Moderators").permissions.values_list("content_type__app_label", "codename")
    return set(found)


@pytest.mark.django_db
def test_a_moderator_may_look_at_matches_rule_and_hide_lines_and_nothing_else() -> None:
    assert rights() == of_games(RIGHTS)


@pytest.mark.django_db
def test_rights_that_are_there_are_taken_and_what_somebody_added_goes() -> None:
    names = dict(Permission.objects.filter(content_type__app_label="games").values_list("codename", "name"))
    Group.objects.get(name="Moderators").permissions.set(Permission.objects.filter(codename="change_user"))
    migrate("make")
    assert rights() == of_games(RIGHTS)
    assert dict(Permission.objects.filter(content_type__app_label="games").values_list("codename", "name")) == names


@pytest.mark.django_db
def test_on_a_database_without_any_rights_the_migration_makes_its_own_under_their_usual_names() -> None:
    usual = set(Permission.objects.filter(codename__in=RIGHTS).values_list("codename", "name"))
    ContentType.objects.filter(app_label="games").delete()
    ContentType.objects.clear_cache()
    migrate("make")
    assert rights() == of_games(RIGHTS)
    assert set(Permission.objects.filter(codename__in=RIGHTS).values_list("codename", "name")) == usual


@pytest.mark.django_db
def test_going_back_takes_the_newer_rights_away_and_then_the_group() -> None:
    migrate("remove", REPORTS)
    assert rights() == of_games(RIGHTS - {"view_report", "change_report"})
    migrate("make", REPORTS)
    migrate("remove", SEEKS)
    assert rights() == of_games(RIGHTS - {"view_seek"})
    migrate("make", SEEKS)
    migrate("remove", AWARDS)
    assert rights() == of_games(RIGHTS - {"view_award"})
    migrate("make", AWARDS)
    migrate("remove", TIME_UP)
    assert rights() == of_games(RIGHTS - {"view_timeup"})
    migrate("remove", GROUP)
    assert not Group.objects.exists()
    migrate("make")
    assert rights() == of_games(RIGHTS)


@pytest.mark.django_db
@pytest.mark.parametrize("name", [TIME_UP, REPORTS, SEEKS, AWARDS, PEOPLE, MEASURES, WEEKS])
def test_a_group_that_somebody_has_deleted_is_not_made_again_by_a_newer_right(name: str) -> None:
    Group.objects.all().delete()
    migrate("make", name)
    migrate("remove", name)
    assert not Group.objects.exists()


def migrate(step: str, *names: str) -> None:
    """Run one direction of these migrations, or of all, on the models as they were then."""
    executor: Any = MigrationExecutor(connection)
    for name in names or (GROUP, TIME_UP, REPORTS, SEEKS, AWARDS, PEOPLE, MEASURES, WEEKS):
        app = OF_OWN_APP.get(name, "games")
        apps = executor.loader.project_state((app, name)).apps
        package = "games" if app == "games" else f"games.{app}"
        getattr(import_module(f"{package}.migrations.{name}"), step)(apps, None)

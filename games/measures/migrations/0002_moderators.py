"""Moderators may look at measures, and decide."""

from importlib import import_module

from django.db import migrations

before = import_module("games.migrations.0008_moderators")
ACTIONS = ["view", "change"]
"""To take one, to undo it, to second and to judge it is to change it; there is no form over the row."""


def right(apps, action):
    """A right over measures. On a fresh database Django makes those only when all migrations are done."""
    types = apps.get_model("contenttypes", "ContentType").objects
    content_type, _ = types.get_or_create(app_label="measures", model="measure")
    found, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=content_type, codename=f"{action}_measure", defaults={"name": f"Can {action} measure"}
    )
    return found


def make(apps, schema_editor):
    for group in apps.get_model("auth", "Group").objects.filter(name=before.GROUP):
        group.permissions.add(*[right(apps, action) for action in ACTIONS])


def remove(apps, schema_editor):
    for group in apps.get_model("auth", "Group").objects.filter(name=before.GROUP):
        group.permissions.remove(*[right(apps, action) for action in ACTIONS])


class Migration(migrations.Migration):
    dependencies = [
        ("measures", "0001_measures"),
        ("games", "0068_level_of_seats"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make, remove)]

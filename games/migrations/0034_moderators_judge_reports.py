"""Moderators may look at reports and judge them."""

from importlib import import_module

from django.db import migrations

before = import_module("games.migrations.0008_moderators")
ACTIONS = ["view", "change"]
"""To take a report, to hand it back and to close it is to change it; there is no form over the row."""


def make(apps, schema_editor):
    for group in apps.get_model("auth", "Group").objects.filter(name=before.GROUP):
        group.permissions.add(*[before.right(apps, action, "report") for action in ACTIONS])


def remove(apps, schema_editor):
    for group in apps.get_model("auth", "Group").objects.filter(name=before.GROUP):
        group.permissions.remove(*[before.right(apps, action, "report") for action in ACTIONS])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0033_reports"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make, remove)]

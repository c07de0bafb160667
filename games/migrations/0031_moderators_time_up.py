"""Moderators may look at whose time is up, as at turns."""

from importlib import import_module

from django.db import migrations

before = import_module("games.migrations.0008_moderators")


def make(apps, schema_editor):
    for group in apps.get_model("auth", "Group").objects.filter(name=before.GROUP):
        group.permissions.add(before.right(apps, "view", "timeup"))


def remove(apps, schema_editor):
    for group in apps.get_model("auth", "Group").objects.filter(name=before.GROUP):
        group.permissions.remove(before.right(apps, "view", "timeup"))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0030_time_up_prolonged"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make, remove)]

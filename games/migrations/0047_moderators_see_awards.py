"""Moderators may look at who has which deed."""

from importlib import import_module

from django.db import migrations

before = import_module("games.migrations.0008_moderators")


def make(apps, schema_editor):
    for group in apps.get_model("auth", "Group").objects.filter(name=before.GROUP):
        group.permissions.add(before.right(apps, "view", "award"))


def remove(apps, schema_editor):
    for group in apps.get_model("auth", "Group").objects.filter(name=before.GROUP):
        group.permissions.remove(before.right(apps, "view", "award"))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0046_paired_seeks"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make, remove)]

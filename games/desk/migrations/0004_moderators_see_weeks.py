"""Moderators may look at the figures of the site."""

from django.db import migrations

GROUP = "Moderators"


def right(apps):
    """Return the right. On a fresh database Django makes it only when all migrations are done."""
    content_type, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="desk", model="week"
    )
    found, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=content_type, codename="view_week", defaults={"name": "Can view week"}
    )
    return found


def make(apps, schema_editor):
    for group in apps.get_model("auth", "Group").objects.filter(name=GROUP):
        group.permissions.add(right(apps))


def remove(apps, schema_editor):
    for group in apps.get_model("auth", "Group").objects.filter(name=GROUP):
        group.permissions.remove(right(apps))


class Migration(migrations.Migration):
    dependencies = [
        ("desk", "0003_weeks"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("games", "0034_moderators_judge_reports"),
    ]

    operations = [migrations.RunPython(make, remove)]

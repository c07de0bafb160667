"""The group of moderators, with just the rights it needs."""

from django.db import migrations

GROUP = "Moderators"
LOOK = ["match", "entry", "turn", "seat", "invitation", "chatline"]
CHANGE = ["match", "chatline"]
"""Rulings end matches, hiding takes lines of chats out of sight; neither is a form over the row."""


def make(apps, schema_editor):
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=GROUP)
    rights = [right(apps, "view", model) for model in LOOK] + [right(apps, "change", model) for model in CHANGE]
    group.permissions.set(rights)


def right(apps, action, model):
    """A right over a model. On a fresh database Django makes those only when all migrations are done."""
    content_type, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(app_label="games", model=model)
    title = apps.get_model("games", model)._meta.verbose_name_raw
    found, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=content_type, codename=f"{action}_{model}", defaults={"name": f"Can {action} {title}"}
    )
    return found


def remove(apps, schema_editor):
    apps.get_model("auth", "Group").objects.filter(name=GROUP).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_saved_armies"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make, remove)]

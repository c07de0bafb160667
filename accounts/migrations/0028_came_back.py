"""Note on the row itself whether a letter came back, so far told by a status that begins with 5."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def note(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Mark the few rows with such a report, which have an index of their own."""
    reported = apps.get_model("accounts", "Outbox").objects.using(schema_editor.connection.alias).exclude(report="")
    reported.filter(report__startswith="5").update(came_back=True)


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0027_favourites_offer"),
    ]

    operations = [
        migrations.AddField(
            model_name="outbox",
            name="came_back",
            field=models.BooleanField(default=False, db_default=False),
        ),
        migrations.RunPython(note, migrations.RunPython.noop, elidable=True),
    ]

"""What turns know of who has looked, why a moderator ruled, and which moves a program sent."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models
from django.db.models import F


def carry_over(apps, schema_editor):
    """Who has opened the match in a turn that runs now has looked: nobody gets his time twice for this."""
    apps.get_model("games", "Turn").objects.filter(seat__opened_ply__gte=F("ply")).update(looked_ply=F("ply"))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_moderators"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="by_program",
            field=models.BooleanField(db_default=False, default=False, help_text="sent with a token, by the API"),
        ),
        migrations.AddField(
            model_name="turn",
            name="fetched_ply",
            field=models.IntegerField(db_default=-1, default=-1, help_text="the same of the player's programs"),
        ),
        migrations.AddField(
            model_name="turn",
            name="looked_ply",
            field=models.IntegerField(db_default=-1, default=-1, help_text="`ply` when the player last looked"),
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ply", models.PositiveIntegerField()),
                ("reason", models.CharField(max_length=300)),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rulings", to="games.match"
                    ),
                ),
            ],
            options={
                "ordering": ["match", "ply"],
                "constraints": [models.UniqueConstraint(fields=("match", "ply"), name="one_ruling_a_ply")],
            },
        ),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
    ]

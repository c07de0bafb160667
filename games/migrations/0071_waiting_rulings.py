import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Let a ruling that ends a match wait for an hour, in which it can be undone."""

    dependencies = [("games", "0070_second_opinions")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="held_until",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.CreateModel(
            name="WaitingRuling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=40)),
                ("reason", models.CharField(max_length=300)),
                ("created", models.DateTimeField()),
                ("due", models.DateTimeField()),
                ("undone", models.DateTimeField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="waiting_rulings",
                        to="games.match",
                    ),
                ),
            ],
            options={"ordering": ["match", "created"]},
        ),
        migrations.AddConstraint(
            model_name="waitingruling",
            constraint=models.UniqueConstraint(
                condition=models.Q(("undone", None)), fields=("match",), name="one_waiting_ruling_a_match"
            ),
        ),
        migrations.AddIndex(
            model_name="waitingruling",
            index=models.Index(condition=models.Q(("undone", None)), fields=["due"], name="ruling_due"),
        ),
    ]

"""Say of a note that it is why the operators were told of a case: once in each."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("desk", "0005_entries_by_time")]
    operations = [
        migrations.AddField("note", "for_operators", models.BooleanField(default=False, db_default=False)),
        migrations.AddConstraint(
            "note",
            models.UniqueConstraint(
                fields=["report"], condition=Q(for_operators=True), name="operators_are_told_once_of_a_case"
            ),
        ),
    ]

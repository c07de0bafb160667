"""Find the moves of a week: the log grows in the order of time, and an index of this kind is a thousandth as large."""

from django.db import migrations

from accounts.database.indexes import AddIndexOfPostgreSQL


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("desk", "0004_moderators_see_weeks"), ("games", "0068_level_of_seats")]
    operations = [
        AddIndexOfPostgreSQL(
            "entry_by_time",
            "games_entry USING brin (created) WITH (pages_per_range = 32, autosummarize = on)",
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0065_labels_of_outcomes"),
    ]

    operations = [
        migrations.AlterField(
            model_name="chatline",
            name="hidden",
            field=models.DateTimeField(blank=True, help_text="when a moderator hid it", null=True),
        ),
        migrations.AlterField(
            model_name="match",
            name="bank_hours",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text="hours a time bank starts with"),
        ),
        migrations.AlterField(
            model_name="match",
            name="cap_hours",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text="hours a time bank can hold"),
        ),
        migrations.AlterField(
            model_name="match",
            name="digest",
            field=models.CharField(blank=True, help_text="digest of the newest entry", max_length=64),
        ),
        migrations.AlterField(
            model_name="match",
            name="increment_hours",
            field=models.PositiveSmallIntegerField(
                db_default=0, default=0, help_text="hours each move adds to the time bank"
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="last_moment",
            field=models.DateTimeField(
                blank=True,
                help_text="the latest moment the match can end: start plus all totals; only an outage moves it",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="private",
            field=models.BooleanField(default=False, help_text="only its players can see it, even once it’s over"),
        ),
        migrations.AlterField(
            model_name="match",
            name="total_days",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="days each player has for the whole match; empty: the default", null=True
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="watchable",
            field=models.BooleanField(
                db_default=False, default=False, help_text="anyone can watch during the match, without seeing hands"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="absent",
            field=models.BooleanField(
                db_default=False, default=False, help_text="counts as if this player’s time had run out"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="absent_since",
            field=models.DateTimeField(
                blank=True, help_text="when its player last moved in any match before the time ran out", null=True
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="army",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="the kind of army it had, once the match is over; empty if the game has no armies",
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="bank",
            field=models.DurationField(
                blank=True, help_text="its time bank, once it has made its first move", null=True
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="blind",
            field=models.JSONField(
                blank=True, default=list, help_text="entries it can’t know about yet: others’ sealed ones"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="changed",
            field=models.DateTimeField(blank=True, help_text="when the seat’s view last changed", null=True),
        ),
        migrations.AlterField(
            model_name="seat",
            name="chat_from",
            field=models.BigIntegerField(
                db_default=0, default=0, help_text="the player can’t see chat up to this message"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="chat_read",
            field=models.BigIntegerField(default=0, help_text="the newest chat message the player has seen"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="declared",
            field=models.BooleanField(
                db_default=False, default=False, help_text="its player was labelled as a program when the match began"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="deserted",
            field=models.BooleanField(
                db_default=False, default=False, help_text="can be taken over because its time was up"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="extended",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="the other player has given it two more days, which is possible only once",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="hints",
            field=models.BooleanField(
                blank=True, help_text="whether hints are shown to the player; empty: as in the settings", null=True
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="house",
            field=models.BooleanField(
                default=False, help_text="a computer opponent has this seat; the worker makes its moves"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="known_bank",
            field=models.DurationField(
                blank=True, help_text="the time bank when the seat was last asked to move", null=True
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="known_total",
            field=models.DurationField(
                blank=True,
                help_text="how much of the total time was left when the seat was last asked to move",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="muted",
            field=models.BooleanField(
                db_default=False, default=False, help_text="no notices about the match before it ends"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="notes",
            field=models.TextField(blank=True, help_text="only the player can see them"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="offer_days",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text="number of days offered"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="offer_number",
            field=models.PositiveIntegerField(
                db_default=0, default=0, help_text="number of its newest offer among all offers of the match"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="offer_seat",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="number of the seat the offer is for; empty: for everyone", null=True
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="open_until",
            field=models.DateTimeField(
                blank=True,
                help_text="until when someone can take it over; a past time means it was open once",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="serial",
            field=models.PositiveIntegerField(default=0, help_text="changes with what the seat is asked"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="stamp",
            field=models.CharField(blank=True, help_text="changes with what the seat can see", max_length=32),
        ),
        migrations.AlterField(
            model_name="seat",
            name="taken_ply",
            field=models.IntegerField(
                blank=True,
                help_text="the entry that gave its player the seat; empty: they’ve played from the start",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="total_left",
            field=models.DurationField(
                blank=True, help_text="what is left of the total time, while it isn’t the seat’s turn", null=True
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="undo_left",
            field=models.DurationField(
                blank=True, help_text="how much of that time was left when the move was made", null=True
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="undo_ply",
            field=models.IntegerField(
                blank=True, help_text="its newest move, while it can still be taken back", null=True
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="zone",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="the player’s time zone when the match began",
                max_length=64,
            ),
        ),
        migrations.AlterField(
            model_name="substitution",
            name="absent_since",
            field=models.DateTimeField(
                blank=True,
                help_text="when the former player last moved in any match before the time ran out",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="timeup",
            name="prolonged",
            field=models.BooleanField(
                db_default=False, default=False, help_text="extended once while looking for a replacement"
            ),
        ),
        migrations.AlterField(
            model_name="turn",
            name="fetched_ply",
            field=models.IntegerField(
                db_default=-1, default=-1, help_text="value of `ply` when the player’s programs last looked"
            ),
        ),
        migrations.AlterField(
            model_name="turn",
            name="looked_ply",
            field=models.IntegerField(
                db_default=-1, default=-1, help_text="value of `ply` when the player last looked"
            ),
        ),
        migrations.AlterField(
            model_name="turn",
            name="ply",
            field=models.IntegerField(help_text="the entry after which it became the seat’s turn"),
        ),
    ]

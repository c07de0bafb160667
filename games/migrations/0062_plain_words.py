from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0061_index_of_links"),
    ]

    operations = [
        migrations.AlterField(
            model_name="entry",
            name="by_program",
            field=models.BooleanField(db_default=False, default=False, help_text="sent with a token, through the API"),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="audience",
            field=models.CharField(
                choices=[
                    ("open", "Open: anyone can find it and join"),
                    ("link", "By link: only people to whom you give the link"),
                    ("personal", "Personal: one player, whom we tell by email"),
                ],
                default="open",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="seat",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="the inviter’s seat; empty: random", null=True
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="absence",
            field=models.CharField(
                choices=[("loss", "the match is lost"), ("choice", "the opponent decides")],
                db_default="loss",
                default="choice",
                help_text="what happens when time is up",
                max_length=6,
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="bank_hours",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text="that a time bank starts with"),
        ),
        migrations.AlterField(
            model_name="match",
            name="cap_hours",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text="that it can hold"),
        ),
        migrations.AlterField(
            model_name="match",
            name="increment_hours",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, help_text="that each move adds to it"),
        ),
        migrations.AlterField(
            model_name="match",
            name="last_moment",
            field=models.DateTimeField(
                blank=True, help_text="its last moment: start plus all totals; only an outage moves it", null=True
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="nights",
            field=models.BooleanField(db_default=False, default=False, help_text="nights don’t count"),
        ),
        migrations.AlterField(
            model_name="match",
            name="pace_days",
            field=models.PositiveSmallIntegerField(help_text="days per move; 0 with a time bank"),
        ),
        migrations.AlterField(
            model_name="match",
            name="private",
            field=models.BooleanField(default=False, help_text="only its players may look at it, even once it is over"),
        ),
        migrations.AlterField(
            model_name="match",
            name="struck",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="why a moderator has excluded it from ratings",
                max_length=300,
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="total_days",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="days each player has for the whole match; empty: default", null=True
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="watchable",
            field=models.BooleanField(
                db_default=False, default=False, help_text="anyone may watch it while it runs, without seeing hands"
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="weekends",
            field=models.BooleanField(db_default=False, default=False, help_text="weekends don’t count"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="absent",
            field=models.BooleanField(db_default=False, default=False, help_text="counts as if its time had run out"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="absent_since",
            field=models.DateTimeField(
                blank=True, help_text="when its player last moved anywhere before the time ran out", null=True
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="army",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="the kind of army it had, once the match is over; empty where the game has none",
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="away",
            field=models.JSONField(
                blank=True, db_default=[], default=list, help_text="the player’s vacations, each with its start and end"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="bank",
            field=models.DurationField(blank=True, help_text="its time bank, once the first move is made", null=True),
        ),
        migrations.AlterField(
            model_name="seat",
            name="chat_from",
            field=models.BigIntegerField(
                db_default=0, default=0, help_text="chat up to this line is not for the player"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="declared",
            field=models.BooleanField(
                db_default=False, default=False, help_text="its player was a declared program when the match began"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="deserted",
            field=models.BooleanField(
                db_default=False, default=False, help_text="free to take over because its time was up"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="extended",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="the other player has given it two more days, which is possible once",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="house",
            field=models.BooleanField(
                default=False, help_text="a computer opponent sits here; the worker makes its moves"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="known_bank",
            field=models.DurationField(blank=True, help_text="the time bank when the seat was last asked", null=True),
        ),
        migrations.AlterField(
            model_name="seat",
            name="known_total",
            field=models.DurationField(
                blank=True, help_text="how much of the total was left when the seat was last asked", null=True
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="muted",
            field=models.BooleanField(db_default=False, default=False, help_text="no notices about it before it ends"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="offer_number",
            field=models.PositiveIntegerField(
                db_default=0, default=0, help_text="number of its newest offer, counted over all offers of the match"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="open_until",
            field=models.DateTimeField(
                blank=True, help_text="until when someone may take it over; a past time: someone once could", null=True
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="plan_by_program",
            field=models.BooleanField(db_default=False, default=False, help_text="saved with a token, through the API"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="spared",
            field=models.DateTimeField(
                blank=True, help_text="when it got more time because an email about its turn had come back", null=True
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="taken_ply",
            field=models.IntegerField(
                blank=True,
                help_text="the entry with which its player took it over; empty: played from the start",
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="undo_bank",
            field=models.DurationField(blank=True, help_text="its time bank when that turn began", null=True),
        ),
        migrations.AlterField(
            model_name="seat",
            name="undo_left",
            field=models.DurationField(blank=True, help_text="how much of it was left then", null=True),
        ),
        migrations.AlterField(
            model_name="seat",
            name="undo_ply",
            field=models.IntegerField(
                blank=True, help_text="its newest move, while others may let it be taken back", null=True
            ),
        ),
        migrations.AlterField(
            model_name="substitution",
            name="absent_since",
            field=models.DateTimeField(
                blank=True, help_text="when the former player last moved anywhere before the time ran out", null=True
            ),
        ),
        migrations.AlterField(
            model_name="timeup",
            name="prolonged",
            field=models.BooleanField(
                db_default=False, default=False, help_text="prolonged once by the search for a replacement"
            ),
        ),
        migrations.AlterField(
            model_name="turn",
            name="fetched_ply",
            field=models.IntegerField(db_default=-1, default=-1, help_text="the same for the player’s programs"),
        ),
    ]

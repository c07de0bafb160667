from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0063_sealed_before_hand_overs"),
    ]

    operations = [
        migrations.AlterField(
            model_name="invitation",
            name="audience",
            field=models.CharField(
                choices=[
                    ("open", "Open: anyone can find it and join"),
                    ("link", "By link: only people you share the link with"),
                    ("personal", "Personal: one player, who gets an email"),
                ],
                default="open",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="kind",
            field=models.CharField(
                choices=[("match", "match"), ("line", "chat message"), ("player", "profile")],
                max_length=6,
                verbose_name="about",
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="outcome",
            field=models.CharField(
                blank=True,
                choices=[
                    ("nothing", "Nothing was found that breaks the rules."),
                    ("warned", "The player was told to stop."),
                    ("hidden", "A message was hidden."),
                    ("ruled", "Something was decided about the match."),
                    ("account", "Something was done about the account."),
                ],
                max_length=7,
                verbose_name="outcome",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="chat_from",
            field=models.BigIntegerField(
                db_default=0, default=0, help_text="chat up to this message is not for the player"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="chat_read",
            field=models.BigIntegerField(default=0, help_text="the newest chat message that the player has seen"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="spared",
            field=models.DateTimeField(
                blank=True, help_text="when it got more time because an email about its turn had bounced", null=True
            ),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    """Count how often a line of a chat was shown again, so that pages that know the chat notice it."""

    dependencies = [("games", "0068_level_of_seats")]

    operations = [
        migrations.AddField(
            model_name="chatline",
            name="shown_again",
            field=models.PositiveSmallIntegerField(
                db_default=0, default=0, help_text="how often a moderator showed it again"
            ),
        ),
    ]

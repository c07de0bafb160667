from django.db import migrations, models


class Migration(migrations.Migration):
    """Let moderators choose whether they are told that reports wait."""

    dependencies = [("accounts", "0037_coach")]

    operations = [
        migrations.AddField(
            model_name="preferences",
            name="report_mails",
            field=models.BooleanField(
                db_default=True,
                default=True,
                help_text="for moderators alone",
                verbose_name="when a report waits for me as a moderator",
            ),
        ),
    ]

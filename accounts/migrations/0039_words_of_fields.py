from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0038_report_mails"),
    ]

    operations = [
        migrations.AlterField(
            model_name="preferences",
            name="report_mails",
            field=models.BooleanField(
                db_default=True,
                default=True,
                help_text="for moderators only",
                verbose_name="when a report waits for me as a moderator",
            ),
        ),
    ]

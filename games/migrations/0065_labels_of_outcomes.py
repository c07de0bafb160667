from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0064_plainer_words"),
    ]

    operations = [
        migrations.AlterField(
            model_name="report",
            name="outcome",
            field=models.CharField(
                blank=True,
                choices=[
                    ("nothing", "We found nothing against the rules."),
                    ("warned", "The player was told to stop."),
                    ("hidden", "A message was hidden."),
                    ("ruled", "A decision was made about the match."),
                    ("account", "Action was taken against the account."),
                ],
                max_length=7,
                verbose_name="outcome",
            ),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0036_words_of_fields"),
    ]

    operations = [
        migrations.AddField(
            model_name="preferences",
            name="coach",
            field=models.BooleanField(
                blank=True,
                help_text="empty: in the first matches of each game",
                null=True,
                verbose_name="the coach beside the board",
            ),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_hidden_lines"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="house",
            field=models.BooleanField(
                default=False, help_text="a house opponent sits here, whose moves the worker makes"
            ),
        ),
    ]

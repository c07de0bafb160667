import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0058_index_of_sealed"),
        ("applause", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Encore",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("thanks", models.PositiveIntegerField(null=True)),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.match"
                    ),
                ),
            ],
        ),
    ]

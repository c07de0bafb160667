from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0036_plan_by_program")]

    operations = [
        migrations.AddField(
            model_name="invitation",
            name="made_unrated",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0056_summaries")]
    operations = [migrations.AddField("turn", "secret", models.BooleanField(default=False, db_default=False))]

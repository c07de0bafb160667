from django.db import migrations, models

from accounts.database.indexes import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0057_secret_turns")]
    operations = [
        AddIndexConcurrently(
            "match", models.Index(fields=["id"], name="match_sealed", condition=models.Q(sealed__gt=0))
        )
    ]

from django.db import migrations, models

from accounts.database.indexes import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0060_fill_first_of_link")]
    operations = [
        AddIndexConcurrently(
            "invitation",
            models.Index(fields=["first"], name="invitation_of_link", condition=models.Q(first__isnull=False)),
        )
    ]

from django.db import migrations, models

from accounts.database.indexes import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0050_snapshots_after_going_back")]
    operations = [
        AddIndexConcurrently("seat", models.Index(fields=["match"], name="seat_of_house", condition=models.Q(house=True)))
    ]

from django.db import migrations, models
from django.db.models import Q

from accounts.database.indexes import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("accounts", "0039_words_of_fields"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="user",
            index=models.Index(condition=Q(("left__isnull", False)), fields=["left"], name="user_left"),
        ),
    ]

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.database.indexes import DropOwnIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('accounts', '0030_slow_endpoints'),
    ]

    operations = [
        DropOwnIndex(
            model_name='block',
            name='blocker',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL),
        ),
        DropOwnIndex(
            model_name='outbox',
            name='recipient',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='outbox', to=settings.AUTH_USER_MODEL),
        ),
        DropOwnIndex(
            model_name='vacation',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL),
        ),
    ]

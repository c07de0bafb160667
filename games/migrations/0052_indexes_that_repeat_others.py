import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.database.indexes import DropOwnIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('games', '0051_seat_of_house'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        DropOwnIndex(
            model_name='award',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='awards', to=settings.AUTH_USER_MODEL),
        ),
        DropOwnIndex(
            model_name='chatline',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='chat', to='games.match'),
        ),
        DropOwnIndex(
            model_name='entry',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='games.match'),
        ),
        DropOwnIndex(
            model_name='favourite',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='favourites', to=settings.AUTH_USER_MODEL),
        ),
        DropOwnIndex(
            model_name='rating',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='ratings', to=settings.AUTH_USER_MODEL),
        ),
        DropOwnIndex(
            model_name='ratingchange',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to='games.match'),
        ),
        DropOwnIndex(
            model_name='report',
            name='reporter',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to=settings.AUTH_USER_MODEL),
        ),
        DropOwnIndex(
            model_name='ruling',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='games.match'),
        ),
        DropOwnIndex(
            model_name='savedarmy',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='armies', to=settings.AUTH_USER_MODEL),
        ),
        DropOwnIndex(
            model_name='seat',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='games.match'),
        ),
        DropOwnIndex(
            model_name='seek',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='seeks', to=settings.AUTH_USER_MODEL),
        ),
        DropOwnIndex(
            model_name='snapshot',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='snapshots', to='games.match'),
        ),
        DropOwnIndex(
            model_name='substitution',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='substitutions', to='games.match'),
        ),
        DropOwnIndex(
            model_name='turn',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='turns', to=settings.AUTH_USER_MODEL),
        ),
    ]

from django.db import migrations, models

from accounts.database.indexes import AddIndexConcurrently


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('games', '0054_figures'),
    ]

    operations = [
        AddIndexConcurrently(
            model_name='invitation',
            index=models.Index(condition=models.Q(('audience', 'open')), fields=['-created', '-id'], name='invitation_to_all'),
        ),
        AddIndexConcurrently(
            model_name='match',
            index=models.Index(condition=models.Q(('private', False), ('status', 'over')), fields=['-ended', '-id'], name='match_to_look_at'),
        ),
        AddIndexConcurrently(
            model_name='rating',
            index=models.Index(fields=['game', 'changed'], name='rating_by_change'),
        ),
    ]

"""Note when an endpoint was last posted to, and when that last took too long."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0029_words_that_can_be_seen'),
    ]

    operations = [
        migrations.AddField(
            model_name='endpoint',
            name='posted',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='endpoint',
            name='slow',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]

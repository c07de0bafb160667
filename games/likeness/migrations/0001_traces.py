import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Trace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('network', 'Network'), ('browser', 'Browser')], max_length=7)),
                ('digest', models.CharField(max_length=32)),
                ('day', models.DateField()),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['digest'], name='trace_by_digest'), models.Index(fields=['day'], name='trace_by_day')],
                'constraints': [models.UniqueConstraint(fields=('user', 'kind', 'digest', 'day'), name='one_trace_a_day')],
            },
        ),
    ]

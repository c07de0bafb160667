"""Room for the names of machines, and outages that are given back in batches."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0009_looks_rulings_programs'),
    ]

    operations = [
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('began', models.DateTimeField()),
                ('ended', models.DateTimeField()),
                ('last_turn', models.BigIntegerField(default=0)),
                ('credited', models.BigIntegerField(default=0)),
            ],
        ),
        migrations.AlterField(
            model_name='heartbeat',
            name='name',
            field=models.CharField(max_length=200, unique=True),
        ),
    ]

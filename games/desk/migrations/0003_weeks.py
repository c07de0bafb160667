from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('desk', '0002_moderators_see_people'),
    ]

    operations = [
        migrations.CreateModel(
            name='Week',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('begins', models.DateField(unique=True)),
                ('counted', models.DateTimeField()),
                ('people', models.PositiveIntegerField()),
                ('guests', models.PositiveIntegerField()),
                ('begun', models.PositiveIntegerField()),
                ('ended', models.PositiveIntegerField()),
                ('timed_out', models.PositiveIntegerField()),
                ('joined', models.PositiveIntegerField()),
            ],
            options={
                'ordering': ['-begins'],
            },
        ),
    ]

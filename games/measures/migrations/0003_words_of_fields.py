from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("measures", "0002_moderators"),
    ]

    operations = [
        migrations.AlterField(
            model_name="measure",
            name="verdict_words",
            field=models.CharField(blank=True, max_length=300, verbose_name="reason for the verdict"),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0034_plain_words"),
    ]

    operations = [
        migrations.AlterField(
            model_name="preferences",
            name="auto_vacation",
            field=models.BooleanField(
                db_default=True, default=True, verbose_name="go on vacation automatically, just before my time runs out"
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="bounced",
            field=models.EmailField(
                blank=True, db_default="", default="", max_length=254, verbose_name="bouncing address"
            ),
        ),
    ]

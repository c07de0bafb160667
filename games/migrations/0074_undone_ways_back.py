from django.db import migrations, models


class Migration(migrations.Migration):
    """Let a ruling say that the way back for which it was made was undone."""

    dependencies = [("games", "0073_plain_headings")]

    operations = [
        migrations.AddField(
            model_name="ruling",
            name="undone",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]

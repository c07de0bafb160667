from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0003_invitations_and_talk")]

    operations = [
        migrations.AddField(
            model_name="chatline",
            name="hidden",
            field=models.DateTimeField(blank=True, help_text="when a moderator took it out of sight", null=True),
        ),
        migrations.AddField(
            model_name="chatline",
            name="hidden_why",
            field=models.CharField(blank=True, max_length=300),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0035_plainer_words"),
    ]

    operations = [
        migrations.AlterField(
            model_name="preferences",
            name="invitation_mails",
            field=models.BooleanField(
                default=True, verbose_name="about invitations I send or receive, and my favourites’ offers"
            ),
        ),
        migrations.AlterField(
            model_name="token",
            name="scope",
            field=models.CharField(
                choices=[
                    ("read", "view: everything I can see"),
                    ("play", "view and play: everything I can do in matches"),
                ],
                default="read",
                max_length=4,
                verbose_name="what the program is allowed to do",
            ),
        ),
    ]

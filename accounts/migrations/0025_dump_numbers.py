import accounts.dump_numbers
from django.db import migrations, models


class Migration(migrations.Migration):
    """Nobody gets a number here, since a default would be the same for all: `accounts.people.number_all` gives them."""

    dependencies = [
        ("accounts", "0024_vacations_by_start"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="dump_number",
            field=models.BigIntegerField(editable=False, null=True, unique=True),
        ),
        migrations.AlterField(
            model_name="user",
            name="dump_number",
            field=models.BigIntegerField(
                default=accounts.dump_numbers.new_number, editable=False, null=True, unique=True
            ),
        ),
    ]

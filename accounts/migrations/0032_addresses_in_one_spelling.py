"""Addresses whose domains go beyond ASCII are spelled as mail servers spell them, where nobody else has them so."""

from typing import Any

from django.db import migrations

from accounts import domains

BEYOND_ASCII = "[^ -~]"


def _spelled(address: str) -> str:
    try:
        return domains.normal_address(address)
    except ValueError:
        return address


def spell(apps: Any, schema_editor: Any) -> None:
    """Spell the addresses of accounts; of two that become equal both stay, and `check --deploy` names them."""
    users = apps.get_model("accounts", "User").objects
    for user in users.filter(email__regex=BEYOND_ASCII).only("pk", "email", "bounced").iterator():
        address = _spelled(user.email)
        if not users.filter(email__iexact=address).exclude(pk=user.pk).exists():
            users.filter(pk=user.pk).update(email=address, bounced=_spelled(user.bounced))
    addresses = apps.get_model("account", "EmailAddress").objects
    for row in addresses.filter(email__regex=BEYOND_ASCII).iterator():
        if not addresses.filter(email=_spelled(row.email)).exclude(pk=row.pk).exists():
            addresses.filter(pk=row.pk).update(email=_spelled(row.email))


class Migration(migrations.Migration):
    dependencies = [
        ("account", "0009_emailaddress_unique_primary_email"),
        ("accounts", "0031_indexes_that_repeat_others"),
    ]

    operations = [migrations.RunPython(spell, migrations.RunPython.noop)]

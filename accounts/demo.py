"""The demo people of a development copy, whose password everybody can read here."""

from django.contrib.auth.hashers import check_password

from accounts.models import User

PASSWORD = "sealed-move-2026"
MODERATOR = "Mo"
NAMES = ("Ann", "Ben", "Cat", MODERATOR)
COLLEAGUES = ("Max", "Mia")
"""The other moderators of the practice cases, who have the same password."""


def signed_in_by_anybody() -> list[str]:
    """Return who of the demo people is in the database with the demo password, by name.

    One query; a password costs its hashing time only where somebody has such a name.
    """
    people = User.objects.filter(username__in=[*NAMES, *COLLEAGUES], is_active=True).order_by("username")
    return [name for name, password in people.values_list("username", "password") if check_password(PASSWORD, password)]

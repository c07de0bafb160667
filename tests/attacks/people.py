"""People to attack and to attack as: made at once in the service's own database, with one password."""

from __future__ import annotations

import itertools

PASSWORD = "nobody-guesses-2026"
OPERATOR, MODERATOR = "Olga", "Mona"
"""Both staff; the second gets a second factor."""
NAMES = [f"Player{''.join(letters)}" for letters in itertools.product("ABCDEFGHKP", repeat=2)]
"""None of them looks like another."""


def make() -> None:
    """Make everybody. Run within the service."""
    from allauth.account.models import EmailAddress
    from django.contrib.auth.hashers import make_password

    from accounts.models import User

    password = make_password(PASSWORD)
    for name in [*NAMES, OPERATOR, MODERATOR]:
        user = User(username=name, email=address(name), password=password)
        user.is_staff = user.is_superuser = name in (OPERATOR, MODERATOR)
        user.save()
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)


def address(name: str) -> str:
    return f"{name.lower()}@players.example.org"

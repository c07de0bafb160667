"""People to attack and to attack as: made at once in the service's own database, with one password."""

from __future__ import annotations

PASSWORD = "nobody-guesses-2026"
OPERATOR, MODERATOR = "Olga", "Mona"
"""Both staff; the second gets a second factor."""
NAMES = [
    *("Ada", "Bea", "Cem", "Dan", "Eva", "Fay", "Gus", "Han", "Ida", "Jan", "Kay", "Leo", "Mia", "Nia", "Ole", "Pia"),
    *("Quin", "Ria", "Sam", "Tom", "Una", "Vic", "Wim", "Xia", "Yan", "Zoe", "Adam", "Bert", "Carl", "Dora", "Emma"),
    *("Finn", "Gerd", "Hugo", "Inga", "Jost", "Kurt", "Lena", "Marc", "Nora", "Otto", "Paul", "Rosa", "Sven", "Tina"),
    *("Udo", "Vera", "Wolf", "Xaver", "Yvo", "Zita", "Anton", "Berta", "Cora", "Doris", "Egon", "Frida", "Greta"),
]


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

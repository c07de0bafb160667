"""Finding people by the names that pages show."""

from __future__ import annotations

from accounts import names
from accounts.models import User


def by_name(name: str) -> User | None:
    """Whoever has this name, in whatever case it is written; None for nobody and for one who has left."""
    name = name.strip()
    if not 0 < len(name) <= names.LONGEST or "\0" in name:
        return None
    return User.objects.filter(username__iexact=name, left=None).first()

"""Finding people by the names that pages show, and by their email addresses."""

from __future__ import annotations

from django.db.models.functions import Lower

from accounts import names
from accounts.models import User


def by_name(name: str) -> User | None:
    """Whoever has this name, in whatever case it is written; None for nobody and for one who has left."""
    name = name.strip()
    if not 0 < len(name) <= names.LONGEST or "\0" in name:
        return None
    return User.objects.filter(username__iexact=name, left=None).first()


def mailbox(address: str) -> str:
    """What an email address counts as: in lower case, without what its owner may have put behind a plus."""
    local, at, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}{at}{domain}"


def by_address(address: str) -> User | None:
    """The account that has an email address; None where nobody has it, or only a guest who has not proved it."""
    accounts, address = User.objects.filter(guest_until=None).select_related("preferences"), address.lower()
    holder = accounts.exclude(email="").alias(lower=Lower("email")).filter(lower=address).first()  # as the index has it
    return holder or accounts.filter(emailaddress__email=address, emailaddress__verified=True).first()

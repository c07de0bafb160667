"""Finding people by the names that pages show, and by their email addresses."""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
from django.db.models.lookups import Exact

from accounts import domains, dump_numbers, names
from accounts.database import portions
from accounts.models import User

UNPROVED = timedelta(days=30)
"""How long an account waits for its address to be confirmed."""


def by_name(name: str) -> User | None:
    """Return the user with this name, in upper or lower case; `None` if there is none or they have left."""
    name = name.strip()
    if not 0 < len(name) <= names.MAX_LENGTH or "\0" in name:
        return None
    return User.objects.filter(username__iexact=name, left=None).first()


def mailbox(address: str) -> str:
    """Return what an email address counts as: in one spelling, without what its owner may have put behind a plus."""
    local, at, domain = normal_email(address).rpartition("@")
    return f"{local.partition('+')[0]}{at}{domain}"


def normal_email(address: str) -> str:
    """Return an email address as it is kept; in lower case where its domain is none."""
    try:
        return domains.normal_address(address)
    except ValueError:
        return address.lower()


def with_address(address: str) -> Q:
    """Return a filter for users whose account has this email address, in any spelling.

    An empty address is nobody's.
    """
    return ~Q(email="") & Q(Exact(Lower("email"), normal_email(address)))  # as the index has it


def by_address(address: str) -> User | None:
    """Return the account that has an email address; None where nobody has it, or only a guest who has not proved it."""
    accounts = User.objects.filter(guest_until=None).select_related("preferences")
    holder = accounts.filter(with_address(address)).first()
    return holder or accounts.filter(emailaddress__email=normal_email(address), emailaddress__verified=True).first()


def spelled_otherwise() -> list[str]:
    """Return who has an address that is not kept in one spelling: somebody else has had it so before."""
    held = User.objects.filter(email__regex="[^ -~]", left=None)
    return list(held.order_by("username").values_list("username", flat=True))


def unproved(now: datetime) -> QuerySet[User]:
    """Return accounts whose address was not confirmed in time, the oldest first: nobody was ever signed in to one.

    Left out are guests, whose time is another one, staff, and those that are suspended.
    """
    never_in = User.objects.filter(last_login=None, left=None, guest_until=None, is_bot=False)  # as the index has it
    unsuspended = never_in.filter(proved=None, is_active=True, is_staff=False, is_superuser=False)
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    return unsuspended.filter(~Exists(confirmed), date_joined__lte=now - UNPROVED).order_by("date_joined")


def number_in_dumps(user: User) -> int | None:
    """Return what public dumps call somebody; None for guests and house opponents, whom they name by nothing."""
    return None if user.is_bot or user.is_guest else user.dump_number


def number_all() -> int:
    """Give dump numbers to the accounts that are older than these; how many there were."""
    return portions.each(
        User.objects.filter(dump_number=None, left=None, guest_until=None, is_bot=False), "pk", _number
    )


def _number(users: list[User]) -> None:
    for user in users:
        user.dump_number = dump_numbers.new_number()
    User.objects.bulk_update(users, ["dump_number"])

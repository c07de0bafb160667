"""Visitors who try the place: made by one click, for a day, and kept by choosing a name and a mail address."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.contrib.auth import logout
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.dispatch import Signal, receiver
from django.http import HttpRequest
from django.utils import timezone

from accounts import sessions
from accounts.models import SignUp, User

DAY = timedelta(hours=24)
GRACE = timedelta(days=7)
"""How long after its day a guest may still be kept; then it is closed."""
kept = Signal()
"""A guest is an account from now on: sent in the same transaction with the `user`."""
DIGITS = (4, 4, 4, 6, 6, 9, 12)
"""Digits of the names tried, one after the other."""


def create(time_zone: str = "", language: str = "") -> User:
    """Return a guest for a day from now, with a name nobody has and without a password or a mail address."""
    for digits in DIGITS:
        try:
            return _create(_name(digits), time_zone, language)
        except IntegrityError:  # somebody has the name, or one that looks like it
            continue
    raise RuntimeError("no free name for a guest was found")


@transaction.atomic
def _create(name: str, time_zone: str, language: str) -> User:
    guest = User(username=name, language=language, guest_until=timezone.now() + DAY)
    guest.time_zone = time_zone or guest.time_zone
    guest.set_unusable_password()
    guest.save()
    return guest


def _name(digits: int) -> str:
    return f"Guest-{secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)}"


def is_over(user: User) -> bool:
    """Say whether this is a guest whose day is over."""
    return user.guest_until is not None and user.guest_until <= timezone.now()


def kept_until(user: User) -> datetime | None:
    """Return until when a guest may choose a name and an email address; `None` for anybody else."""
    return user.guest_until and user.guest_until + GRACE


def set_aside(request: HttpRequest) -> None:
    """Sign a guest out whose player wants to sign in to an account. This browser alone still knows the guest."""
    guest = request.user.pk
    logout(request)
    request.session[sessions.GUEST] = guest


def is_set_aside(request: HttpRequest) -> bool:
    """Return whether this browser has set a guest aside."""
    return sessions.GUEST in request.session


def aside(request: HttpRequest) -> User | None:
    """Return the guest that this browser has set aside; None where there is none, or none any more."""
    if not is_set_aside(request):
        return None
    guests = User.objects.filter(guest_until__isnull=False, left=None, is_active=True)
    return guests.filter(pk=request.session[sessions.GUEST]).first()


def forget_aside(request: HttpRequest) -> None:
    """Let this browser know of no guest any more."""
    request.session.pop(sessions.GUEST, None)


@receiver(email_confirmed)
def become_account(email_address: EmailAddress, **_: Any) -> None:
    """Turn a guest with a password into an account once their email address is proved.

    Sign-ups make accounts; this is for guests who gave their address before there were sign-ups.
    """
    if email_address.user.has_usable_password():
        User.objects.filter(pk=email_address.user_id).update(guest_until=None)
        kept.send(User, user=email_address.user)


def to_close(now: datetime) -> QuerySet[User]:
    """Return the guests who didn't keep their account in time, longest ago first."""
    return User.objects.filter(guest_until__lte=now - GRACE, left=None).order_by("guest_until")


@transaction.atomic
def close_guest(user: User) -> None:
    """End a guest for good: nobody can be signed in as it, and the name and address it chose are free again."""
    SignUp.objects.filter(guest=user).delete()
    EmailAddress.objects.filter(user=user).delete()
    user.email = ""
    user.dump_number = None
    user.left = timezone.now()
    user.is_active = False
    user.username = _name(12)
    user.set_unusable_password()
    user.save()

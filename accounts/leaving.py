"""Closing an account for good."""

from collections.abc import Collection

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import names, tokens
from accounts.models import Block, Endpoint, FormerName, Outbox, Preferences, User, Vacation


def is_here(user: User) -> bool:
    """Hold the user's row to the end of the transaction; whether the account is still open at this very moment."""
    return hold_users([user.pk])[user.pk].left is None


def hold_users(user_ids: Collection[int]) -> dict[int, User]:
    """Hold the rows of users to the end of the transaction, in the order of their keys, so that of two who hold the
    same ones neither waits for the other in vain; the users as they are at this very moment, by key."""
    held = User.objects.select_for_update(no_key=True).filter(pk__in=user_ids).order_by("pk")
    return {user.pk: user for user in held}


@transaction.atomic
def anonymise(user: User) -> None:
    """Take everything that tells who somebody was, and every way in: what is left is “former player” and a number.

    Nobody can ever take the old name or one that looks like it, so that nobody passes for the one who has left; of
    the name itself only a fingerprint is kept. Sessions end because there is no password any more, and no active user.
    Dumps name nobody who has left.
    """
    tokens.revoke_all(user)
    Authenticator.objects.filter(user=user).delete()
    EmailAddress.objects.filter(user=user).delete()
    Preferences.objects.filter(user=user).delete()
    Vacation.objects.filter(user=user).delete()
    Endpoint.objects.filter(user=user).delete()
    Block.objects.filter(Q(blocker=user) | Q(blocked=user)).delete()
    Outbox.objects.of(user).delete()
    Outbox.objects.filter(asker=user).delete()
    FormerName.objects.get_or_create(fingerprint=names.fingerprint(user.username))
    user.username = f"{names.FORMER} {user.pk}"
    user.email = ""
    user.time_zone = "UTC"
    user.language = ""
    user.bounced = ""
    user.proved = None
    user.dump_number = None
    user.is_program = False
    user.left = timezone.now()
    user.last_login = None
    user.is_superuser = False
    user.is_active = False
    user.is_staff = False
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()

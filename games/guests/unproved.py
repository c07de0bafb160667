"""What becomes of accounts whose address was never confirmed: closed, unless others have had to do with them."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts import people
from accounts.models import User
from games.core.models import Seat
from games.core.seams import leaving as leaving_seam
from games.core.services import leaving

ACCOUNTS_A_SWEEP = 200
"""Accounts one sweep closes; the next one follows within the hour."""


def close_unproved(now: datetime | None = None) -> int:
    """Close the accounts whose address was not confirmed in time; how many there were."""
    now = now or timezone.now()
    found = to_close(now).values_list("pk", flat=True)[:ACCOUNTS_A_SWEEP]
    return sum(_close(pk, now) for pk in list(found))


def to_close(now: datetime) -> QuerySet[User]:
    """Return accounts to be closed.

    One that has had a seat, or given or got an invitation, stays as it is, since others know it by its name; nobody can
    sign in to it but by confirming the address.
    """
    user = OuterRef("pk")
    known = [Seat.objects.filter(user=user), *leaving_seam.ties(user)]
    return people.unproved(now).filter(*(~Exists(rows) for rows in known))


@transaction.atomic
def _close(user_id: int, now: datetime) -> bool:
    """Close an account, unless its address was confirmed, or somebody else closed it, by now."""
    user = to_close(now).select_for_update(of=("self",)).filter(pk=user_id).first()
    if user is None:
        return False
    leaving.close_account(user)
    return True

"""Scenes of what becomes of old rows, beside those of `doors.py`."""

from __future__ import annotations

from allauth.account.models import EmailAddress

from accounts.database import portions
from accounts.models import Outbox, User
from accounts.outbox import counts
from games.guests import unproved
from tests.games.rows.doors import DAY, NOON, Act, Cast, door
from tests.parts.cast import person


@door("accounts.database.portions._portion")
def _portion(cast: Cast) -> Act:
    """Return letters that are counted and removed, of two kinds."""
    for kind in ("turn", "end"):
        Outbox.objects.create(recipient=cast.ann, kind=kind, key=cast.key, status="obsolete", created=NOON - 99 * DAY)
    old = Outbox.objects.filter(status="obsolete")
    return lambda: portions._portion(old, counts.delete_counted)


def unconfirmed(cast: Cast, name: str = "Una") -> User:
    """Return somebody who was entered at NOON and never opened the link."""
    user = person(f"{name}.{cast.key}")
    EmailAddress.objects.filter(user=user).update(verified=False)
    return user


@door("games.guests.unproved._close")
def _close_unproved(cast: Cast) -> Act:
    una = unconfirmed(cast)
    return lambda: unproved._close(una.pk, NOON + 30 * DAY)

"""What becomes of guests who made no account in time, and of their matches."""

from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts import guests
from games.core.services import leaving, play
from games.rules.errors import GameOver

GUESTS_A_SWEEP = 200
"""Guests one sweep closes; the next one follows within the hour."""


def close_forgotten(now: datetime | None = None) -> int:
    """Close the guests whose time to make an account is over; how many there were."""
    now = now or timezone.now()
    forgotten = guests.to_close(now).values_list("pk", flat=True)[:GUESTS_A_SWEEP]
    return sum(_close(pk, now) for pk in list(forgotten))


@transaction.atomic
def _close(user_id: int, now: datetime) -> bool:
    """End a guest and the matches it plays, unless it has become an account or was closed by now."""
    leaving.hold_matches(user_id)
    user = guests.to_close(now).select_for_update(no_key=True).filter(pk=user_id).first()
    if user is None:
        return False
    leaving.settle_rulings(user.pk)
    for public_id in leaving.running(user):
        with suppress(GameOver):  # it has ended by now
            play.adjudicate(public_id, "!void")
    leaving.forget(user)
    guests.close_guest(user)
    return True

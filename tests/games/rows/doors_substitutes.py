"""Scenes of seats that go to somebody else, beside those of `doors.py`."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from games.chat import notes
from games.core.models import Match
from games.core.services.locked import LockedMatch
from games.substitutes import services as substitutes
from tests.games.rows.doors import DAY, NOON, Act, Cast, door


def sought(cast: Cast, key: str = "") -> Match:
    """Return a match of Ann and Ben in which somebody is sought for the seat of Ann, who has let her time pass."""
    match = cast._replace(key=cast.key + key).match()
    notes.save(match.public_id, cast.ann.pk, "Ben bluffs.")
    seek(match, cast.ann)
    return match


def seek(match: Match, user: User, *, deserted: bool = True) -> None:
    """Have somebody sought for a user's seat, whose time is up or who would like to leave it."""
    with transaction.atomic():
        locked = LockedMatch.lock(public_id=match.public_id)
        substitutes.seek_substitute(locked, locked.seat_of(user.pk), deserted=deserted)
        locked.write_seats()


def taken(cast: Cast, key: str = "") -> Match:
    """Return the same, after Cat has taken it over."""
    match = sought(cast, key)
    substitutes.take_seat(match.public_id, cast.cat)
    return match


@door("games.substitutes.services.take_seat")
def _take(cast: Cast) -> Act:
    match = sought(cast)
    return lambda: substitutes.take_seat(match.public_id, cast.cat)


@door("games.substitutes.services.withdraw")
def _withdraw(cast: Cast) -> Act:
    match = sought(cast)
    return lambda: substitutes.withdraw(match.public_id, cast.ben.pk)


@door("games.substitutes.services.lapse")
def _lapse(cast: Cast) -> Act:
    match = cast.match()
    seek(match, cast.ann, deserted=False)
    return lambda: substitutes.lapse(match.pk, NOON + 3 * DAY)


@door("games.substitutes.services.replace")
def _replace(cast: Cast) -> Act:
    match = cast.match()
    return lambda: substitutes.replace(match.public_id, 0, "Ann is ill.", cast.cat.username)

"""Who sits in many matches."""

from collections.abc import Iterable

from django.db.models import Prefetch, prefetch_related_objects

from accounts.models import User
from games.core.models import Match, Seat


def read_players(matches: Iterable[Match], *, unread_of: User | None = None, with_turns: bool = False) -> None:
    """Read the seats of these matches with their users, by one query, and with `unread` where somebody's is asked for
    (`Seat.objects.with_unread`) and with the turns that they owe; those that are known are not read again."""
    seats = Seat.objects.with_unread(unread_of) if unread_of else Seat.objects.all()
    joined = ("user", "turn") if with_turns else ("user",)
    prefetch_related_objects(list(matches), Prefetch("seats", seats.select_related(*joined)))

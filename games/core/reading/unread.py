"""How many lines of chats somebody has not seen."""

from collections.abc import Collection

from games.core.models import Seat


def lines(user_id: int, matches: Collection[int]) -> dict[int, int]:
    """Return how many lines a user has not seen in each of these matches; those muted or without any are left out."""
    seats = Seat.objects.filter(match__in=matches, user=user_id).with_unread(user_id)
    return {seat.match_id: seat.unread for seat in seats.only("match") if seat.unread}

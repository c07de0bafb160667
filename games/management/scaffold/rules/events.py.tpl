"""What happens, as data."""

from __future__ import annotations

from games.rules.game import Event, Seat


class Began(Event, frozen=True):
    """Who takes first (LS-1)."""

    seat: Seat


class Taken(Event, frozen=True):
    """A seat took stones, and `left` of them remain (LS-2)."""

    seat: Seat
    count: int
    left: int


class Won(Event, frozen=True):
    """A seat took the last stone (LS-3)."""

    seat: Seat

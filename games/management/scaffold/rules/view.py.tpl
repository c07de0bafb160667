"""What one viewer may know of a match."""

from __future__ import annotations

from games.rules.game import Seat, View


class LastStoneView(View, frozen=True, kw_only=True):
    """All of it: nothing is hidden in this game."""

    viewer: int
    stones: int
    heap: int
    to_move: Seat | None
    winner: Seat | None

"""Where a match stands."""

from __future__ import annotations

import msgspec

from games.rules.game import Seat

MOST = 3
"""Stones that one move takes at most (LS-2)."""


class State(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The heap: how many stones it had, how many are left, whose move it is, and who took the last one."""

    stones: int
    heap: int
    to_move: Seat | None = None
    winner: Seat | None = None

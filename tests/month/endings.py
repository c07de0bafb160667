"""How a match ended, in words."""

from __future__ import annotations

from collections.abc import Collection

from games.core.models import Seat

BY_PLAY = ("played to the end", "resigned", "drawn by agreement", "cancelled by agreement")
CLAIMED, DEFAULT, CANCELLED = "win claimed", "win by default", "cancelled by the player who stayed"
UNBEGUN, BOTH = "void without a start", "void: both were absent"
BY_CHOICE = (CLAIMED, DEFAULT, CANCELLED, UNBEGUN, BOTH)
"""Endings without a start leave nothing to choose, and where both are absent nobody has stayed."""
UNTOLD = "void: nobody could be told"


def how(act: str, text: str, seats: Collection[Seat]) -> str:
    """Return how a match ended, by the text of its last entry and what somebody has just done."""
    match text.partition(" ")[0]:
        case "!resign":
            return BY_PLAY[1]
        case "!draw":
            return BY_PLAY[2]
        case "!timeout":
            return CLAIMED if act == "claim" else DEFAULT
        case "!void":
            return {"agreed": BY_PLAY[3], "cancel": CANCELLED}.get(act) or _void(seats)
    return BY_PLAY[0]


def _void(seats: Collection[Seat]) -> str:
    absent = [seat for seat in seats if seat.outcome == Seat.Outcome.ABSENT]
    if any(seat.answered_ply is None for seat in absent):
        return UNBEGUN
    return BOTH if len(absent) == len(seats) else UNTOLD

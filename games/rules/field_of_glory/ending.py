"""How near a match is to its end by cards (FG-61), from what everybody sees."""

from __future__ import annotations

from games.rules.field_of_glory.cards import POINTS
from games.rules.field_of_glory.state import SHUFFLES
from games.rules.field_of_glory.view import FieldOfGloryView
from games.rules.game import Seat

MOST_DRAWN = max(POINTS.values())
"""So many cards at most are drawn to end a turn."""


def both_out(view: FieldOfGloryView) -> bool:
    """Say whether the match ends with this turn."""
    return min(view.shuffles) >= SHUFFLES


def last_deck(view: FieldOfGloryView) -> Seat | None:
    """Return the seat whose deck ends the match when it runs out; None while more than that is lacking, or nothing."""
    lacking = [max(SHUFFLES - shuffles, 0) for shuffles in view.shuffles]
    return lacking.index(1) if sum(lacking) == 1 else None


def is_near(view: FieldOfGloryView) -> bool:
    """Say whether the match ends with this turn, or can by the next cards that end a turn."""
    seat = last_deck(view)
    return both_out(view) or (seat is not None and view.deck_sizes[seat] < MOST_DRAWN)

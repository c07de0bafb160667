"""What the coach says on the page of a match, from what the player sees there."""

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from games.core.models import Seat
from games.core.reading.voice import SiteVoice
from games.core.seams.panels import MatchLook

FALLS_SILENT = _("You’ve finished three matches of this game, so I fall silent. Below “?”, you can let me speak again.")
"""What the coach says once, when it speaks no more by itself."""


class Coach(NamedTuple):
    """What the coach says to the player of a match; `said` is empty where that is nothing. Once it `is_silent` by
    itself, it says so before the player's first move of the next match."""

    match: str
    is_silent: bool
    said: str


def of_match(look: MatchLook) -> Coach | None:
    """Return the coach of a player whose match goes on; None for everybody else, and at earlier moves."""
    if look.seat is None or look.by_link or look.is_past or look.match.ended is not None:
        return None
    is_silent = not speaks(look.seat)
    said = _said(look, look.seat) if not is_silent or falls_silent(look.seat) else ""
    return Coach(look.match.public_id, is_silent, str(FALLS_SILENT) if is_silent and said else said)


def speaks(seat: Seat) -> bool:
    """Say whether the coach speaks: as its player chose, or else in the first matches of a game."""
    return not seat.is_practised if seat.coach_choice is None else seat.coach_choice


def falls_silent(seat: Seat) -> bool:
    """Say whether the coach is silent for the first time, and nobody chose that."""
    return seat.is_fresh_from_practice and seat.coach_choice is None


def _said(look: MatchLook, seat: Seat) -> str:
    advice = None if look.view is None else look.match.rules.advice(look.view, seat.index)
    return advice.said(SiteVoice.of(look.seats)) if advice else ""

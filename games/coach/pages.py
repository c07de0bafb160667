"""What the coach says on the page of a match, from what the player sees there."""

from typing import NamedTuple

from games.core.models import Seat
from games.core.reading.voice import SiteVoice
from games.core.seams.panels import MatchLook


class Coach(NamedTuple):
    """What the coach says to the player of a match; `said` is empty where that is nothing or it `is_silent`."""

    match: str
    is_silent: bool
    said: str


def of_match(look: MatchLook) -> Coach | None:
    """Return the coach of a player whose match goes on; None for everybody else, and at earlier moves."""
    if look.seat is None or look.by_link or look.is_past or look.match.ended is not None:
        return None
    is_silent = not speaks(look.seat)
    return Coach(look.match.public_id, is_silent, "" if is_silent else _said(look, look.seat))


def speaks(seat: Seat) -> bool:
    """Say whether the coach speaks: as its player chose, or else in the first matches of a game."""
    return not seat.is_practised if seat.coach_choice is None else seat.coach_choice


def _said(look: MatchLook, seat: Seat) -> str:
    advice = None if look.view is None else look.match.rules.advice(look.view, seat.index)
    return advice.said(SiteVoice.of(look.seats)) if advice else ""

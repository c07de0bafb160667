"""Time that is up, as pages show it: to whoever may choose what happens, and to whose time it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Match, Seat, TimeUp
from games.reading.access import Access
from games.rules.sentence import N_
from games.services import remedies

Remedy = TimeUp.Remedy

TITLES: dict[str, str] = {
    Remedy.CLAIM: N_("Claim the win"),
    Remedy.MORE: N_("Give two more days"),
    Remedy.CANCEL: N_("Call the match off"),
    Remedy.SUBSTITUTE: N_("Look for a substitute"),
    Remedy.HOUSE: N_("Play on against the house"),
}
MEANT: dict[str, str] = {
    Remedy.CLAIM: N_("The match ends at once and you win."),
    Remedy.MORE: N_("{name} gets two more days for this move. You can do this once in this match."),
    Remedy.CANCEL: N_("The match ends at once and counts for nobody. For {name} it counts as an absence."),
    Remedy.SUBSTITUTE: N_(
        "{name}’s seat is offered to everybody for three days at most. The match is no longer rated. If nobody takes "
        "the seat, you win."
    ),
    Remedy.HOUSE: N_("A house opponent takes {name}’s seat at once. The match is no longer rated."),
}
"""What each remedy brings, as whoever chooses reads it."""


@dataclass(frozen=True)
class Choice:
    """Something that may be chosen: its name in forms, what it is called, and what it brings."""

    name: str
    title: str
    meant: str


@dataclass(frozen=True)
class TimeUpShown:
    """That time is up in a match of the reader: whether `is_mine` to choose, the other player's name, and until when.

    `is_sought`: a substitute is being looked for. `choices` are empty where it is the reader's own time.
    """

    is_mine: bool
    name: str
    until: datetime
    is_sought: bool
    choices: list[Choice]


def choice_shown(found: Access) -> TimeUpShown | None:
    """What a match says of time that is up; None where it is not, or nobody is to choose."""
    row = standing(found.match)
    if row is None:
        return None
    absent = next(seat for seat in found.seats if seat.pk == row.seat_id)
    is_mine = row.user_id == found.seat.user_id
    other = absent if is_mine else next(seat for seat in found.seats if seat.pk != absent.pk)
    choices = _choices(row, absent) if is_mine else []
    return TimeUpShown(is_mine, other.user.username, row.until, absent.is_open(timezone.now()), choices)


def standing(match: Match) -> TimeUp | None:
    """The row of a match that was read with it."""
    return getattr(match, "time_up", None)


def _choices(row: TimeUp, absent: Seat) -> list[Choice]:
    name = absent.user.username
    possible = remedies.possible(row, absent, absent.turn, timezone.now())
    return [Choice(remedy, _(TITLES[remedy]), _(MEANT[remedy]).format(name=name)) for remedy in possible]

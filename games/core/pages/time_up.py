"""Time that is up, as pages show it to the player who may choose, and to the one whose time it was."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games.core.models import Match, Seat, TimeUp
from games.core.reading import endings
from games.core.reading.access import Access
from games.core.reading.times import Totals
from games.core.reading.voice import SiteVoice
from games.core.services import remedies
from games.rules.sentence import N_, Sentence

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
        "{name}’s seat is offered to everybody for three days at most. Once it is taken over the match is not rated. "
        "If nobody takes it, you win."
    ),
    Remedy.HOUSE: N_("A house opponent takes {name}’s seat at once. The match is then not rated."),
}
"""What each remedy brings, as whoever chooses reads it."""
UNCOUNTED: dict[str, str] = {Remedy.CANCEL: N_("The match ends at once and counts for nobody.")}
"""The same where no absence counts."""


@dataclass(frozen=True)
class Choice:
    """Something that may be chosen: its name in forms, what it is called, and what it brings."""

    name: str
    title: str
    meant: str


@dataclass(frozen=True)
class TimeUpShown:
    """That time is up in a match of the reader: whether `is_mine` to choose, the other player's name, and until when.

    `choices` are what may be chosen, `reasons` say why nothing else can; both are empty where it is the reader's own
    time.
    """

    is_mine: bool
    name: str
    until: datetime
    choices: list[Choice]
    reasons: list[str]


def choice_shown(found: Access) -> TimeUpShown | None:
    """What a match says of time that is up; None where it is not, or nobody is to choose."""
    row = time_up_of(found.match)
    if row is None:
        return None
    absent = next(seat for seat in found.seats if seat.pk == row.seat_id)
    is_mine = row.user_id == found.seat.user_id
    other = absent if is_mine else next(seat for seat in found.seats if seat.pk != absent.pk)
    whys = _whys(found, row, absent) if is_mine else {}
    meant = MEANT if endings.counts_absences(found.seats) else MEANT | UNCOUNTED
    choices = [_choice(remedy, meant[remedy], absent) for remedy, why in whys.items() if why is None]
    reasons = dict.fromkeys(why.said(SiteVoice.of(found.seats)) for why in whys.values() if why is not None)
    return TimeUpShown(is_mine, other.user.username, row.until, choices, list(reasons))


def time_up_of(match: Match) -> TimeUp | None:
    """The row of a match that was read with it."""
    return getattr(match, "time_up", None)


def _whys(found: Access, row: TimeUp, absent: Seat) -> dict[str, Sentence | None]:
    """Of each remedy why it cannot be chosen now, None where it can."""
    turns = {seat.pk: seat.turn for seat in found.seats if hasattr(seat, "turn")}
    totals = Totals(found.match, found.seats, turns, row, timezone.now())
    return {remedy: remedies.why_not(remedy, row, absent, totals) for remedy in remedies.ACTS}


def _choice(remedy: str, meant: str, absent: Seat) -> Choice:
    return Choice(remedy, _(TITLES[remedy]), _(meant).format(name=absent.user.username))

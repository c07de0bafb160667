"""Time that is up, as pages show it to the player who may choose, and to the one whose time it was."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games.core.models import Match, Seat, TimeUp
from games.core.reading import endings
from games.core.reading.access import Access
from games.core.reading.times import Totals
from games.core.reading.voice import SiteVoice
from games.core.seams.remedies import REMEDIES
from games.core.services import remedies
from games.rules.sentence import N_, Sentence

Remedy = TimeUp.Remedy

TITLES: dict[str, str] = {
    Remedy.CLAIM: N_("Claim the win"),
    Remedy.MORE: N_("Give two more days"),
    Remedy.CANCEL: N_("Cancel the match"),
}
MEANT: dict[str, str] = {
    Remedy.CLAIM: N_("The match ends immediately and you win."),
    Remedy.MORE: N_("{name} gets two more days for this move. You can do this only once per match."),
    Remedy.CANCEL: N_("The match ends immediately and doesn’t count, except as an absence for {name}."),
}
"""What each remedy of the core brings, as the player who chooses reads it."""
UNCOUNTED: dict[str, str] = {Remedy.CANCEL: N_("The match ends immediately and doesn’t count.")}
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
    """Return what a match says of time that is up; None where it is not, or nobody is to choose."""
    row = time_up_of(found.match)
    if row is None:
        return None
    absent = next(seat for seat in found.seats if seat.pk == row.seat_id)
    is_mine = row.user_id == found.seat.user_id
    other = absent if is_mine else next(seat for seat in found.seats if seat.pk != absent.pk)
    whys = _whys(found, row, absent) if is_mine else {}
    counted = endings.counts_absences(found.seats)
    choices = [_choice(remedy, absent, counted) for remedy, why in whys.items() if why is None]
    reasons = dict.fromkeys(why.said(SiteVoice.of(found.seats)) for why in whys.values() if why is not None)
    return TimeUpShown(is_mine, other.user.username, row.until, choices, list(reasons))


def time_up_of(match: Match) -> TimeUp | None:
    """Return the row of a match that was read with it."""
    return getattr(match, "time_up", None)


def _whys(found: Access, row: TimeUp, absent: Seat) -> dict[str, Sentence | None]:
    """Return for each remedy why it can't be chosen now, `None` if it can."""
    turns = {seat.pk: seat.turn for seat in found.seats if hasattr(seat, "turn")}
    totals = Totals(found.match, found.seats, turns, row, timezone.now())
    return {remedy: remedies.why_not(remedy, row, absent, totals) for remedy in remedies.acts()}


def _choice(name: str, absent: Seat, counted: bool) -> Choice:
    """Return a remedy as it is offered; `counted` says whether absences count in the match."""
    title, meant = _of_core(name, counted) if name in TITLES else REMEDIES.registered[name][:2]
    return Choice(name, _(title), _(meant).format(name=absent.user.username))


def _of_core(name: str, counted: bool) -> tuple[str, str]:
    meant = MEANT if counted else MEANT | UNCOUNTED
    return TITLES[name], meant[name]

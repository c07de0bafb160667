"""What the page shows on which a guest's matches are taken into an account."""

from dataclasses import dataclass

from accounts.models import User
from games.core.models import Match
from games.core.reading.voice import SiteVoice, player_name
from games.guests import merging as service


@dataclass(frozen=True)
class GuestMatch:
    """A match of the guest; `why` it cannot become the account's, empty where it can."""

    title: str
    opponents: list[str]
    is_over: bool
    why: str


@dataclass(frozen=True)
class Merging:
    """`taken` become the account's, `left` stay with the guest."""

    guest: str
    taken: list[GuestMatch]
    left: list[GuestMatch]


def merging(guest: User, account: User) -> Merging:
    """Return what is asked about the matches of a guest."""
    rows = [_row(found, guest) for found in service.look(guest, account)]
    taken = [row for row in rows if not row.why]
    left = [row for row in rows if row.why]
    return Merging(guest.username, taken, left)


def _row(found: service.Found, guest: User) -> GuestMatch:
    match, why = found
    others = [player_name(seat) for seat in match.seats.all() if seat.user_id != guest.pk]
    is_over = match.status not in (Match.Status.OPEN, Match.Status.PLAYING)
    return GuestMatch(match.title, others, is_over, why.said(SiteVoice()) if why else "")

"""The rematch of a match that is over, as its page shows it."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.models import Match, Seat
from games.core.seams.panels import MatchLook
from games.core.services import tickets
from games.core.services.tickets import Ticket
from games.rematch import services as rematch


@dataclass(frozen=True)
class Rematch:
    """The rematch of a `match` that is over: where it is (`url`), and while it is offered `by` whom.

    Where none was offered, `may_offer` says whether one can be, with the `ticket` for it; `is_bot` whether a house
    opponent plays in the match.
    """

    match: Match
    url: str = ""
    by: str = ""
    is_mine: bool = False
    may_offer: bool = False
    ticket: Ticket | None = None
    is_bot: bool = False


def of_match(look: MatchLook) -> Rematch | None:
    """Return the rematch of a match as a player of it is shown it."""
    return rematch_of(look.match, look.seats, look.seat) if look.seat else None


def rematch_of(before: Match, seats: Sequence[Seat], seat: Seat) -> Rematch:
    """Return the rematch of a match that is over: of a pair once both of its matches are over. One that is offered and
    rests is not spoken of."""
    if before.ended is None or ((twin := before.twin()) is not None and twin.ended is None):
        return Rematch(before)
    match = rematch.existing(before)
    if match is None:
        is_bot = any(each.house for each in seats)
        return Rematch(before, may_offer=len(seats) == 2, ticket=tickets.issue(before.game), is_bot=is_bot)
    if match.status != match.Status.OPEN:
        return Rematch(before, match.get_absolute_url())
    if match.invitation.state == "rests":
        return Rematch(before)
    is_mine = match.invitation.inviter_id == seat.user_id
    return Rematch(before, match.invitation.get_absolute_url(), match.invitation.inviter.username, is_mine)

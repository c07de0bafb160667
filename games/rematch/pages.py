"""The rematch of a match that is over, as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.reading.access import Access
from games.core.services import tickets
from games.core.services.tickets import Ticket
from games.rematch import services as rematch


@dataclass(frozen=True)
class Rematch:
    """The rematch of a match that is over: where it is (`url`), and while it is offered `by` whom.

    Where none was offered, `may_offer` says whether one can be, with the `ticket` for it; `is_bot` whether a house
    opponent plays in the match.
    """

    url: str = ""
    by: str = ""
    is_mine: bool = False
    may_offer: bool = False
    ticket: Ticket | None = None
    is_bot: bool = False


def rematch_of(found: Access) -> Rematch:
    """Return the rematch of a match that is over: of a pair once both of its matches are over. One that is offered and
    rests is not spoken of."""
    if found.match.ended is None or ((twin := found.match.twin()) is not None and twin.ended is None):
        return Rematch()
    match = rematch.existing(found.match)
    if match is None:
        is_bot = any(seat.house for seat in found.seats)
        return Rematch(may_offer=len(found.seats) == 2, ticket=tickets.issue(found.match.game), is_bot=is_bot)
    if match.status != match.Status.OPEN:
        return Rematch(match.get_absolute_url())
    if match.invitation.state == "rests":
        return Rematch()
    is_mine = match.invitation.inviter_id == found.seat.user_id
    return Rematch(match.invitation.get_absolute_url(), match.invitation.inviter.username, is_mine)

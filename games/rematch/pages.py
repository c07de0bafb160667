"""The rematch of a match that is over, as its page shows it."""

from __future__ import annotations

from typing import Any

from games.reading.access import Access
from games.rematch import services as rematch
from games.services import tickets


def context(found: Access) -> dict[str, Any]:
    """The rematch of a match that is over, with who offered it, or whether one can be offered: of a pair once
    both of its matches are over. One that is offered and rests is not spoken of."""
    if found.match.ended is None or ((twin := found.match.twin()) is not None and twin.ended is None):
        return {}
    match = rematch.existing(found.match)
    if match is None:
        is_bot = any(seat.house for seat in found.seats)
        return {"may_rematch": len(found.seats) == 2, "ticket": tickets.issue(found.match.game), "is_bot": is_bot}
    waits = match.status == match.Status.OPEN
    if waits and match.invitation.state == "rests":
        return {}
    return {
        "rematch_url": match.invitation.get_absolute_url() if waits else match.get_absolute_url(),
        "rematch_by": match.invitation.inviter.username if waits else "",
        "rematch_is_mine": waits and match.invitation.inviter_id == found.seat.user_id,
    }

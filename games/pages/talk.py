"""What the pages show beside the board: the chat, notes, offers, a rematch."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.models import ChatLine, Seat
from games.reading.access import Access
from games.reading.voice import SiteVoice
from games.services import rematch, talk, tickets


@dataclass(frozen=True)
class Line:
    """A line of the chat as one player reads it; without a text where a moderator has hidden it, because of `why`."""

    name: str
    text: str
    when: datetime
    mine: bool
    new: bool
    hidden: bool
    why: str


def beside(found: Access) -> dict[str, Any]:
    """Chat and notes, as a whole match page shows them."""
    return {"chat": chat(found), "notes": found.seat.notes, "notes_error": ""}


def chat(found: Access, before: int | None = None, *, text: str = "", error: str = "") -> dict[str, Any]:
    """The newest lines of the chat, or those before a line's id.

    `text` is what was typed and refused for the reason `error`.
    """
    seat = found.seat
    rows = talk.lines(found.match, before) if seat.talk else []
    lines = [_line(row, seat) for row in rows]
    silent = talk.why_silent(found.seats, seat.user)
    return {
        "lines": lines,
        "new": sum(line.new for line in lines),
        "newest": rows[-1].pk if rows and before is None else 0,
        "older": rows[0].pk if len(rows) == talk.PAGE else None,
        "state": seat.talk,
        "muted": seat.chat_muted,
        "silent": silent.said(SiteVoice()) if silent else "",
        "longest": talk.LONGEST,
        "text": text,
        "error": error,
    }


def _line(row: ChatLine, seat: Seat) -> Line:
    mine, hidden = row.user_id == seat.user_id, row.hidden is not None
    new = not mine and not hidden and row.pk > seat.chat_read
    return Line(row.user.username, row.text, row.created, mine, new, hidden, row.hidden_why)


def again(found: Access) -> dict[str, Any]:
    """The rematch of a match that is over, with who offered it, or whether one can be offered."""
    if found.match.ended is None:
        return {}
    match = rematch.standing(found.match)
    if match is None:
        is_house = any(seat.house for seat in found.seats)
        return {"may_rematch": len(found.seats) == 2, "ticket": tickets.issue(found.match.game), "is_house": is_house}
    waits = match.status == match.Status.OPEN
    return {
        "rematch_url": match.invitation.get_absolute_url() if waits else match.get_absolute_url(),
        "rematch_by": match.invitation.inviter.username if waits else "",
        "rematch_is_mine": waits and match.invitation.inviter_id == found.seat.user_id,
    }


def offered(found: Access, kind: str) -> dict[str, Any]:
    """Whether the player offers this, and the names of others who do."""
    others = [seat for seat in found.seats if seat.pk != found.seat.pk]
    return {
        "kind": kind,
        "is_mine": found.seat.offer == kind,
        "by": [seat.user.username for seat in others if seat.offer == kind],
    }


def offers(seats: list[Seat], mine: Seat) -> list[dict[str, Any]]:
    """Every offer that stands: what, in whose words, and whether it is the reader's own."""
    return [
        {"kind": seat.offer, "is_mine": seat.pk == mine.pk, "said": _said(seat, seat.pk == mine.pk)}
        for seat in seats
        if seat.offer
    ]


def _said(seat: Seat, mine: bool) -> str:
    if seat.offer == Seat.Offer.DRAW:
        said = _("You offer to end the match level.") if mine else _("{name} offers to end the match level.")
    else:
        said = _("You offer to cancel the match.") if mine else _("{name} offers to cancel the match.")
    return said.format(name=seat.user.username)

"""Offers to end or to cancel a match, as pages show them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.models import Seat
from games.reading.access import Access
from games.reading.voice import SiteVoice
from games.rules.sentence import N_
from games.services import undo


def offered(found: Access, kind: str) -> dict[str, Any]:
    """Whether the player offers this, the names of others who do, and why it cannot be offered: empty where it can."""
    others = [seat for seat in found.seats if seat.pk != found.seat.pk]
    return {
        "kind": kind,
        "is_mine": found.seat.offer == kind,
        "by": [seat.user.username for seat in others if seat.offer == kind],
        "bar": _bar(found) if kind == Seat.Offer.UNDO else "",
    }


def _bar(found: Access) -> str:
    if found.seat.may_take_back(found.match) or found.match.ended:
        return ""
    bar = undo.bar(found.match, found.seat)
    return bar.sentence.said(SiteVoice.of(found.seats)) if bar else ""


def listed(found: Access) -> list[dict[str, Any]]:
    """Every offer that stands: what, in whose words, and whether it is the reader's own."""
    return [
        {"kind": seat.offer, "is_mine": seat.pk == found.seat.pk, "said": _said(found, seat)}
        for seat in found.seats
        if seat.offer
    ]


def _said(found: Access, seat: Seat) -> str:
    offer = "agree" if seat.offer == Seat.Offer.UNDO and not seat.may_take_back(found.match) else seat.offer
    mine, others = SAID[offer]
    return _(mine if seat.pk == found.seat.pk else others).format(name=seat.user.username)


SAID: dict[str, tuple[str, str]] = {
    Seat.Offer.DRAW: (N_("You offer a draw."), N_("{name} offers a draw.")),
    Seat.Offer.CANCEL: (N_("You offer to cancel the match."), N_("{name} offers to cancel the match.")),
    Seat.Offer.UNDO: (
        N_("You ask to take your last move back. The next move ends this."),
        N_("{name} asks to take the last move back. The next move ends this."),
    ),
    "agree": (
        N_("You agree that the last move is taken back."),
        N_("{name} agrees that the last move is taken back."),
    ),
}
"""What an offer is called, of the reader and of others; `agree` where somebody lets another's move be taken back."""

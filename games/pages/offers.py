"""Offers to end or to cancel a match, as pages show them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.models import Seat
from games.reading.access import Access


def offered(found: Access, kind: str) -> dict[str, Any]:
    """Whether the player offers this, and the names of others who do."""
    others = [seat for seat in found.seats if seat.pk != found.seat.pk]
    return {
        "kind": kind,
        "is_mine": found.seat.offer == kind,
        "by": [seat.user.username for seat in others if seat.offer == kind],
    }


def listed(seats: list[Seat], mine: Seat) -> list[dict[str, Any]]:
    """Every offer that stands: what, in whose words, and whether it is the reader's own."""
    return [
        {"kind": seat.offer, "is_mine": seat.pk == mine.pk, "said": _said(seat, seat.pk == mine.pk)}
        for seat in seats
        if seat.offer
    ]


def _said(seat: Seat, mine: bool) -> str:
    if seat.offer == Seat.Offer.DRAW:
        said = _("You offer a draw.") if mine else _("{name} offers a draw.")
    else:
        said = _("You offer to cancel the match.") if mine else _("{name} offers to cancel the match.")
    return said.format(name=seat.user.username)

"""What the page of a match says of a seat that is open."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games.core.seams.panels import MatchLook, ToAnswer


@dataclass(frozen=True)
class SoughtSeat:
    """A seat that is open, as the players of its match are told: until when, whose it is, and whether the reader may
    close it."""

    match: str
    until: datetime | None
    name: str
    is_private: bool
    is_mine: bool
    may_withdraw: bool


def sought_seats(look: MatchLook) -> list[ToAnswer]:
    """Return the open seat of a match that goes on, if there is one."""
    seat = next((each for each in look.seats if each.is_open(timezone.now())), None)
    if seat is None or look.seat is None or look.match.ended is not None:
        return []
    is_mine = seat.pk == look.seat.pk
    sought = SoughtSeat(
        match=look.match.public_id,
        until=seat.open_until,
        name=seat.user.username,
        is_private=look.match.private,
        is_mine=is_mine,
        may_withdraw=seat.deserted != is_mine,
    )
    return [ToAnswer(_("Open seat"), panel=sought)]

"""To end a match level."""

from __future__ import annotations

from games.models import Seat
from games.models.seat import Offered
from games.offers.kinds.kind import BadOffer, OfferKind, has_house
from games.rules.sentence import N_, sentence
from games.services import entries
from games.services.locked import LockedMatch


class Draw(OfferKind):
    """To end level. Bots never do."""

    house = False

    def require_possible(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        if has_house(locked):
            raise BadOffer(sentence(N_("A house opponent declines every draw. It would agree to cancel the match.")))

    def carry_out(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        entries.append_ruling(locked, "!draw")

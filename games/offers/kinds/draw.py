"""To end a match level."""

from games.core.models import Seat
from games.core.models.seat import Offered
from games.core.services import entries, looks
from games.core.services.locked import LockedMatch
from games.offers.kinds.kind import BadOffer, OfferKind, has_house
from games.rules.sentence import N_, sentence


class Draw(OfferKind):
    """The offer of a draw. Bots never accept."""

    house = False

    def require_possible(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        if has_house(locked):
            raise BadOffer(sentence(N_("The computer never agrees to a draw, but it would agree to cancel the match.")))

    def carry_out(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        looks.note_last_look(locked, seat)
        entries.append_ruling(locked, "!draw")

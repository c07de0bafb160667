"""To take one's last move back, which any entry ends."""

from games.core.models import Match, Seat
from games.core.models.seat import Offered
from games.core.services.locked import LockedMatch
from games.offers import undo
from games.offers.kinds.kind import OfferKind
from games.rules.sentence import Sentence


class Undo(OfferKind):
    """The offer to take back the last move of the player who asks. Bots agree to everything that is allowed."""

    own = True

    def bar(self, match: Match, seat: Seat) -> Sentence | None:
        if seat.may_take_back(match):
            return None
        found = undo.bar(match, seat)
        return found.sentence if found else None

    def require_possible(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        if seat.number == offered.seat:  # whose offer stands may: any entry would have ended it
            undo.require_possible(locked, seat)

    def carry_out(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        undo.take_back(locked, next(each for each in locked.seats if each.number == offered.seat))

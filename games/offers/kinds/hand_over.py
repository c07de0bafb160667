"""To hand one's seat over to somebody else, whom both leave it to find."""

from games.core.models import Seat
from games.core.models.seat import Offered
from games.core.services.locked import LockedMatch
from games.offers import notices
from games.offers.kinds.kind import BadOffer, OfferKind, asker_of, has_house
from games.rules.sentence import N_, sentence
from games.substitutes import services as substitutes


class HandOver(OfferKind):
    """To have somebody sought who takes over the seat of the one who asks. A house opponent has nobody play in turn."""

    own = True
    house = False

    def require_possible(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        if has_house(locked):
            template = N_(
                "You can’t look for a replacement in a match against the computer. Resign or cancel the match instead."
            )
            raise BadOffer(sentence(template))
        if (paired := substitutes.why_paired(locked.match)) is not None:
            raise BadOffer(paired)
        if any(each.is_open(locked.now) for each in locked.seats):
            raise BadOffer(sentence(N_("We’re already looking for a replacement in this match.")))
        substitutes.require_time(locked, asker_of(locked, offered))

    def carry_out(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        substitutes.seek_substitute(locked, asker_of(locked, offered), deserted=False)
        others = [each for each in locked.seats if each is not seat and not each.house]
        notices.queue_agreed(locked.batch, locked.match, others, seat, offered, locked.now)
        locked.write_seats()

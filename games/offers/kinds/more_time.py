"""To give one player more time. The last moment of the match stays.

Bots agree at once: nobody waits, and what a player may use in all holds against them as well.
"""

from datetime import timedelta

from games.core.models import Seat
from games.core.models.seat import Offered
from games.core.services import clocks
from games.core.services.locked import LockedMatch
from games.offers.kinds.kind import BadOffer, OfferKind, asker_of, show_agreed
from games.rules import engine
from games.rules.sentence import N_, Who, sentence


class MoreTime(OfferKind):
    """To give the one who asks for it more time for a move that all know to be owed."""

    days = (1, 2, 3, 5)
    own = True

    def require_possible(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        asker = asker_of(locked, offered)
        numbers = [each.index for each in locked.seats]
        if not engine.known_to_owe(locked.match.rules, locked.before.position, asker.index, numbers):
            # Says the same whether you have sealed or not, before anything that only a player who owes a move is told.
            template = N_(
                "More time is possible only while everyone can see that the match is waiting for {who}, "
                "not while several players choose in secret. You can agree on a pause instead."
            )
            raise BadOffer(sentence(template, who=Who(asker.index)))
        time = clocks.time_of(locked, asker)
        if time.more(timedelta(days=offered.days), locked.now).is_out:
            template = N_("That’s more time than {who} can use in this match. Try fewer days.")
            raise BadOffer(sentence(template, who=Who(asker.index)))

    def carry_out(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        clocks.give_more(locked, asker_of(locked, offered), timedelta(days=offered.days))
        show_agreed(locked, seat, offered)

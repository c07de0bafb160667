"""To let all clocks stand for some days. The last moment of the match stays.

Bots agree at once: nobody waits, and what a player may use in all holds against them as well.
"""

from datetime import datetime, timedelta

from games.core.models import Seat
from games.core.models.seat import Offered
from games.core.reading import times
from games.core.services import clocks
from games.core.services.locked import LockedMatch
from games.offers.kinds.kind import BadOffer, OfferKind, show_agreed
from games.rules import engine
from games.rules.sentence import N_, Who, sentence


class Pause(OfferKind):
    """The offer to pause all clocks for some days. Players may still move."""

    days = (1, 2, 3, 5, 7, 14)

    def require_possible(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        match = locked.match
        if match.pause_at(locked.now):
            raise BadOffer(
                sentence(N_("The clocks are already paused. Once they resume, you can agree on another pause."))
            )
        if match.last_moment is not None and _until(locked, offered) >= match.last_moment:
            raise BadOffer(sentence(N_("This match would be over before the pause ends. Offer fewer days.")))
        for each in locked.seats:
            if _total_left(locked, each, seat) <= timedelta(days=offered.days):
                template = N_("By then {who} would have used up the time for the whole match. Offer fewer days.")
                raise BadOffer(sentence(template, who=Who(each.index)))

    def carry_out(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        clocks.pause(locked, _until(locked, offered))
        show_agreed(locked, seat, offered)


def _total_left(locked: LockedMatch, seat: Seat, reader: Seat) -> timedelta:
    """Return what a seat may use in all, as the player of another one may know it."""
    owing = engine.seen_to_act(locked.match.rules, locked.before.position, reader.index)
    turn = locked.turns.get(seat.pk)
    return times.left_with(locked.match, seat, reader, owing, turn).of_total(locked.now)


def _until(locked: LockedMatch, offered: Offered) -> datetime:
    return locked.now + timedelta(days=offered.days)

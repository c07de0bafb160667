"""To let all clocks stand for some days, or to give one player more time. The last moment of the match stays.

Bots agree to both at once: nobody waits, and what a player may use in all holds against them as well.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Seat
from games.models.seat import Offered
from games.offers import notices
from games.offers.kinds.kind import BadOffer, OfferKind
from games.reading import times
from games.rules import engine
from games.rules.sentence import N_, Who, sentence
from games.services import stamps, turns
from games.services.locked import LockedMatch


class Pause(OfferKind):
    """To let the clocks of all stand for some days. Who moves meanwhile may."""

    days = (1, 2, 3, 5, 7, 14)

    def require_possible(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        match = locked.match
        if match.pause_at(locked.now):
            raise BadOffer(
                sentence(N_("The clocks stand already. Once they run again, you can agree on another pause."))
            )
        if match.last_moment is not None and _until(locked, offered) >= match.last_moment:
            raise BadOffer(sentence(N_("This match is over before such a pause would be. Offer fewer days.")))
        for each in locked.seats:
            if _total_left(locked, each, seat) <= timedelta(days=offered.days):
                template = N_("By then {who} would have used up the time for the whole match. Offer fewer days.")
                raise BadOffer(sentence(template, who=Who(each.index)))

    def carry_out(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        turns.pause(locked, _until(locked, offered))
        _tell(locked, seat, offered)


class MoreTime(OfferKind):
    """To give the one who asks for it more time for a move that all know to be owed."""

    days = (1, 2, 3, 5)
    own = True

    def require_possible(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        asking = _asking(locked, offered)
        numbers = [each.index for each in locked.seats]
        if not engine.known_to_owe(locked.match.rules, locked.before.position, asking.index, numbers):
            # Says the same to who has sealed and to who has not, before anything that only who owes is told.
            template = N_(
                "More time can be given only while all see that the match waits for {who}, and not while several "
                "choose in secret. You can agree on a pause instead."
            )
            raise BadOffer(sentence(template, who=Who(asking.index)))
        time = turns.time_of(locked, asking)
        if time.more(timedelta(days=offered.days), locked.now).is_out:
            template = N_("That is more than {who} may use in all in this match. Fewer days may be possible.")
            raise BadOffer(sentence(template, who=Who(asking.index)))

    def carry_out(self, locked: LockedMatch, seat: Seat, offered: Offered) -> None:
        turns.give_more(locked, _asking(locked, offered), timedelta(days=offered.days))
        _tell(locked, seat, offered)


def _total_left(locked: LockedMatch, seat: Seat, reader: Seat) -> timedelta:
    """What a seat may use in all, as the player of another one may know it."""
    owing = engine.seen_to_act(locked.match.rules, locked.before.position, reader.index)
    turn = locked.turns.get(seat.pk) if seat.index in owing else None
    return times.left_with(locked.match, seat, reader, turn).of_total(locked.now)


def _until(locked: LockedMatch, offered: Offered) -> datetime:
    return locked.now + timedelta(days=offered.days)


def _asking(locked: LockedMatch, offered: Offered) -> Seat:
    return next(seat for seat in locked.seats if seat.number == offered.seat)


def _tell(locked: LockedMatch, seat: Seat, offered: Offered) -> None:
    """Show and tell all what was agreed, last by `seat`, which needs no mail, and write it."""
    stamps.renew_for_offer(locked, seat)
    others = [each for each in locked.seats if each is not seat and not each.house]
    notices.queue_agreed(locked.batch, locked.match, others, seat, offered, locked.now)
    locked.write_seats()

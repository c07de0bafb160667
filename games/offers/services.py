"""Offers: made, withdrawn, declined, and carried out once all have made the same."""

from django.db import transaction

from games.core.models import Seat
from games.core.models.seat import NOTHING, Offered
from games.core.services import stamps
from games.core.services.locked import LockedMatch
from games.core.services.play import Stale
from games.offers import notices
from games.offers.kinds.cancel import Cancel
from games.offers.kinds.draw import Draw
from games.offers.kinds.hand_over import HandOver
from games.offers.kinds.kind import BadOffer, OfferKind
from games.offers.kinds.more_time import MoreTime
from games.offers.kinds.pause import Pause
from games.offers.kinds.undo import Undo
from games.rules.sentence import N_, Who, sentence

KINDS: dict[str, OfferKind] = {
    Seat.Offer.DRAW: Draw(),
    Seat.Offer.CANCEL: Cancel(),
    Seat.Offer.UNDO: Undo(),
    Seat.Offer.PAUSE: Pause(),
    Seat.Offer.TIME: MoreTime(),
    Seat.Offer.SEAT: HandOver(),
}
"""What can be offered."""


@transaction.atomic
def make(
    public_id: str, user_id: int, kind: str, days: int = 0, *, agreeing: bool = False, number: int | None = None
) -> bool:
    """Offer the others something of a kind; say whether it was thereby agreed and done.

    `days` is for how many days, if these can be chosen. An offer stands, no matter who moves, until it is withdrawn,
    declined or the match ends; its kind may end it sooner. `agreeing` is set if the player means to take up what
    another offers: an offer alone never does. A bot agrees immediately to everything its kind lets a player offer it.

    Raises: `NotYours` for a stranger, `GameOver` if the match is not being played, `BadOffer`, and `Stale` if another
    player already offers the same. With `agreeing`, `Stale` if nobody offers it any more or if, with a `number`
    (`Seat.offer_number`), only newer offers than this one stand, which the player has not seen.
    """
    how = _kind(kind, days)
    locked = LockedMatch.lock(public_id=public_id)
    seat = locked.seat_of(user_id)
    locked.require_playing()
    others = [other for other in locked.seats if other is not seat]
    own = Offered(kind, days, seat.index if how.own else None)
    offered = _taken_up(others, kind, days, number) if agreeing else own
    if not agreeing and seat.offered != own:
        _require_unoffered(others, own)
    how.require_possible(locked, seat, offered)
    agreed = all(other.offered == offered or other.house for other in others)
    if agreed:
        _forget(locked, offered)
        how.carry_out(locked, seat, offered)
    elif seat.offered != offered:
        _offer(locked, seat, offered)
    return agreed


@transaction.atomic
def withdraw(public_id: str, user_id: int) -> None:
    """Withdraw the user's offer, if there is one. Raises NotYours for a stranger, GameOver."""
    locked = LockedMatch.lock(public_id=public_id)
    seat = locked.seat_of(user_id)
    locked.require_playing()
    if seat.offer:
        _set(locked, seat, NOTHING)
        locked.write_seats()


@transaction.atomic
def decline(public_id: str, user_id: int, kind: str = "", number: int | None = None) -> None:
    """Decline what others offer, of a kind alone where one is named, and nothing newer than the offer of a `number`;
    they are told.

    Raises NotYours, GameOver, Stale where nobody offers.
    """
    locked = LockedMatch.lock(public_id=public_id)
    seat = locked.seat_of(user_id)
    locked.require_playing()
    offering = [other for other in locked.seats if other is not seat and other.offer and kind in ("", other.offer)]
    offering = _from(offering, number) if kind else offering
    if not offering:
        raise Stale(sentence(N_("The offer was withdrawn before you answered. There’s nothing to decline.")))
    offering = _seen(offering, number)
    told = [other for other in offering if not other.agrees]
    for other in offering:
        _set(locked, other, NOTHING)
    notices.queue_declined(locked.batch, locked.match, told, seat)
    locked.write_seats()


def _kind(kind: str, days: int) -> OfferKind:
    """Return what is known of a kind. Raises BadOffer for none, and for days that it cannot last."""
    how = KINDS.get(kind)
    if how is None:
        template = N_("You can’t offer “{kind}”. Possible offers: {possible}.")
        raise BadOffer(sentence(template, kind=kind[:40], possible=", ".join(KINDS)))
    if days not in (how.days or (0,)):
        template = N_("You can’t offer this number of days. Possible numbers: {possible}.")
        raise BadOffer(sentence(template, possible=", ".join(map(str, how.days or (0,)))))
    return how


def _require_unoffered(others: list[Seat], own: Offered) -> None:
    """Raise Stale where another player already offers the same, which the page may not have shown.

    Without this, the offer would agree to it at once, and could end the match unseen.
    """
    first = next((other for other in others if other.offered == own and not other.agrees), None)
    if first is not None:
        template = N_(
            "{who} has already offered the same, so you haven’t offered anything. "
            "Nothing is agreed yet: look at that offer, then agree or decline."
        )
        raise Stale(sentence(template, who=Who(first.index)))


def _taken_up(others: list[Seat], kind: str, days: int, number: int | None) -> Offered:
    """Return what of this kind, and of so many days, others offer.

    Raises Stale where none of them does, or not as `make` says of a number.
    """
    offering = [other for other in others if not other.agrees and (other.offer, other.offer_days) == (kind, days)]
    offering = _from(offering, number)
    if not offering:
        raise Stale(sentence(N_("The offer was withdrawn before you answered. Nothing was agreed.")))
    return _seen(offering, number)[0].offered


def _from(offering: list[Seat], number: int | None) -> list[Seat]:
    """Return those of the seats that may be meant by the offer with this number; all of them without one.

    Where each asks for something of their own, an earlier request of another player is something else.
    """
    return [seat for seat in offering if number is None or not KINDS[seat.offer].own or seat.offer_number >= number]


def _seen(offering: list[Seat], number: int | None) -> list[Seat]:
    """Return those of the seats whose offers are no newer than the one with this number; all of them without one.

    Raises Stale where there are none.
    """
    seen = [seat for seat in offering if number is None or seat.offer_number <= number]
    if not seen:
        template = N_("A newer offer has replaced this one, so your answer didn’t count. Look at the new offer.")
        raise Stale(sentence(template))
    return seen


def _offer(locked: LockedMatch, seat: Seat, offered: Offered) -> None:
    """Note an offer that stands from now on, and tell the others, unless it agrees to what one of them asked."""
    _set(locked, seat, offered)
    if not seat.agrees:
        seat.offer_number = 1 + max(each.offer_number for each in locked.seats)
        notices.queue_offer(locked.batch, locked.match, locked.seats, seat)
    locked.write_seats()


def _set(locked: LockedMatch, seat: Seat, offered: Offered) -> None:
    """Note what a seat offers the others; all pages of the match show it. Who has agreed to something that the seat
    asked for does so no more."""
    if seat.offered.seat == seat.number:
        _forget(locked, seat.offered)
    seat.offered = offered
    stamps.renew_for_offer(locked, seat)


def _forget(locked: LockedMatch, offered: Offered) -> None:
    """Let nobody offer this any more, for however many days."""
    for seat in locked.seats:
        if (seat.offer, seat.offer_seat) == (offered.kind, offered.seat):
            seat.offered = NOTHING

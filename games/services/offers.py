"""Offers to end a match level, to cancel it, or to take the last move back: made, withdrawn, declined, carried out once
all have made the same."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat
from games.notices import offers as notices
from games.rules.sentence import N_, sentence
from games.services import entries, stamps, undo
from games.services.locked import LockedMatch
from games.services.play import Stale
from games.services.undo import BadOffer

MAX_CANCELLED, DAY = 5, timedelta(hours=24)
"""Matches that bots agree to cancel with one user in such a time."""

RULINGS = {Seat.Offer.DRAW: "!draw", Seat.Offer.CANCEL: "!void"}
"""What is entered once all have offered the same, where that ends the match."""


@transaction.atomic
def make(public_id: str, user_id: int, kind: str, *, agreeing: bool = False) -> bool:
    """Offer the others to end level (`draw`), to cancel the match (`cancel`), or that one's last move is taken back
    (`undo`); whether it was thereby agreed and done.

    An offer stands, whatever is moved meanwhile, until it is withdrawn, declined or the match ends; that to take a move
    back until anybody moves. `agreeing` is set where the player means to take up what another offers: Stale if nobody
    does any more. A bot agrees at once to cancel, but only so often a day, lest anybody deal until the hand pleases; to
    take back whatever may be; and never to end level.
    Raises NotYours for a stranger, GameOver where the match is not being played, and BadOffer.
    """
    if kind == Seat.Offer.CANCEL:
        _hold(user_id)
    locked = LockedMatch.lock(public_id=public_id)
    seat = locked.seat_of(user_id)
    locked.require_playing()
    others = [other for other in locked.seats if other is not seat]
    asker = seat
    if kind == Seat.Offer.UNDO:
        asker = undo.asker(locked, seat, agreeing=agreeing)
    else:
        _require_possible(kind, others, user_id)
    alike = [other.offer == kind or other.house for other in others]
    if agreeing and not any(alike):
        raise undo.withdrawn()
    if all(alike):
        _carry_out(locked, kind, asker)
    elif seat.offer != kind:
        _set(locked, seat, kind)
        if asker is seat:
            notices.queue_offer(locked.batch, locked.match, locked.seats, seat)
        locked.write_seats()
    return all(alike)


@transaction.atomic
def withdraw(public_id: str, user_id: int) -> None:
    """Withdraw the user's offer, if there is one. Raises NotYours for a stranger, GameOver."""
    locked = LockedMatch.lock(public_id=public_id)
    seat = locked.seat_of(user_id)
    locked.require_playing()
    if seat.offer:
        _set(locked, seat, "")
        _end_consents(locked)
        locked.write_seats()


@transaction.atomic
def decline(public_id: str, user_id: int) -> None:
    """Decline what others offer; they are told. Raises NotYours, GameOver, Stale where nobody offers."""
    locked = LockedMatch.lock(public_id=public_id)
    seat = locked.seat_of(user_id)
    locked.require_playing()
    offering = [other for other in locked.seats if other is not seat and other.offer]
    if not offering:
        raise Stale(sentence(N_("The offer was withdrawn meanwhile; there is nothing to decline.")))
    asking = [other for other in offering if other.offer != Seat.Offer.UNDO or other is undo.asking(locked)]
    notices.queue_declined(locked.batch, locked.match, asking, seat)
    for other in offering:
        _set(locked, other, "")
    _end_consents(locked)
    locked.write_seats()


def _carry_out(locked: LockedMatch, kind: str, asker: Seat) -> None:
    """Do what all have agreed upon, as `asker` wished."""
    if kind == Seat.Offer.UNDO:
        undo.take_back(locked, asker)
    else:
        entries.rule(locked, RULINGS[Seat.Offer(kind)])


def _end_consents(locked: LockedMatch) -> None:
    """Forget who has agreed that a move is taken back, where nobody asks for it any more."""
    if undo.asking(locked) is None:
        for seat in locked.seats:
            seat.offer = "" if seat.offer == Seat.Offer.UNDO else seat.offer


def _set(locked: LockedMatch, seat: Seat, kind: str) -> None:
    """Note what a seat offers the others, "" for nothing any more; all pages of the match show it."""
    seat.offer = kind
    stamps.renew_for_offer(locked, seat)


def _require_possible(kind: str, others: list[Seat], user_id: int) -> None:
    """Raise BadOffer for what cannot be offered to these seats."""
    if kind not in RULINGS:
        template = N_("One can offer a “draw”, to “cancel” the match, or to “undo” one’s last move, nothing else.")
        raise BadOffer(sentence(template))
    if not any(other.house for other in others):
        return
    if kind == Seat.Offer.DRAW:
        raise BadOffer(sentence(N_("A house opponent declines every draw. It would agree to cancel the match.")))
    _require_few_cancelled(user_id)


def _hold(user_id: int) -> None:
    """Hold the user's row, before any match as whoever leaves does, so that two matches that are cancelled at once
    count each other."""
    User.objects.select_for_update(no_key=True).filter(pk=user_id).first()


def _require_few_cancelled(user_id: int) -> None:
    """Raise BadOffer for a user with whom bots have cancelled as many matches as they agree to."""
    void = Match.objects.of(user_id).filter(status=Match.Status.VOID, ended__gt=timezone.now() - DAY)
    if void.filter(pk__in=Seat.objects.filter(house=True).values("match")).count() >= MAX_CANCELLED:
        template = N_(
            "House opponents agree to cancel {most} matches a day, and that many are cancelled. Play on, or resign."
        )
        raise BadOffer(sentence(template, most=MAX_CANCELLED))

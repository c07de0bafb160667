"""What players and the clock do to a match: moves, plans, resignation, expiry. One lock, one transaction, one entry."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Match, Ruling, Seat
from games.notices import talk, turns
from games.rules import engine
from games.rules.errors import RulesError
from games.rules.sentence import N_, sentence
from games.services.table import Table, require_playing

CANCELLED, DAY = 5, timedelta(hours=24)
"""Matches that house opponents agree to cancel with one user in such a time."""


class Stale(RulesError):
    """The move answers a question that is no longer asked; the page has to be read again."""

    code = "stale"
    status = 409


class BadOffer(RulesError):
    """An offer of something that cannot be agreed upon."""

    code = "bad_offer"


class Receipt(NamedTuple):
    """The entry a submit led to; `repeated` where it had been made before by the same request."""

    ply: int
    repeated: bool


@transaction.atomic
def submit(public_id: str, user_id: int, text: str, expected: int, *, by_program: bool = False) -> Receipt:
    """Make a move. `expected` is the serial the player saw; the same move sent again for it is answered, not made.
    `by_program` marks it, for all who see it, as one that was sent with a token.

    Raises NotYours for a stranger, Stale where the question has changed, and what `engine.apply` raises.
    """
    table = Table.locked(public_id=public_id)
    seat = table.seat_of(user_id)
    steps = engine.parse_move(table.match.rules, text)
    text = engine.move_text(table.match.rules, steps)
    repeated = table.repetition(seat, text, expected)
    if repeated is not None:
        return Receipt(repeated, True)
    table.require_playing()
    if expected != seat.serial:
        raise Stale(sentence(N_("The match has moved on since you opened this page. Nothing was played; look again.")))
    return Receipt(table.move(seat, steps, by_program=by_program).ply, False)


@transaction.atomic
def resign(public_id: str, user_id: int) -> None:
    """Give the match up. Raises NotYours for a stranger, GameOver where it is not being played."""
    table = Table.locked(public_id=public_id)
    seat = table.seat_of(user_id)
    table.require_playing()
    table.rule(f"!resign {seat.number}")


RULINGS = {Seat.Offer.DRAW: "!draw", Seat.Offer.CANCEL: "!void"}
"""What is entered once all have offered the same."""


@transaction.atomic
def offer(public_id: str, user_id: int, kind: str, *, answering: bool = False) -> bool:
    """Offer the others to end level (`draw`) or to cancel the match (`cancel`); whether it was thereby agreed and done.

    An offer stands, whatever is moved meanwhile, until it is withdrawn, declined or the match ends. `answering` is set
    where the player means to take up what another offers: Stale if nobody does any more. A house opponent agrees at
    once to cancel, but only so often a day, lest anybody deal until the hand pleases, and never to end level.
    Raises NotYours for a stranger, GameOver where the match is not being played, and BadOffer.
    """
    if kind == Seat.Offer.CANCEL:
        _hold(user_id)
    table = Table.locked(public_id=public_id)
    seat = table.seat_of(user_id)
    table.require_playing()
    if kind not in RULINGS:
        raise BadOffer(sentence(N_("One can offer a “draw” or to “cancel” the match, nothing else.")))
    others = [other for other in table.seats if other is not seat]
    if kind == Seat.Offer.DRAW and any(other.house for other in others):
        raise BadOffer(sentence(N_("A house opponent declines every draw. It would agree to cancel the match.")))
    if kind == Seat.Offer.CANCEL and any(other.house for other in others):
        _require_few_cancelled(user_id)
    alike = [other.offer == kind or other.house for other in others]
    if answering and not any(alike):
        raise Stale(sentence(N_("The offer was withdrawn meanwhile; nothing was agreed.")))
    if all(alike):
        table.rule(RULINGS[Seat.Offer(kind)])
    elif seat.offer != kind:
        table.offer(seat, kind)
        talk.queue_offer(table.batch, table.match, table.seats, seat)
        table.write_seats()
    return all(alike)


def _hold(user_id: int) -> None:
    """Hold the user's row, before any match as whoever leaves does, so that two matches that are cancelled at once
    count each other."""
    User.objects.select_for_update(no_key=True).filter(pk=user_id).first()


def _require_few_cancelled(user_id: int) -> None:
    """Raise BadOffer for one with whom the house has cancelled as many matches as it agrees to."""
    void = Match.objects.of(user_id).filter(status=Match.Status.VOID, ended__gt=timezone.now() - DAY)
    if void.filter(pk__in=Seat.objects.filter(house=True).values("match")).count() >= CANCELLED:
        template = N_(
            "House opponents agree to cancel {most} matches a day, and that many are cancelled. Play on, or resign."
        )
        raise BadOffer(sentence(template, most=CANCELLED))


@transaction.atomic
def withdraw_offer(public_id: str, user_id: int) -> None:
    """Take one's offer back; none is none. Raises NotYours for a stranger, GameOver."""
    table = Table.locked(public_id=public_id)
    seat = table.seat_of(user_id)
    table.require_playing()
    if seat.offer:
        table.offer(seat, "")
        table.write_seats()


@transaction.atomic
def decline_offer(public_id: str, user_id: int) -> None:
    """Decline what others offer; they are told. Raises NotYours, GameOver, Stale where nobody offers."""
    table = Table.locked(public_id=public_id)
    seat = table.seat_of(user_id)
    table.require_playing()
    offering = [other for other in table.seats if other is not seat and other.offer]
    if not offering:
        raise Stale(sentence(N_("The offer was withdrawn meanwhile; there is nothing to decline.")))
    for other in offering:
        table.offer(other, "")
    talk.queue_declined(table.batch, table.match, offering, seat)
    table.write_seats()


@transaction.atomic
def adjudicate(public_id: str, text: str, reason: str = "") -> None:
    """End a match by a moderator's word, `!void` or `!adjudicate SEAT`; its players are told the reason.

    Without a reason where it is no moderator's doing.

    Raises NotYours, GameOver where it is not being played, and BadNotation.
    """
    table = Table.locked(public_id=public_id)
    table.require_playing()
    entry = table.rule(text)
    if reason:
        Ruling.objects.create(match=table.match, ply=entry.ply, reason=reason)


@transaction.atomic
def save_plan(public_id: str, user_id: int, text: str, expected: int) -> None:
    """Keep the steps a player has composed so far; an empty text takes all back. The opponent learns nothing of it.

    Raises like `submit`; then the plan stays as it was.
    """
    table = Table.locked(public_id=public_id)
    seat = table.seat_of(user_id)
    require_asked(table.match, seat, expected)
    if text.strip():
        steps = engine.parse_move(table.match.rules, text)
        engine.preview(table.match.rules, table.before.position, seat.place, steps)
        text = engine.move_text(table.match.rules, steps)
    seat.plan, seat.plan_serial, seat.plan_dropped = text.strip(), seat.serial, False
    table.look(seat)
    table.write_seats()


def require_asked(match: Match, seat: Seat, expected: int) -> None:
    """Raise GameOver or Stale unless a plan for `expected` can still be composed."""
    require_playing(match)
    if expected != seat.serial:
        raise Stale(sentence(N_("The match has moved on since you opened this page. Your plan was not kept.")))


@transaction.atomic
def expire(match_id: int, now: datetime | None = None) -> str:
    """Close a match whose time is up, or give time where a player was never told. What was done, as a word.

    Nobody loses unheard: a player who was sent no mail about the turn and has not looked at the match since gets the
    pace again, and after four times the pace the match is void. A house opponent is late by our own fault and is
    waited for.
    """
    return _expire([Table.locked(pk=match_id)], now or timezone.now())[match_id]


@transaction.atomic
def expire_together(match_ids: Iterable[int], now: datetime) -> dict[int, str]:
    """`expire` for several matches at once, by match, all or none; those that somebody holds just now are left out."""
    return _expire(Table.locked_each(match_ids), now)


def _expire(tables: list[Table], now: datetime) -> dict[int, str]:
    owing = [(seat, table.turns[seat.pk]) for table in tables for seat in table.overdue(now)]
    heard = turns.heard(owing)
    return {table.match.pk: _close(table, heard, now) for table in tables}


def _close(table: Table, heard: set[int], now: datetime) -> str:
    overdue = table.overdue(now)
    if not overdue:
        return "nothing"
    unheard = [seat for seat in overdue if seat.pk not in heard]
    if unheard:
        return table.wait_for_unheard(unheard, now)
    return table.time_out(overdue)

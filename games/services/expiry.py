"""What becomes of a match in which somebody's time is up: closed, moved on by its game, or given time."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.models import Match, Seat
from games.notices import turns as notices
from games.notices.turns import Informed
from games.rules import engine
from games.services import absences, entries, sparing, turns
from games.services.locked import LockedMatch


@transaction.atomic
def expire(match_id: int, now: datetime | None = None) -> str:
    """Close a match whose time is up, or give time where a player was never told. What was done, as a word.

    Nobody loses unheard: a player who was sent no mail about the turn and has not looked at the match since gets the
    pace again, and after four times the pace the match is void; so does, once in a match, one whose mail came back
    (`sparing`). A bot is late by our own fault and is waited for.
    """
    return _expire([LockedMatch.lock(pk=match_id)], now or timezone.now())[match_id]


@transaction.atomic
def expire_together(match_ids: Iterable[int], now: datetime) -> dict[int, str]:
    """`expire` for several matches at once, by match, all or none; those that somebody holds just now are left out."""
    return _expire(LockedMatch.lock_each(match_ids), now)


def _expire(matches: list[LockedMatch], now: datetime) -> dict[int, str]:
    owing = [(seat, locked.turns[seat.pk]) for locked in matches for seat in _overdue(locked, now)]
    informed = notices.informed(owing)
    absences.note([seat for seat, _ in owing])
    return {locked.match.pk: _close(locked, informed, now) for locked in matches}


def _close(locked: LockedMatch, informed: dict[int, Informed], now: datetime) -> str:
    overdue = _overdue(locked, now)
    if not overdue:
        return "nothing"
    unheard = [seat for seat in overdue if not sparing.is_informed(informed[seat.pk], seat.spared)]
    if unheard:
        came_back = {seat.pk for seat in unheard if informed[seat.pk] is Informed.CAME_BACK}
        return _wait_for(locked, unheard, came_back, now)
    return _time_out(locked, overdue)


def _overdue(locked: LockedMatch, now: datetime) -> list[Seat]:
    """The seats whose time is up, none in a match that is not being played; bots are always waited for."""
    if locked.match.status != Match.Status.PLAYING:
        return []
    owing = [seat for seat in locked.seats if seat.pk in locked.turns and not seat.house]
    return [seat for seat in owing if locked.turns[seat.pk].deadline <= now]


def _wait_for(locked: LockedMatch, unheard: list[Seat], came_back: set[int], now: datetime) -> str:
    """Give seats that were never told their time again; make the match void where that has lasted too long. Of some,
    by key, the letter came back."""
    if all(_is_abandoned(locked, seat, now) for seat in unheard):
        entries.rule(locked, "!void", absent={seat.pk for seat in unheard})
        return "void"
    for seat in unheard:
        if seat.pk in came_back:
            _spare(locked, seat, now)
        turns.give_time(locked, seat, now)
    locked.batch.write()
    return "given time"


def _is_abandoned(locked: LockedMatch, seat: Seat, now: datetime) -> bool:
    """Whether a player who could never be told has been waited for long enough: four times the time of the turn, or as
    long as the seat's total lasts."""
    time = turns.time_of(locked, locked.turns[seat.pk], seat)
    return now >= min(locked.turns[seat.pk].since + 4 * time.given, time.last_moment)


def _spare(locked: LockedMatch, seat: Seat, now: datetime) -> None:
    """Note that a player is given time because a letter came back."""
    elsewhere = Seat.objects.filter(user=seat.user_id).aggregate(last=Max("spared"))["last"]  # here it was not yet
    seat.spared, seat.absent = now, sparing.is_absence(elsewhere, now)
    locked.batch.update(seat)


def _time_out(locked: LockedMatch, overdue: list[Seat]) -> str:
    """End the match for seats that were told and did not move, or make the moves their games provide for."""
    provided = [(seat, steps) for seat in overdue if (steps := _provided(locked, seat)) is not None]
    if provided:
        seat, steps = provided[0]  # one entry a call: the next sweep looks at the match afresh
        turns.end(locked, seat)  # what the seat owes after a move it did not make itself is news to its player
        entries.move(locked, seat, steps, engine.move_text(locked.match.rules, steps))
        return "moved"
    if len(overdue) > 1:
        entries.rule(locked, "!void", absent={seat.pk for seat in overdue})
        return "void"
    entries.rule(locked, f"!timeout {overdue[0].number}")
    return "timeout"


def _provided(locked: LockedMatch, seat: Seat) -> list[Any] | None:
    """The move the game makes for a seat whose time is up, if any."""
    rules = locked.match.rules
    plan = engine.parse_move(rules, seat.plan) if seat.plan and seat.plan_serial == seat.serial else []
    return rules.on_timeout(locked.before.position.state, seat.index, plan)

"""Who owes a move after an entry: turns begin, go on and end with it."""

from __future__ import annotations

from datetime import datetime

from games.models import Seat, Turn
from games.rules import engine
from games.rules.engine import AnyPosition
from games.services import clock
from games.services.locked import LockedMatch


def renew(locked: LockedMatch, actor: int | None, after: AnyPosition) -> list[Turn]:
    """Begin turns of seats that newly owe a move, end those of seats that no longer do; the new ones.

    `actor` is the number of the seat that has moved, None for a house entry.
    """
    owing = engine.to_act(locked.match.rules, after)
    held = set(locked.turns)
    fresh = [_begin_first(locked, seat) for seat in locked.seats if seat.number in owing and seat.pk not in held]
    for seat in locked.seats:
        if seat.pk in held and seat.number not in owing:
            end(locked, seat)
        elif seat.pk in held and seat.number == actor:
            _go_on(locked, seat, anew=bool(fresh))
    return fresh


def end(locked: LockedMatch, seat: Seat) -> None:
    """End the turn of a seat."""
    locked.batch.delete(locked.turns.pop(seat.pk))


def give_time(locked: LockedMatch, seat: Seat, now: datetime) -> None:
    """Let the time of a turn run anew from `now`; it stays the same turn."""
    turn = locked.turns[seat.pk]
    _move_deadline(locked, turn, clock.first_deadline(now, locked.match.pace))
    _set_reminder(locked, turn, seat)
    locked.batch.update(turn)


def note_looked(locked: LockedMatch, seat: Seat) -> None:
    """Note that the player of a seat, who acts, has looked at what it is asked."""
    turn = locked.turns.get(seat.pk)
    if turn is not None:
        turn.looked_ply = turn.ply
        locked.batch.update(turn)


def _begin_first(locked: LockedMatch, seat: Seat) -> Turn:
    turn = Turn(match_id=locked.match.pk, seat_id=seat.pk, user_id=seat.user_id)
    _begin(locked, turn, seat)
    locked.batch.insert(turn)
    locked.turns[seat.pk] = turn
    return turn


def _begin(locked: LockedMatch, turn: Turn, seat: Seat) -> None:
    turn.ply, turn.since, turn.reminders_sent = locked.match.ply, locked.now, 0
    turn.deadline, turn.revision, turn.revised = clock.first_deadline(locked.now, locked.match.pace), 0, None
    _set_reminder(locked, turn, seat)


def _move_deadline(locked: LockedMatch, turn: Turn, deadline: datetime) -> None:
    if deadline != turn.deadline:
        turn.deadline, turn.revision, turn.revised = deadline, turn.revision + 1, locked.now


def _set_reminder(locked: LockedMatch, turn: Turn, seat: Seat) -> None:
    """Note when to see whether to remind: of which rungs, its player is asked then."""
    turn.next_reminder_at = None if seat.house else clock.next_rung(turn.since, turn.deadline, locked.now)


def _go_on(locked: LockedMatch, seat: Seat, anew: bool) -> None:
    """What becomes of the turn of a seat that still owes after its own entry.

    Where others are asked anew, so is this seat: who seals last would otherwise have one turn for a whole match.
    """
    turn = locked.turns[seat.pk]
    if anew:
        _begin(locked, turn, seat)
    else:
        _move_deadline(locked, turn, clock.raised_deadline(turn.deadline, turn.since, locked.now, locked.match.pace))
        _set_reminder(locked, turn, seat)
    locked.batch.update(turn)

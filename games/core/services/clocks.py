"""What changes the clocks of a match that runs: a pause, more time, vacations, and time given back after an outage."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from accounts.models import Vacation
from games.core.clock import reminders, silence
from games.core.clock.running import Time
from games.core.clock.stops import Span
from games.core.models import Outage, Seat, Turn
from games.core.models.seat import HALT
from games.core.reading import times
from games.core.reading.times import Totals
from games.core.services import time_up
from games.core.services.locked import LockedMatch


def count_vacations(locked: LockedMatch) -> bool:
    """Say whether vacations stop the clocks of a match: not where it excludes them, nor against the house."""
    return locked.match.vacations and not any(seat.house for seat in locked.seats)


def vacations_of(user_id: int, since: datetime) -> list[Span]:
    """Return the vacations of a user that a match which began at `since` knows of."""
    return Vacation.objects.filter(user=user_id, ends__gt=since).spans()


def stored_spans(away: Sequence[Span]) -> list[list[str]]:
    """Return vacations as a seat keeps them."""
    return [[begin.isoformat(), end.isoformat()] for begin, end in away]


def time_of(locked: LockedMatch, seat: Seat) -> Time:
    """Return the time of the turn that a seat owes."""
    return times.time_of_turn(locked.match, locked.turns[seat.pk], seat)


def give_time(locked: LockedMatch, seat: Seat, now: datetime) -> None:
    """Give a turn all its time again from `now`; it stays the same turn."""
    set_time(locked, seat, time_of(locked, seat).anew(now))


def give_more(locked: LockedMatch, seat: Seat, more: timedelta) -> None:
    """Give the turn of a seat more time, which its total still limits."""
    set_time(locked, seat, time_of(locked, seat).more(more, locked.now))


def pause(locked: LockedMatch, until: datetime) -> None:
    """Let the clocks of all seats stand until a moment; their totals run on."""
    locked.match.paused_until = until
    locked.batch.update(locked.match)
    for seat in owing_seats(locked):
        set_time(locked, seat, time_of(locked, seat).paused(locked.now, until))


def stop_for_vacations(locked: LockedMatch, seat: Seat, away: Sequence[Span], since: datetime | None = None) -> None:
    """Have these spans, and no others, stop the clock of a seat as vacations.

    What has passed was counted as it was, and a time that is up stays up: until now, or as of `since`.
    """
    since = since or locked.now
    turn = locked.turns.get(seat.pk)
    if turn is not None and turn.deadline > since:
        time = time_of(locked, seat).with_stops(times.stops(locked.match, seat, away), since)
        set_time(locked, seat, time)
    seat.away = [*stored_spans(away), *_stored_halts(seat.halts)]
    locked.batch.update(seat)


def _stored_halts(spans: Sequence[Span]) -> list[list[str]]:
    return [[*each, HALT] for each in stored_spans(spans)]


def stand_still(locked: LockedMatch, seat: Seat, spans: Sequence[Span]) -> None:
    """Have the clock of a seat stand in these spans, and in no others, even in a match without vacations.

    What has passed was counted as it was, and a time that is up stays up. The caller writes the seats.
    """
    time = time_of(locked, seat) if seat.pk in locked.turns else None
    seat.away = [*stored_spans(seat.vacations), *_stored_halts(spans)]
    if time is not None and locked.turns[seat.pk].deadline > locked.now:
        set_time(locked, seat, time.with_stops(times.stops(locked.match, seat), locked.now))
    locked.batch.update(seat)


def stop_counting(locked: LockedMatch) -> None:
    """Let no vacation stop a clock of a match any more, since the house has taken a seat in it."""
    for seat in locked.seats:
        if seat.vacations:
            stop_for_vacations(locked, seat, [])


def hold_clocks(locked: LockedMatch, until: datetime) -> None:
    """Let all clocks of a match stand until a moment, with the totals. A time that is up stays up.

    The caller writes the seats.
    """
    locked.match.held_until = until
    locked.batch.update(locked.match)
    for seat in owing_seats(locked):
        if locked.turns[seat.pk].deadline > locked.now:
            set_time(locked, seat, time_of(locked, seat).held(locked.now, until))


def release_clocks(locked: LockedMatch, began: datetime) -> None:
    """Let the clocks of a match run on that stand since it `began` to be held: all as they stood then.

    The caller writes the seats.
    """
    match = locked.match
    until = match.held_until
    assert until is not None
    match.held_until = None
    _give_back_around(locked, Outage(began=began, ended=locked.now))
    for seat in owing_seats(locked):
        if locked.turns[seat.pk].deadline > began:
            set_time(locked, seat, time_of(locked, seat).released(locked.now, until, match.paused_until))


def give_back(locked: LockedMatch, outage: Outage) -> None:
    """Give a match back the time of an outage: to each turn as much of it as that ran in it, to the last moment, and to
    the time in which somebody may take a seat over."""
    span = outage.span
    locked.match.outage = outage.pk
    _give_back_around(locked, outage)
    for seat in owing_seats(locked):
        turn = locked.turns[seat.pk]
        if lost := silence.overlap(span, turn.since, turn.deadline):
            reminder = turn.next_reminder_at and turn.next_reminder_at + lost
            _put(locked, turn, time_of(locked, seat).shifted(lost), reminder)
            _give_back_noted(locked, seat, span)


def _give_back_around(locked: LockedMatch, outage: Outage) -> None:
    """Give a match back a time in which nobody could play, in all that ran in it but the turns."""
    match = locked.match
    time_up.give_back(locked, outage)
    if match.last_moment is not None:
        match.last_moment += silence.overlap(outage.span, match.started or locked.now, match.last_moment)
    locked.batch.update(match)
    for seat in locked.seats:
        if seat.open_until is not None and seat.open_until > outage.began:
            seat.open_until += outage.length
            locked.batch.update(seat)


def _give_back_noted(locked: LockedMatch, seat: Seat, span: Span) -> None:
    """Give what was noted of a turn, which went on after a move, as much of an outage as came before that move."""
    turn = locked.turns[seat.pk]
    moved = locked.match.moved
    if seat.undo_ply is not None and seat.undo_left is not None and moved is not None:
        seat.undo_left += silence.overlap((span[0], min(span[1], moved)), turn.since, turn.deadline)
        locked.batch.update(seat)


def totals(locked: LockedMatch) -> Totals:
    """Return what each seat of a match may still use of its total."""
    return Totals(locked.match, locked.seats, locked.turns, locked.time_up, locked.now)


def owing_seats(locked: LockedMatch) -> list[Seat]:
    """Return the seats that owe a move."""
    return [seat for seat in locked.seats if seat.pk in locked.turns]


def set_time(locked: LockedMatch, seat: Seat, time: Time) -> None:
    """Give the turn of a seat this time; its deadline and the next reminder follow."""
    turn = locked.turns[seat.pk]
    _put(locked, turn, time, next_reminder(turn.since, time.deadline, locked.now, seat))


def _put(locked: LockedMatch, turn: Turn, time: Time, reminder: datetime | None) -> None:
    write_time(turn, time)
    deadline = time.deadline  # which is computed again each time
    if deadline != turn.deadline:
        turn.deadline = deadline
        turn.revision = turn.revision + 1
        turn.revised = locked.now
    turn.next_reminder_at = reminder
    locked.batch.update(turn)
    time_up.settle(locked)


def write_time(turn: Turn, time: Time) -> None:
    """Note the time of a turn in its row."""
    turn.given = time.given
    turn.left = time.left
    turn.counted_from = time.counted_from
    turn.last_moment = time.last_moment


def next_reminder(since: datetime, deadline: datetime, now: datetime, seat: Seat) -> datetime | None:
    """Return when the next reminder is due; whether its player wants that one is asked then."""
    return None if seat.house else reminders.next_due(since, deadline, now)

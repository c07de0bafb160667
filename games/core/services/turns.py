"""Who owes a move, and until when: turns begin, go on and end with an entry, and their clocks change here alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from accounts.models import Vacation
from games.core.clock import reminders, silence
from games.core.clock.running import Time
from games.core.clock.stops import Span
from games.core.models import Outage, Seat, Turn
from games.core.reading import times
from games.core.reading.times import Totals
from games.core.services import time_up
from games.core.services.locked import LockedMatch
from games.rules import engine
from games.rules.engine import AnyPosition
from games.rules.game import SPECTATOR


def set_up(locked: LockedMatch) -> None:
    """Give the seats of a match that begins their totals, time zones and vacations, and the match its last moment; and
    note which players say that they are programs, for what they say later counts in later matches."""
    match = locked.match
    match.total_days = match.total_days or match.usual_total
    match.last_moment = locked.now + match.clock.total * len(locked.seats)
    for seat in locked.seats:
        seat.total_left = match.clock.total
        seat.zone = seat.user.zone.key
        seat.declared = seat.user.is_program
        if count_vacations(locked):
            seat.away = stored_spans(vacations_of(seat.user_id, locked.now))


def count_vacations(locked: LockedMatch) -> bool:
    """Whether vacations stop the clocks of a match: not where it excludes them, nor against the house."""
    return locked.match.vacations and not any(seat.house for seat in locked.seats)


def vacations_of(user_id: int, since: datetime) -> list[Span]:
    """The vacations of a user that a match knows of which began at `since`."""
    return Vacation.objects.filter(user=user_id, ends__gt=since).spans()


def stored_spans(away: Sequence[Span]) -> list[list[str]]:
    """Vacations as a seat keeps them."""
    return [[begin.isoformat(), end.isoformat()] for begin, end in away]


def renew_turns(locked: LockedMatch, actor: int | None, after: AnyPosition) -> list[Turn]:
    """Begin turns of seats that newly owe a move, end those of seats that no longer do; the new ones.

    `actor` is the number of the seat that has moved, None for a house entry.
    """
    owing = engine.to_act(locked.match.rules, after)
    seen = engine.seen_to_act(locked.match.rules, after, SPECTATOR)
    fresh = _fresh(locked, owing)
    for seat in _owing(locked):
        if seat.number not in owing:
            end(locked, seat)
            continue
        turn = locked.turns[seat.pk]
        turn.secret = seat.number not in seen
        if seat.number == actor:
            _go_on(locked, seat, anew=bool(fresh))
        locked.batch.update(turn)
    return [_begin_first(locked, seat, seen) for seat in fresh]  # the last: what ends may have used of their totals


def go_back(locked: LockedMatch, after: AnyPosition, mover: Seat | None) -> list[Turn]:
    """As `renew_turns`, where a match goes back to an earlier position. A turn that ends by it has been no move, and
    leaves the bank as it was; `mover`, whose move alone is taken back, has again what was left of its time when it
    moved.
    """
    owing = engine.to_act(locked.match.rules, after)
    for seat in _owing(locked):
        if seat.number not in owing:
            seat.total_left = time_of(locked, seat).total_left(locked.now)
            locked.batch.delete(locked.turns.pop(seat.pk))
            time_up.note_ended(locked, seat)
    if mover is not None and mover.pk in locked.turns:
        total_left = time_of(locked, mover).total_left(locked.now)
        _change(locked, mover, _time_again(locked, mover, total_left))
    seen = engine.seen_to_act(locked.match.rules, after, SPECTATOR)
    for seat in _owing(locked):
        turn = locked.turns[seat.pk]
        turn.secret = seat.number not in seen
        locked.batch.update(turn)
    return [_begin_first(locked, seat, seen, again=seat is mover) for seat in _fresh(locked, owing)]


def note_time(locked: LockedMatch, seat: Seat, after: AnyPosition) -> None:
    """Note how the time of a seat stands as it moves, for when that move is taken back."""
    ends = seat.number not in engine.to_act(locked.match.rules, after)
    time = _time_at_end(locked, seat) if ends else time_of(locked, seat)
    seat.undo_given = time.given
    seat.undo_left = time.left_at(locked.now)
    seat.undo_bank = seat.bank


def end(locked: LockedMatch, seat: Seat) -> None:
    """End the turn of a seat; what is left of its time goes back to its bank and its total."""
    _credit(locked, seat, _time_at_end(locked, seat))
    locked.batch.delete(locked.turns.pop(seat.pk))
    time_up.note_ended(locked, seat)


def _time_at_end(locked: LockedMatch, seat: Seat) -> Time:
    """The time of a turn that ends, with what of outages is still to be given back to it."""
    time = time_of(locked, seat)
    since = locked.turns[seat.pk].since
    for span in locked.silences:
        time = time.shifted(silence.overlap(span, since, time.deadline))
    return time


def time_of(locked: LockedMatch, seat: Seat) -> Time:
    """The time of the turn that a seat owes."""
    return times.time_of_turn(locked.match, locked.turns[seat.pk], seat)


# --- What changes a clock -------------------------------------------------------------------------------------------


def give_time(locked: LockedMatch, seat: Seat, now: datetime) -> None:
    """Let the time of a turn run anew from `now`; it stays the same turn."""
    _change(locked, seat, time_of(locked, seat).anew(now))


def give_more(locked: LockedMatch, seat: Seat, more: timedelta) -> None:
    """Give the turn of a seat more time, which its total still limits."""
    _change(locked, seat, time_of(locked, seat).more(more, locked.now))


def pause(locked: LockedMatch, until: datetime) -> None:
    """Let the clocks of all seats stand until a moment; their totals run on."""
    locked.match.paused_until = until
    locked.batch.update(locked.match)
    for seat in _owing(locked):
        _change(locked, seat, time_of(locked, seat).paused(locked.now, until))


def stop_for_vacations(locked: LockedMatch, seat: Seat, away: Sequence[Span], since: datetime | None = None) -> None:
    """Have these spans, and no others, stop the clock of a seat as vacations.

    What has passed was counted as it was, and a time that is up stays up: until now, or as of `since`.
    """
    since = since or locked.now
    turn = locked.turns.get(seat.pk)
    if turn is not None and turn.deadline > since:
        time = time_of(locked, seat).with_stops(times.stops(locked.match, seat, away), since)
        _change(locked, seat, time)
    seat.away = stored_spans(away)
    locked.batch.update(seat)


def give_back(locked: LockedMatch, outage: Outage) -> None:
    """Give a match back the time of an outage: to each turn as much of it as that ran in it, to the last moment, and to
    the time in which somebody may take a seat over."""
    match = locked.match
    span = outage.span
    match.outage = outage.pk
    time_up.give_back(locked, outage)
    if match.last_moment is not None:
        match.last_moment += silence.overlap(span, match.started or locked.now, match.last_moment)
    locked.batch.update(match)
    for seat in locked.seats:
        if seat.open_until is not None and seat.open_until > outage.began:
            seat.open_until += outage.length
            locked.batch.update(seat)
    for seat in _owing(locked):
        turn = locked.turns[seat.pk]
        if lost := silence.overlap(span, turn.since, turn.deadline):
            reminder = turn.next_reminder_at and turn.next_reminder_at + lost
            _put(locked, turn, time_of(locked, seat).shifted(lost), reminder)
            _give_back_noted(locked, seat, span)


def _give_back_noted(locked: LockedMatch, seat: Seat, span: Span) -> None:
    """Give what was noted of a turn, which went on after a move, as much of an outage as came before that move."""
    turn = locked.turns[seat.pk]
    moved = locked.match.moved
    if seat.undo_ply is not None and seat.undo_left is not None and moved is not None:
        seat.undo_left += silence.overlap((span[0], min(span[1], moved)), turn.since, turn.deadline)
        locked.batch.update(seat)


def totals(locked: LockedMatch) -> Totals:
    """What each seat of a match may still use of its total."""
    return Totals(locked.match, locked.seats, locked.turns, locked.time_up, locked.now)


def hand_over(locked: LockedMatch, seat: Seat) -> None:
    """End the turn of a seat that somebody else takes over: who owes a move then begins it anew.

    For it there is the time of a move, or the bank as it was and one increment, at least the time of a first move. The
    total is as it was; where it is less than that, it takes what the last moment leaves besides the others' totals.
    """
    if seat.pk not in locked.turns:
        return
    end(locked, seat)
    clock = locked.match.clock
    if seat.bank is not None:
        seat.bank = max(seat.bank, min(clock.first, clock.cap))
    wanted = clock.at_turn(seat.bank, first=seat.answered_ply is None)
    seat.total_left = max(seat.total_left or timedelta(), min(wanted, totals(locked).room(seat)))


def note_looked(locked: LockedMatch, seat: Seat) -> None:
    """Note that the player of a seat, who acts, has looked at what it is asked."""
    turn = locked.turns.get(seat.pk)
    if turn is not None:
        turn.looked_ply = turn.ply
        locked.batch.update(turn)


def _owing(locked: LockedMatch) -> list[Seat]:
    return [seat for seat in locked.seats if seat.pk in locked.turns]


def _fresh(locked: LockedMatch, owing: Collection[int]) -> list[Seat]:
    """Return the seats that owe a move and have no turn yet."""
    return [seat for seat in locked.seats if seat.number in owing and seat.pk not in locked.turns]


def _begin_first(locked: LockedMatch, seat: Seat, seen: frozenset[int], *, again: bool = False) -> Turn:
    turn = Turn(match_id=locked.match.pk, seat_id=seat.pk, user_id=seat.user_id, secret=seat.number not in seen)
    _begin(locked, turn, seat, again=again)
    locked.batch.insert(turn)
    locked.turns[seat.pk] = turn
    return turn


def _begin(locked: LockedMatch, turn: Turn, seat: Seat, *, again: bool = False) -> None:
    """Begin a turn; `again` where it is one whose move was taken back."""
    turn.ply = locked.match.ply
    turn.since = locked.now
    turn.reminders_sent = 0
    turn.revision = 0
    turn.revised = None
    total_left = locked.match.clock.total if seat.total_left is None else seat.total_left
    if again:
        time = _time_again(locked, seat, total_left)
    else:
        given = locked.match.clock.at_turn(seat.bank, first=seat.answered_ply is None)
        time = _standing(locked, Time.begun(locked.now, given, total_left, times.stops(locked.match, seat)))
    seat.known_bank = seat.bank
    seat.known_total = total_left
    _note(turn, time)
    turn.deadline = time.deadline
    turn.next_reminder_at = _reminder(turn.since, turn.deadline, locked.now, seat)


def _time_again(locked: LockedMatch, seat: Seat, total_left: timedelta) -> Time:
    """The time of a turn whose move was taken back, and its bank: as `note_time` left them; the total has run on."""
    seat.bank = seat.undo_bank
    begun = Time.begun(locked.now, seat.undo_given or timedelta(), total_left, times.stops(locked.match, seat))
    return _standing(locked, replace(begun, left=seat.undo_left or timedelta()))


def _standing(locked: LockedMatch, time: Time) -> Time:
    """The time, which stands as long as the match's clocks do."""
    until = locked.match.paused_until
    return time if until is None else time.paused(locked.now, until)


def _change(locked: LockedMatch, seat: Seat, time: Time) -> None:
    """Give the turn of a seat this time; its deadline and the next reminder follow."""
    turn = locked.turns[seat.pk]
    _put(locked, turn, time, _reminder(turn.since, time.deadline, locked.now, seat))


def _put(locked: LockedMatch, turn: Turn, time: Time, reminder: datetime | None) -> None:
    _note(turn, time)
    deadline = time.deadline  # which is counted anew each time
    if deadline != turn.deadline:
        turn.deadline = deadline
        turn.revision = turn.revision + 1
        turn.revised = locked.now
    turn.next_reminder_at = reminder
    locked.batch.update(turn)
    time_up.settle(locked)


def _note(turn: Turn, time: Time) -> None:
    turn.given = time.given
    turn.left = time.left
    turn.counted_from = time.counted_from
    turn.last_moment = time.last_moment


def _credit(locked: LockedMatch, seat: Seat, time: Time) -> None:
    """Note what is left of a seat's bank and total as its turn ends."""
    seat.bank = locked.match.clock.after_turn(seat.bank, time.left_at(locked.now))
    seat.total_left = time.total_left(locked.now)


def _reminder(since: datetime, deadline: datetime, now: datetime, seat: Seat) -> datetime | None:
    """Return when the next reminder is due; whether its player wants that one is asked then."""
    return None if seat.house else reminders.next_due(since, deadline, now)


def _go_on(locked: LockedMatch, seat: Seat, anew: bool) -> None:
    """What becomes of the turn of a seat that still owes after its own entry.

    Where others are asked anew, so is this seat: who seals last would otherwise have one turn for a whole match. Else
    it has a quarter of the time for a move left at least, but no more than twice that time in all.
    """
    turn = locked.turns[seat.pk]
    time = time_of(locked, seat)
    pace = locked.match.pace
    if anew:
        _credit(locked, seat, _time_at_end(locked, seat))
        _begin(locked, turn, seat)
        locked.batch.update(turn)
        time_up.settle(locked)
    else:
        _change(locked, seat, time.at_least(pace / 4, 2 * pace, locked.now))

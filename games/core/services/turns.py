"""Who owes a move, and until when: turns begin, go on and end with an entry."""

from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta

from games.core.clock import silence
from games.core.clock.running import Time
from games.core.models import Seat, Turn
from games.core.reading import times
from games.core.services import clocks, time_up
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
        if clocks.count_vacations(locked):
            seat.away = clocks.stored_spans(clocks.vacations_of(seat.user_id, locked.now))


def renew_turns(locked: LockedMatch, actor: int | None, after: AnyPosition) -> list[Turn]:
    """Begin turns of seats that newly owe a move, end those of seats that no longer do; the new ones.

    `actor` is the number of the seat that has moved, None for a house entry.
    """
    owing = engine.to_act(locked.match.rules, after)
    seen = engine.seen_to_act(locked.match.rules, after, SPECTATOR)
    fresh = _fresh(locked, owing)
    for seat in clocks.owing_seats(locked):
        if seat.number not in owing:
            end(locked, seat)
            continue
        turn = locked.turns[seat.pk]
        turn.secret = seat.number not in seen
        if seat.number == actor:
            _go_on(locked, seat, anew=bool(fresh))
        locked.batch.update(turn)
    return [_begin_first(locked, seat, seen) for seat in fresh]  # the last: what ends may have used of their totals


def forget_stage(locked: LockedMatch) -> None:
    """End the turns of players who answer in secret, in a match that goes back to before they were asked.

    A seat that has sealed and one that has not keep the same time, so nobody can tell them apart: the bank with which
    they were asked, and the total less all the time since then. As another player may have taken that time, each keeps
    at least the time of a first move, as far as the last moment leaves it beside the others' totals.
    """
    totals = clocks.totals(locked)
    asked = totals.in_secret
    first = locked.match.clock.first
    left = [max(totals.known_left(seat), min(first, totals.known_room(seat) / len(asked))) for seat in asked]
    for seat in asked:
        if seat.pk in locked.turns:
            _drop(locked, seat)
    for seat, total_left in zip(asked, left, strict=True):
        seat.bank = seat.known_bank
        seat.total_left = total_left


def _drop(locked: LockedMatch, seat: Seat) -> None:
    """End the turn of a seat that has not moved."""
    locked.batch.delete(locked.turns.pop(seat.pk))
    time_up.note_ended(locked, seat)


def go_back(locked: LockedMatch, after: AnyPosition, mover: Seat | None) -> list[Turn]:
    """Renew turns as `renew_turns` does, for a match that goes back to an earlier position.

    `forget_stage` comes first. A turn that ends by it has been no move, and leaves the bank unchanged. `mover` is the
    seat whose move alone is taken back. It gets again what was left of its time when it moved.
    """
    owing = engine.to_act(locked.match.rules, after)
    for seat in clocks.owing_seats(locked):
        if seat.number not in owing:
            seat.total_left = clocks.time_of(locked, seat).total_left(locked.now)
            _drop(locked, seat)
    if mover is not None and mover.pk in locked.turns:
        total_left = clocks.time_of(locked, mover).total_left(locked.now)
        clocks.set_time(locked, mover, _time_again(locked, mover, total_left))
    seen = engine.seen_to_act(locked.match.rules, after, SPECTATOR)
    for seat in clocks.owing_seats(locked):
        turn = locked.turns[seat.pk]
        turn.secret = seat.number not in seen
        locked.batch.update(turn)
    for seat in locked.seats:
        if seat.pk not in locked.turns:
            seat.known_bank = seat.bank
            seat.known_total = seat.total_left
    return [_begin_first(locked, seat, seen, again=seat is mover) for seat in _fresh(locked, owing)]


def note_time(locked: LockedMatch, seat: Seat, after: AnyPosition) -> None:
    """Note how the time of a seat stands as it moves, for when that move is taken back."""
    ends = seat.number not in engine.to_act(locked.match.rules, after)
    time = _time_at_end(locked, seat) if ends else clocks.time_of(locked, seat)
    seat.undo_given = time.given
    seat.undo_left = time.left_at(locked.now)
    seat.undo_bank = seat.bank


def end(locked: LockedMatch, seat: Seat) -> None:
    """End the turn of a seat; what is left of its time goes back to its bank and its total."""
    _credit(locked, seat, _time_at_end(locked, seat))
    locked.batch.delete(locked.turns.pop(seat.pk))
    time_up.note_ended(locked, seat)


def _time_at_end(locked: LockedMatch, seat: Seat) -> Time:
    """Return the time of a turn that ends, with what of outages is still to be given back to it."""
    time = clocks.time_of(locked, seat)
    since = locked.turns[seat.pk].since
    for span in locked.silences:
        time = time.shifted(silence.overlap(span, since, time.deadline))
    return time


# --- What changes a clock -------------------------------------------------------------------------------------------


def hand_over(locked: LockedMatch, seat: Seat) -> None:
    """End the turn of a seat that somebody else takes over; a new player who owes a move begins it again.

    The turn gets the time of a move, or the bank unchanged and one increment, at least the time of a first move. The
    total is unchanged. If it is less than that, it takes what the last moment leaves beside the others' totals, and of
    those who are asked in secret as much as they had then: more or less would tell who has answered.
    """
    if seat.pk not in locked.turns:
        return
    room = clocks.totals(locked).sure_room(seat)
    end(locked, seat)
    clock = locked.match.clock
    if seat.bank is not None:
        seat.bank = max(seat.bank, min(clock.first, clock.cap))
    wanted = clock.at_turn(seat.bank, first=seat.answered_ply is None)
    seat.total_left = max(seat.total_left or timedelta(), min(wanted, room))


def note_looked(locked: LockedMatch, seat: Seat) -> None:
    """Note that the player of a seat, who acts, has looked at what it is asked."""
    turn = locked.turns.get(seat.pk)
    if turn is not None:
        turn.looked_ply = turn.ply
        locked.batch.update(turn)


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
    # A hand-over ends no answer that is still secret: what others know stays as it would if this one were sealed.
    if not (turn.secret and seat.taken_ply == turn.ply):
        seat.known_bank = seat.bank
        seat.known_total = total_left
    clocks.write_time(turn, time)
    turn.deadline = time.deadline
    turn.next_reminder_at = clocks.next_reminder(turn.since, turn.deadline, locked.now, seat)


def _time_again(locked: LockedMatch, seat: Seat, total_left: timedelta) -> Time:
    """Return the time of a turn whose move was taken back, and its bank: as `note_time` left them; the total has run
    on.
    """
    seat.bank = seat.undo_bank
    begun = Time.begun(locked.now, seat.undo_given or timedelta(), total_left, times.stops(locked.match, seat))
    return _standing(locked, replace(begun, left=seat.undo_left or timedelta()))


def _standing(locked: LockedMatch, time: Time) -> Time:
    """Return the time, which stands as long as the match's clocks do."""
    until = locked.match.paused_until
    return time if until is None else time.paused(locked.now, until)


def _credit(locked: LockedMatch, seat: Seat, time: Time) -> None:
    """Note what is left of a seat's bank and total as its turn ends."""
    seat.bank = locked.match.clock.after_turn(seat.bank, time.left_at(locked.now))
    seat.total_left = time.total_left(locked.now)


def _go_on(locked: LockedMatch, seat: Seat, anew: bool) -> None:
    """Settle the turn of a seat that still owes a move after its own entry.

    If others are asked again, so is this seat: the last player to seal would otherwise have one turn for a whole match.
    Otherwise it has at least a quarter of the time for a move left, but no more than twice that time in all.
    """
    turn = locked.turns[seat.pk]
    time = clocks.time_of(locked, seat)
    pace = locked.match.clock.pace
    if anew:
        _credit(locked, seat, _time_at_end(locked, seat))
        _begin(locked, turn, seat)
        locked.batch.update(turn)
        time_up.settle(locked)
    else:
        clocks.set_time(locked, seat, time.at_least(pace / 4, 2 * pace, locked.now))

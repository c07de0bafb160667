"""The row that says that a seat's time is up and who may choose what becomes of the match: put up, and taken down.

It stands as long as the turn of the seat is overdue: everything that ends that turn or gives it time takes it down.
"""

from datetime import datetime, timedelta

from games.core.clock import silence
from games.core.models import Outage, Seat, TimeUp, WaitingRuling
from games.core.services import stamps
from games.core.services.locked import LockedMatch

STANDS = timedelta(days=3)
"""How long there is to choose."""


def put_up(locked: LockedMatch, absent: Seat, stayed: Seat) -> bool:
    """Let the player who `stayed` choose; return False if no time is left for it.

    The caller writes the seats.
    """
    row = TimeUp(match_id=locked.match.pk, seat_id=absent.pk, user_id=stayed.user_id)
    row.began = locked.now
    row.until = until(locked, stayed, locked.now)
    if row.until <= locked.now:
        return False
    locked.batch.insert(row)
    locked.time_up = row
    stamps.renew_for_time(locked, absent, "time up")
    return True


def until(locked: LockedMatch, stayed: Seat, since: datetime) -> datetime:
    """Return the last moment to choose: three days from now, and none later than what is left of the total of who
    chooses, which has run `since` then.
    """
    turn = locked.turns.get(stayed.pk)
    if turn is not None:  # which draws on the total itself
        limit = turn.last_moment or locked.now + STANDS
    else:
        total = locked.match.clock.total if stayed.total_left is None else stayed.total_left
        limit = (_sealed(locked, stayed) or since) + total
    last = locked.match.last_moment
    return min(locked.now + STANDS, limit, limit if last is None else last)


def _sealed(locked: LockedMatch, stayed: Seat) -> datetime | None:
    """Return when a seat has sealed what the absent one may not know of.

    None where it has not. The time to choose is then as if it still owed that move, or it would tell: its total runs on
    from there, and has what outages gave since: all of one in whose midst it sealed but for what it was given then.
    """
    ply = stayed.answered_ply
    if ply is None or all(ply not in each.blind for each in locked.seats):
        return None
    created = locked.match.entries.values_list("created", flat=True).get(ply=ply)
    since = Outage.objects.filter(ended__gt=created, pk__lte=locked.match.outage)
    lost = sum((outage.length - silence.lost(outage.began, created) for outage in since), timedelta())
    return created + lost + _held(locked, created)


def _held(locked: LockedMatch, since: datetime) -> timedelta:
    """Return for how long rulings that were undone have held a match since then."""
    undone = WaitingRuling.objects.filter(match=locked.match.pk, created__gte=since, undone__isnull=False)
    return sum((end - begin for begin, end in undone.values_list("created", "undone") if end), timedelta())


def prolong(locked: LockedMatch) -> datetime:
    """Begin the time to choose again, once; return until when it lasts.

    Somebody is now sought for the seat. What is left of the total still ends it. The caller writes the batch.
    """
    row = locked.time_up
    assert row is not None
    if not row.prolonged:
        stayed = next(seat for seat in locked.seats if seat.pk != row.seat_id)
        row.until = until(locked, stayed, row.began)
        row.prolonged = True
        locked.batch.update(row)
    return row.until


def is_up(locked: LockedMatch, seat: Seat) -> bool:
    """Say whether the other player is asked to choose because the time of this seat is up."""
    return locked.time_up is not None and locked.time_up.seat_id == seat.pk


def hand_over(locked: LockedMatch, user_id: int, former_id: int) -> None:
    """Pass the choice on to the user who takes over the seat that had it."""
    row = locked.time_up
    if row is not None and row.user_id == former_id:
        row.user_id = user_id
        locked.batch.update(row)


def settle(locked: LockedMatch) -> None:
    """Take the row down where the time of its seat is no longer up."""
    row = locked.time_up
    if row is not None:
        turn = locked.turns.get(row.seat_id)
        if turn is None or turn.deadline > locked.now:
            _remove(locked, row)


def note_ended(locked: LockedMatch, seat: Seat) -> None:
    """Note that the turn of a seat has ended: what it has used of its total is no longer used by its turn."""
    row = locked.time_up
    if row is not None and row.seat_id != seat.pk:
        row.began = locked.now
        locked.batch.update(row)
    settle(locked)


def give_back(locked: LockedMatch, outage: Outage) -> None:
    """Give back the time of an outage to the player who may choose, as far as the time to choose ran in it.

    That has run since the time of the absent seat was up. The total of the player who chooses may have run only since
    that player sealed a move, and how long there is to choose must not tell that.
    """
    row = locked.time_up
    if row is None:
        return
    if lost := silence.overlap(outage.span, locked.turns[row.seat_id].deadline, row.until):
        row.began += silence.overlap(outage.span, row.began, row.until)
        row.until += lost
        locked.batch.update(row)


def _remove(locked: LockedMatch, row: TimeUp) -> None:
    """Remove the row; the total of the player who might choose has run until now."""
    locked.time_up = None
    locked.batch.delete(row)
    absent = next(seat for seat in locked.seats if seat.pk == row.seat_id)
    stayed = next(seat for seat in locked.seats if seat is not absent)
    if stayed.pk not in locked.turns and stayed.total_left is not None:
        used = max(locked.now - row.began, timedelta())
        stayed.total_left = max(stayed.total_left - used, timedelta())
    if absent.deserted:  # whose time is not up keeps the seat
        absent.close()
    stamps.renew_for_time(locked, absent, "in time")
    for seat in locked.seats:
        locked.batch.update(seat)

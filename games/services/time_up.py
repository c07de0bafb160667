"""The row that says that a seat's time is up and who may choose what becomes of the match: put up, and taken down.

It stands as long as the turn of the seat is overdue: whatever ends that turn or gives it time takes it down.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Outage, Seat, TimeUp
from games.services import stamps
from games.services.locked import LockedMatch

STANDS = timedelta(days=3)
"""How long there is to choose."""


def chooser(locked: LockedMatch, absent: Seat) -> Seat | None:
    """Who may choose once the time of a seat is up: in a match of two people, where it was so agreed, the other one."""
    others = [seat for seat in locked.seats if seat is not absent]
    if locked.match.absence != locked.match.Absence.CHOICE or len(others) != 1 or others[0].house:
        return None
    return others[0]


def put_up(locked: LockedMatch, absent: Seat, stayed: Seat) -> bool:
    """Let whoever `stayed` choose; False where no time is left for it. The caller writes the seats."""
    row = TimeUp(match_id=locked.match.pk, seat_id=absent.pk, user_id=stayed.user_id)
    row.began, row.until = locked.now, until(locked, stayed, locked.now)
    if row.until <= locked.now:
        return False
    locked.batch.insert(row)
    locked.time_up = row
    stamps.renew_for_time(locked, absent, "time up")
    return True


def until(locked: LockedMatch, stayed: Seat, since: datetime) -> datetime:
    """The last moment to choose: three days from now, and none later than what is left of the total of who chooses,
    which has run `since` then."""
    turn = locked.turns.get(stayed.pk)
    if turn is not None:  # which draws on the total itself
        limit = turn.last_moment or locked.now + STANDS
    else:
        limit = since + (locked.match.clock.total if stayed.total_left is None else stayed.total_left)
    last = locked.match.last_moment
    return min(locked.now + STANDS, limit, limit if last is None else last)


def prolong(locked: LockedMatch) -> datetime:
    """Begin the time to choose anew, since somebody is sought for the seat; until when. What is left of the total still
    ends it. The caller writes the batch."""
    row = locked.time_up
    assert row is not None
    stayed = next(seat for seat in locked.seats if seat.pk != row.seat_id)
    row.until = until(locked, stayed, row.began)
    locked.batch.update(row)
    return row.until


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


def give_back(locked: LockedMatch, outage: Outage) -> bool:
    """Give back the length of an outage to whoever may choose; whether the time to do so ran in it."""
    row = locked.time_up
    if row is None or row.began >= outage.ended or row.until <= outage.began:
        return False
    row.began, row.until = row.began + outage.length, row.until + outage.length
    locked.batch.update(row)
    return True


def _remove(locked: LockedMatch, row: TimeUp) -> None:
    """Remove the row; the total of whoever might choose has run meanwhile."""
    locked.time_up = None
    locked.batch.delete(row)
    absent = next(seat for seat in locked.seats if seat.pk == row.seat_id)
    stayed = next(seat for seat in locked.seats if seat is not absent)
    if stayed.pk not in locked.turns and stayed.total_left is not None:
        used = max(locked.now - row.began, timedelta())
        stayed.total_left = max(stayed.total_left - used, timedelta())
    stamps.renew_for_time(locked, absent, "in time")
    for seat in locked.seats:
        locked.batch.update(seat)

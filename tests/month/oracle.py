"""When time is up, worked out by quarters of an hour from what a clock on the wall shows there.

It is written from what a match says of its time, and takes nothing from the service, which calculates where this one
walks on from one quarter of an hour to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

Span = tuple[datetime, datetime]
EPOCH, QUARTER, NONE = datetime(2020, 1, 1, tzinfo=UTC), timedelta(minutes=15), timedelta()
FIRST_MOVE = timedelta(days=3)


@dataclass(frozen=True)
class Terms:
    """What a match says of time: `pace` for each move, or a `bank` to which each move adds `increment` up to `cap`;
    whether nights and weekends are free; and what each may use in all."""

    pace: timedelta
    bank: timedelta
    increment: timedelta
    cap: timedelta
    nights: bool
    weekends: bool
    total: timedelta

    @property
    def first(self) -> timedelta:
        return self.pace or max(FIRST_MOVE, self.increment)


@dataclass
class Running:
    """The time of a turn: what was `given`, what was `left` of it at a moment, and when the total is used up."""

    given: timedelta
    left: timedelta
    at: datetime
    out: datetime


@dataclass
class SeatClock:
    """What one seat has of time. `away` are its player's vacations, `pauses` those that both have agreed on; `before`
    is what its newest move has found: given, left, and in the bank."""

    terms: Terms
    zone: str
    total: timedelta
    away: list[Span] = field(default_factory=list)
    pauses: list[Span] = field(default_factory=list)
    bank: timedelta | None = None
    moves: int = 0
    turn: Running | None = None
    before: tuple[timedelta, timedelta, timedelta | None] = (NONE, NONE, None)

    # --- How it runs --------------------------------------------------------------------------------------------------

    def ends(self) -> datetime:
        """Return when the time of its turn is up."""
        turn = self.running
        if not turn.left:
            return min(turn.at, turn.out)
        left = turn.left
        for begin, end, counts in self._walk(turn.at):
            if counts and left <= end - begin:
                return min(begin + left, turn.out)
            left -= (end - begin) if counts else NONE
            if end >= turn.out:
                return turn.out
        raise AssertionError("time does not end")

    def is_out(self) -> bool:
        """Say whether it is the total that ends the turn."""
        return self.ends() == self.running.out

    def total_left(self, now: datetime) -> timedelta:
        return self.total if self.turn is None else max(self.turn.out - now, NONE)

    @property
    def running(self) -> Running:
        assert self.turn is not None
        return self.turn

    def count(self, now: datetime) -> Running:
        """Take off what has passed until now."""
        turn = self.running
        for begin, end, counts in self._walk(turn.at):
            if begin >= now or not turn.left:
                break
            turn.left = max(turn.left - (min(end, now) - begin if counts else NONE), NONE)
        turn.at = max(turn.at, now)
        return turn

    def _walk(self, at: datetime) -> Iterator[tuple[datetime, datetime, bool]]:
        """Yield what comes from a moment on, in pieces of a quarter of an hour at most, and whether each counts."""
        stops = [*self.away, *self.pauses]
        edges = sorted(edge for span in stops for edge in span if edge > at)
        while True:
            number = (at - EPOCH) // QUARTER
            end = min([EPOCH + (number + 1) * QUARTER, *[edge for edge in edges if edge > at][:1]])
            stands = any(begin <= at < until for begin, until in stops)
            yield at, end, not stands and not _is_free(self.zone, self.terms.nights, self.terms.weekends, number)
            at = end

    # --- What changes it ----------------------------------------------------------------------------------------------

    def begin(self, now: datetime) -> None:
        """Begin a turn."""
        given = self._given()
        self.turn = Running(given, given, now, now + self.total)

    def end(self, now: datetime) -> None:
        """End the turn with a move."""
        turn = self.count(now)
        if not self.terms.pace:
            added = min(turn.left + self.terms.increment, self.terms.cap)
            self.bank = self.terms.bank if self.bank is None else added
        self._leave(now)

    def _leave(self, now: datetime) -> None:
        self.total, self.turn = self.total_left(now), None

    def go_on(self, now: datetime) -> None:
        """Let its player, who has moved, move again.

        At least a quarter of a move's time is left, and at most twice a move's time in all.
        """
        turn, pace = self.count(now), self.terms.pace
        gain = max(min(pace / 4 - turn.left, max(2 * pace, turn.given) - turn.given), NONE)
        turn.given, turn.left = turn.given + gain, turn.left + gain

    def note_move(self, now: datetime) -> None:
        """Note what a move finds, for when it is taken back."""
        turn = self.count(now)
        self.before, self.moves = (turn.given, turn.left, self.bank), self.moves + 1

    def take_back(self, now: datetime) -> None:
        """Let its player move once more, with what there was before."""
        given, left, self.bank = self.before
        self.total, self.moves = self.total_left(now), self.moves - 1
        self.turn = Running(given, left, now, now + self.total)

    def forget(self, now: datetime) -> None:
        """End the turn because the move before it was taken back. The turn never was."""
        self._leave(now)

    def take_over(self, room: timedelta) -> None:
        """Let somebody else take the seat, whose turn has just ended.

        If the total is less than a turn needs, it becomes that much, or `room` if this is less.
        """
        if self.bank is not None:
            self.bank = max(self.bank, min(self.terms.first, self.terms.cap))
        self.total = max(self.total, min(self._given(), room))

    def _given(self) -> timedelta:
        is_first = not self.moves or (self.bank is None and not self.terms.pace)
        return self.terms.first if is_first else self.terms.pace or self.bank or NONE


@cache
def _is_free(zone: str, nights: bool, weekends: bool, number: int) -> bool:
    """Say whether a quarter of an hour, by its number, is of a night or a weekend that is free."""
    shown = (EPOCH + number * QUARTER).astimezone(ZoneInfo(zone))
    return (nights and not 7 <= shown.hour < 23) or (weekends and shown.weekday() >= 5)

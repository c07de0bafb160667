"""A second clock, which nobody but tests reads: it walks through a match by quarters of an hour, as a clerk would who
looks at the wall. It knows nothing of `games.core.clock`.

Moments are quarters of an hour since EPOCH, and times so many of them: every zone of today is off by whole ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
QUARTER = timedelta(minutes=15)
DAY = 96
NIGHT, WEEKEND = 1, 2
FIRST = 3 * DAY
"""What a first move has at least where there is a bank."""


@cache
def on_the_wall(zone: str, day: int) -> bytes:
    """Return what a day of UTC holds of nights and weekends there, quarter by quarter."""
    place, found = ZoneInfo(zone), bytearray()
    for quarter in range(DAY):
        local = (EPOCH + (day * DAY + quarter) * QUARTER).astimezone(place)
        night = NIGHT if local.hour >= 23 or local.hour < 7 else 0
        found.append(night | (WEEKEND if local.strftime("%a") in ("Sat", "Sun") else 0))
    return bytes(found)


@dataclass
class Sitting:
    """One player: how much is left of the total, of the bank (None before the first move) and of the move owed."""

    zone: str
    total: int
    free: int
    bank: int | None = None
    moved: bool = False
    owes: bool = False
    given: int = 0
    left: int = 0
    away: list[tuple[int, int]] = field(default_factory=list)

    def counts(self, now: int) -> bool:
        """Say whether the quarter that begins now counts."""
        stops = self.free and on_the_wall(self.zone, now // DAY)[now % DAY] & self.free
        return not stops and not any(begin <= now < end for begin, end in self.away)

    @property
    def is_up(self) -> bool:
        """Whether the time for the move, or the total, is used up."""
        return self.owes and (self.left <= 0 or self.total <= 0)


@dataclass
class Walked:
    """A match of a `pace`, or of a `bank` with `increment` and `cap`: who sits there, and until when it stands."""

    now: int
    seats: list[Sitting]
    pace: int
    bank: int = 0
    increment: int = 0
    cap: int = 0
    paused_until: int = 0

    def walk(self, until: int, *, unheard: bool = False) -> bool:
        """Let time pass, quarter by quarter, until somebody's is up, unless the site is `unheard`; whether it is."""
        while self.now < until and (unheard or not self.is_up):
            for seat in self.seats:
                if seat.owes:
                    seat.total -= 1
                    seat.left -= self.now >= self.paused_until and seat.counts(self.now)
            self.now += 1
        return self.is_up

    @property
    def is_up(self) -> bool:
        """Whether the time of anybody is."""
        return any(seat.is_up for seat in self.seats)

    def ask(self, number: int) -> None:
        """Let a player owe a move from now on."""
        seat = self.seats[number]
        first = self.pace or max(FIRST, self.increment)
        seat.given = seat.left = self.pace or (seat.bank or 0 if seat.moved else first)
        seat.owes = True

    def move(self, number: int) -> None:
        """Note that a player has moved."""
        seat = self.seats[number]
        if not self.pace:
            seat.bank = min(seat.left + self.increment, self.cap) if seat.moved else self.bank
        seat.owes, seat.moved = False, True

    def keep(self, number: int) -> None:
        """Note that a player has moved and still owes a move.

        At least a quarter of the pace is left, and at most twice the pace in all.
        """
        seat = self.seats[number]
        gain = max(0, min(self.pace // 4 - seat.left, max(2 * self.pace, seat.given) - seat.given))
        seat.left, seat.given = seat.left + gain, seat.given + gain

    def lose(self, length: int) -> None:
        """Put the site out of reach for so long, and give that back to all who owe a move."""
        self.walk(self.now + length, unheard=True)
        for seat in self.seats:
            if seat.owes:
                seat.left, seat.total = seat.left + length, seat.total + length

"""Random schedules: the clock agrees with a second one that walks, and gives nothing that its sentence does not name.

`SCHEDULES=100000` asks for more of them.
"""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from random import Random

from games.core.clock.running import Time
from games.core.clock.stops import Stops
from games.core.clock.terms import BANKS, INCREMENTS, PACES, TOTALS, Clock
from tests.games.core.clock.second import EPOCH, NIGHT, QUARTER, WEEKEND, Sitting, Walked

SCHEDULES = int(os.environ.get("SCHEDULES", "250"))
SEED = 2026
ZONES = [
    *("UTC", "Europe/Berlin", "Europe/London", "Africa/Cairo", "Africa/Casablanca", "America/New_York"),
    *("America/St_Johns", "America/Santiago", "America/Havana", "Australia/Lord_Howe", "Pacific/Chatham"),
    "Asia/Kathmandu",
]
"""Two without summer time; the others change it at midnight too, by half an hour, from a quarter, or for Ramadan."""
DAY, HOUR = 96, 4
ZERO = timedelta()


def at(quarter: int) -> datetime:
    return EPOCH + quarter * QUARTER


class Schedule:
    """A match by the site's clock, as its services run it, beside the one that is walked."""

    def __init__(self, draw: Random) -> None:
        self.draw = draw
        pace, bank = draw.choice(PACES), draw.choice(BANKS)
        banked, self.at_once = draw.random() < 0.5, draw.random() < 0.3
        self.clock = Clock(
            pace=timedelta(days=0 if banked else pace),
            bank=timedelta(hours=bank * banked),
            increment=timedelta(hours=draw.choice(INCREMENTS) * banked),
            cap=timedelta(hours=draw.choice([cap for cap in BANKS if cap >= bank]) * banked),
            nights=draw.random() < 0.5,
            weekends=draw.random() < 0.5,
            total=timedelta(days=draw.choice(TOTALS)),
        )
        quarters = {name: getattr(self.clock, name) // QUARTER for name in ("pace", "bank", "increment", "cap")}
        free, total = NIGHT * self.clock.nights | WEEKEND * self.clock.weekends, self.clock.total // QUARTER
        seats = [Sitting(zone, total, free) for zone in draw.sample(ZONES, 2)]
        self.walked = Walked(draw.randrange(230 * DAY, 330 * DAY), seats, **quarters)
        self.last_moment = at(self.walked.now) + 2 * self.clock.total
        self.times: dict[int, Time] = {}
        self.banks: list[timedelta | None] = [None, None]
        self.totals = [self.clock.total] * 2
        self.ask([0, 1] if self.at_once else [0])

    @property
    def now(self) -> datetime:
        return at(self.walked.now)

    def stops(self, number: int) -> Stops:
        seat = self.walked.seats[number]
        away = tuple((at(begin), at(end)) for begin, end in seat.away)
        return Stops(seat.zone, self.clock.nights, self.clock.weekends, away)

    # --- What happens ------------------------------------------------------------------------------------------------

    def ask(self, numbers: list[int]) -> None:
        for number in numbers:
            first = not self.walked.seats[number].moved
            given = self.clock.at_turn(self.banks[number], first=first)
            begun = Time.begun(self.now, given, self.totals[number], self.stops(number))
            self.times[number] = begun.paused(self.now, max(self.now, at(self.walked.paused_until)))
            self.walked.ask(number)

    def move(self, number: int) -> None:
        """Let the bank rise by the increment, and give each turn the pace, or the bank: nothing else."""
        time = self.times.pop(number)
        left, total = time.left_at(self.now), time.total_left(self.now)
        before = self.banks[number]
        self.banks[number] = bank = self.clock.after_turn(before, left)
        self.totals[number] = total
        assert bank is None or bank <= (self.clock.bank if before is None else left + self.clock.increment)
        self.walked.move(number)
        if not self.times:
            self.ask([0, 1] if self.at_once else [1 - number])

    def keep(self, number: int) -> None:
        pace, time = self.clock.pace, self.times[number]
        self.times[number] = time.at_least(pace / 4, max(2 * pace, time.given), self.now)
        self.walked.keep(number)

    def agree(self, number: int) -> None:
        days = self.draw.randint(1, 5)
        more = self.times[number].more(timedelta(days=days), self.now)
        if not more.is_out:
            self.times[number] = more
            self.walked.seats[number].left += days * DAY

    def pause(self, _: int) -> None:
        """Pause the match; nothing of what is left changes."""
        if self.walked.paused_until <= self.walked.now:
            self.walked.paused_until = self.walked.now + self.draw.randint(1, 14) * DAY
            until = at(self.walked.paused_until)
            self.unchanged({number: time.paused(self.now, until) for number, time in self.times.items()})

    def vacation(self, _: int) -> None:
        """Take a vacation, planned or from now on, for a player who owes a move or not."""
        number, begins = (
            self.draw.randrange(2),
            self.walked.now + self.draw.choice((0, 0, self.draw.randrange(20 * DAY))),
        )
        span = (begins, begins + self.draw.randrange(HOUR, 9 * DAY))
        self.away(number, [*self.walked.seats[number].away, span])

    def come_back(self, _: int) -> None:
        """End vacations that run now, and call off planned ones."""
        number, now = self.draw.randrange(2), self.walked.now
        self.away(number, [(begin, min(end, now)) for begin, end in self.walked.seats[number].away if begin < now])

    def away(self, number: int, spans: list[tuple[int, int]]) -> None:
        self.walked.seats[number].away = spans
        times = {number: self.times[number].with_stops(self.stops(number), self.now)} if number in self.times else {}
        self.unchanged(times)

    def unchanged(self, times: dict[int, Time]) -> None:
        """Take these times, which leave to the second what there was."""
        for number, time in times.items():
            before = self.times[number]
            assert (time.left_at(self.now), time.last_moment) == (before.left_at(self.now), before.last_moment)
        self.times |= times

    def outage(self, _: int) -> None:
        """Give back all that was lost, and no more."""
        length = self.draw.randrange(1, 3 * DAY)
        left = {number: time.left_at(self.now) for number, time in self.times.items()}
        self.walked.lose(length)
        self.times = {number: time.shifted(length * QUARTER) for number, time in self.times.items()}
        self.last_moment += length * QUARTER
        assert all(
            ZERO <= time.left_at(self.now) - left[number] <= length * QUARTER for number, time in self.times.items()
        )

    def give_time(self, number: int) -> None:
        """Give time to the player whose time is up.

        Give the same again if they never heard, or two days more, as the player who stayed wishes.
        """
        seat, time = self.walked.seats[number], self.times[number]
        if self.draw.random() < 0.5:
            self.times[number], seat.left = time.anew(self.now), seat.given
        else:
            self.times[number], seat.left = time.more(timedelta(days=2), self.now), max(seat.left, 0) + 2 * DAY

    # --- What must hold ----------------------------------------------------------------------------------------------

    def compare(self) -> None:
        for number, time in self.times.items():
            seat = self.walked.seats[number]
            assert time.left_at(self.now) == max(seat.left, 0) * QUARTER
            assert (time.total_left(self.now), time.given) == (max(seat.total, 0) * QUARTER, seat.given * QUARTER)
            assert (time.deadline <= self.now) == seat.is_up
            assert time.deadline <= self.last_moment
        for number, seat in enumerate(self.walked.seats):
            if number not in self.times:
                assert self.totals[number] == seat.total * QUARTER
            assert self.banks[number] == (None if seat.bank is None else seat.bank * QUARTER)
        used = [time.total_left(self.now) for time in self.times.values()]
        rest = [total for number, total in enumerate(self.totals) if number not in self.times]
        assert self.now + sum(used + rest, ZERO) <= self.last_moment + (len(used) - 1) * self.clock.total

    def run(self) -> None:
        """Run so many events, and then let nobody do anything any more."""
        common = [self.move] * 6 + [self.pause, self.vacation, self.come_back, self.agree, self.outage, self.keep]
        for _ in range(self.draw.randrange(4, 40)):
            self.compare()
            if self.walked.walk(self.walked.now + self.draw.choice((0, HOUR, self.draw.randrange(6 * DAY)))):
                number = next(number for number, seat in enumerate(self.walked.seats) if seat.is_up)
                self.compare()
                self.give_time(number)
                if self.walked.is_up:
                    break
            else:
                self.draw.choice(common)(self.draw.choice(list(self.times)))
        self.end()

    def end(self) -> None:
        """Assert that the first deadline the clock tells is the moment when the walker's time is up."""
        self.compare()
        if not self.walked.is_up:
            told = min(time.deadline for time in self.times.values())
            assert self.walked.walk(self.walked.now + (self.last_moment - self.now) // QUARTER)
            assert told == self.now
        assert self.now <= self.last_moment
        self.compare()


def test_random_schedules_agree_with_a_clock_that_walks_and_end_by_their_last_moment() -> None:
    for number in range(SCHEDULES):
        try:
            Schedule(Random(f"{SEED} {number}")).run()
        except AssertionError as error:
            raise AssertionError(f"Schedule {number} of seed {SEED} fails.") from error

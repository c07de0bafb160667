"""The time of one turn as it runs: every change of it is one of these, so that nothing else is lost or won."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from games.core.clock.stops import Stops


@dataclass(frozen=True)
class Time:
    """The time of a turn.

    `given`: what it began with. `left`: what of it was left at `counted_from`, a moment to come while a pause lasts.
    `last_moment`: when the seat has used up its total, which nothing but an outage moves. `stops`: what does not count.
    """

    given: timedelta
    left: timedelta
    counted_from: datetime
    last_moment: datetime
    stops: Stops

    @classmethod
    def begun(cls, at: datetime, given: timedelta, total_left: timedelta, stops: Stops) -> Time:
        """Return the time of a turn that begins, for a seat with this much of its total left."""
        return cls(given, given, at, at + max(total_left, timedelta()), stops)

    @property
    def deadline(self) -> datetime:
        """When it is up."""
        return min(self.stops.add(self.counted_from, self.left), self.last_moment)

    @property
    def is_out(self) -> bool:
        """Whether what ends it is the seat's total."""
        return self.deadline == self.last_moment

    def left_at(self, now: datetime) -> timedelta:
        """Return how much of it is left at a moment, without regard to the total."""
        return max(self.left - self.stops.counted(self.counted_from, now), timedelta())

    def total_left(self, now: datetime) -> timedelta:
        """Return how much of the seat's total is left at a moment."""
        return max(self.last_moment - now, timedelta())

    def stands_until(self, now: datetime) -> datetime | None:
        """Return when it runs again, where it stands at a moment: after a pause and all that does not count.

        Time that is up stands no more.
        """
        if not self.left_at(now):
            return None
        start = max(now, self.counted_from)
        span = next(self.stops.after(start), None)
        runs = span[1] if span is not None and span[0] <= start else start
        return runs if now < runs < self.last_moment else None

    def at(self, now: datetime) -> Time:
        """Return the same, counted up to `now`; in a pause it stays as it is."""
        return replace(self, left=self.left_at(now), counted_from=max(self.counted_from, now))

    def more(self, time: timedelta, now: datetime) -> Time:
        """Return the time with more added, as its players agreed or the player who stayed allows."""
        counted = self.at(now)
        return replace(counted, left=counted.left + time)

    def at_least(self, time: timedelta, most: timedelta, now: datetime) -> Time:
        """Return the time with at least this much left, unless the turn has been given `most` in all by then."""
        counted = self.at(now)
        gain = max(min(time - counted.left, most - counted.given), timedelta())
        return replace(counted, given=counted.given + gain, left=counted.left + gain)

    def anew(self, now: datetime) -> Time:
        """Return the time with everything that it began with, for a player who was never told."""
        return replace(self.at(now), left=self.given)

    def paused(self, now: datetime, until: datetime) -> Time:
        """Return the time paused until a moment."""
        return replace(self.at(now), counted_from=max(self.counted_from, now, until))

    def held(self, now: datetime, until: datetime) -> Time:
        """Return the time standing until a moment, with the total, which a pause would let run."""
        return replace(self.paused(now, until), last_moment=self.last_moment + (until - now))

    def released(self, now: datetime, until: datetime, pause: datetime | None) -> Time:
        """Return time that was `held` until a moment and runs from `now` on; where its players have agreed on a pause,
        from the end of that."""
        runs = max(now, pause or now) if self.counted_from <= until else self.counted_from
        return replace(self, counted_from=runs, last_moment=self.last_moment - (until - now))

    def with_stops(self, stops: Stops, now: datetime) -> Time:
        """Return the time with other stops from `now` on; what has passed was counted by the old ones."""
        return replace(self.at(now), stops=stops)

    def shifted(self, length: timedelta) -> Time:
        """Return the time with the length of an outage given back."""
        return replace(self, left=self.left + length, last_moment=self.last_moment + length)

"""When somebody may first be told, worked out minute by minute from what a clock on the wall shows there.

It is written from what players are promised, and takes nothing from the service: it looks at every minute, where the
service calculates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from tests.week.people import Person

MINUTE = timedelta(minutes=1)
Shows = Callable[[datetime, datetime], bool]
"""Whether a clock, by what it shows now and has shown a minute before, has come to a moment."""


def first_moment(person: Person, since: datetime) -> datetime:
    """Return the first moment from `since` on at which somebody wants to hear of what is not urgent."""
    summary = _first(person, since, _shows(person)) if person.rhythm in ("hourly", "daily") else since
    return after_quiet(person, summary)


def after_quiet(person: Person, at: datetime) -> datetime:
    """Return the first moment from `at` on that is in no quiet hours."""
    return next(each for each in (at, *_minutes(at)) if not is_quiet(person, each)) if is_quiet(person, at) else at


def is_quiet(person: Person, at: datetime) -> bool:
    """Say whether it is quiet by the clock there."""
    if person.quiet is None or person.quiet[0] == person.quiet[1]:
        return False
    begin, end = person.quiet
    hour = at.astimezone(ZoneInfo(person.zone)).hour
    return begin <= hour < end if begin < end else not end <= hour < begin


def _first(person: Person, since: datetime, shows: Shows) -> datetime:
    def clock(at: datetime) -> datetime:
        return at.astimezone(ZoneInfo(person.zone)).replace(tzinfo=None)

    return next(at for at in _minutes(since) if shows(clock(at), clock(at - MINUTE)))


def _shows(person: Person) -> Shows:
    """Return what a clock must show for a summary: any full hour, or that of the day."""
    if person.rhythm == "hourly":
        return lambda now, _before: now.minute == 0
    return lambda now, before: _hour_of_day(person.hour, now, before)


def _hour_of_day(hour: int, now: datetime, before: datetime) -> bool:
    """Say whether the clock reaches that hour.

    If it skips the hour, what comes next counts. If it shows the hour once more, that doesn't count.
    """
    return before < now.replace(hour=hour, minute=0) <= now


def _minutes(since: datetime) -> Iterator[datetime]:
    """Return every full minute from `since` on, for so long as anything can be put off."""
    full = since.replace(second=0, microsecond=0)
    first = full if full == since else full + MINUTE
    return (first + MINUTE * number for number in range(4 * 24 * 60))

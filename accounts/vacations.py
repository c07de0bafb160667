"""Vacations: what they use of a year's allowance, as pure functions.

All times are aware, and years are those of UTC. A vacation over the turn of a year uses of each what lies in it. How
much of a year is gone only grows until it ends: what was planned and has not begun is held for it, and free again where
it is called off; what has passed is gone, even for a player who comes back early.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

Span = tuple[datetime, datetime]
"""From when to when; the end is no longer part of it."""


@dataclass(frozen=True)
class Allowance:
    """What becomes of a year's allowance: what is gone, what is held for vacations that last or are planned, and what
    can still be had."""

    gone: timedelta
    held: timedelta
    free: timedelta


def balance(spans: Iterable[Span], now: datetime, allowance: timedelta) -> Allowance:
    """Return the allowance of the year that contains `now`."""
    begin, end = _year(now)
    spans = list(spans)
    gone = _within(spans, (begin, now))
    held = _within(spans, (now, end))
    return Allowance(gone, held, max(allowance - gone - held, timedelta()))


def fits(spans: Sequence[Span], new: Span, allowance: timedelta) -> bool:
    """Say whether each year in which `new` lies has room for it beside the others."""
    return new[1] <= _runs_out(spans, new, allowance)


def longest(spans: Sequence[Span], begins: datetime, most: timedelta, allowance: timedelta) -> timedelta:
    """Return how long another vacation can last that begins then, `most` at most: until the allowance is used up or one
    of the others begins; nothing where one lasts already.
    """
    ends = min([begins + most, *(other[0] for other in spans if other[1] > begins)])
    return max(_runs_out(spans, (begins, ends), allowance) - begins, timedelta())


def overlapping(spans: Iterable[Span], new: Span) -> Span | None:
    """Return one that shares time with `new`, if any."""
    return next((span for span in spans if span[0] < new[1] and new[0] < span[1]), None)


def _runs_out(spans: Iterable[Span], new: Span, allowance: timedelta) -> datetime:
    """Return until when `new` can last, beside the others, before a year's allowance is used up.

    That is its own end at most.
    """
    spans = list(spans)
    at = new[0]
    while at < new[1]:
        year = _year(at)
        end = min(new[1], year[1])
        room = max(allowance - _within(spans, year), timedelta())
        if at + room < end:
            return at + room
        at = end
    return new[1]


def _within(spans: Iterable[Span], frame: Span) -> timedelta:
    """Return how much of the spans lies in a frame."""
    parts = (min(end, frame[1]) - max(begin, frame[0]) for begin, end in spans)
    return sum((part for part in parts if part > timedelta()), timedelta())


def _year(moment: datetime) -> Span:
    """Return the calendar year in which a moment lies."""
    year = moment.astimezone(UTC).year
    return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)

"""Time that does not count for a seat: nights, weekends and vacations, in its player's own zone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from heapq import merge
from zoneinfo import ZoneInfo

Span = tuple[datetime, datetime]
"""From when to when; the end is no longer part of it."""

NIGHT = (time(23), time(7))
"""From when to when it is night, by local time."""
SATURDAY = 5
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Stops:
    """What does not count: in `zone`, an IANA name, `nights` and `weekends` where they are free, and the spans `away`.

    All times are aware. Of local times that come twice, as summer ends, the first is meant.
    """

    zone: str = "UTC"
    nights: bool = False
    weekends: bool = False
    away: tuple[Span, ...] = ()

    def add(self, start: datetime, counted: timedelta) -> datetime:
        """Return when so much counted time has passed after `start`, the first moment at which it has: none needs none,
        even in the midst of a stop.
        """
        moment = start
        for begin, end in self.after(start):
            if not counted or moment + counted <= begin:
                break
            counted -= max(begin - moment, timedelta())
            moment = end
        return moment + counted

    def counted(self, start: datetime, end: datetime) -> timedelta:
        """Return how much time counts between two moments; none where `end` comes first."""
        if end <= start:
            return timedelta()
        passed = end - start
        for begin, until in self.after(start):
            if begin >= end:
                break
            passed -= min(until, end) - max(begin, start)
        return passed

    def after(self, start: datetime) -> Iterator[Span]:
        """Return the spans that do not count and end after `start`, in order, apart from each other; endless where
        nights or weekends are among them.
        """
        away = sorted(span for span in self.away if span[0] < span[1])
        recurring = self._recurring(start) if self.nights or self.weekends else iter(())
        return (span for span in _joined(merge(away, recurring)) if span[1] > start)

    def _recurring(self, start: datetime) -> Iterator[Span]:
        zone = ZoneInfo(self.zone)
        day = start.astimezone(zone).date() - 2 * DAY  # a weekend may have begun two days ago
        while True:
            yield from sorted(self._of_day(day, zone))
            day += DAY

    def _of_day(self, day: date, zone: ZoneInfo) -> Iterator[Span]:
        if self.nights:
            yield _at(day, NIGHT[0], zone), _at(day + DAY, NIGHT[1], zone)
        if self.weekends and day.weekday() == SATURDAY:
            yield _at(day, time(), zone), _at(day + 2 * DAY, time(), zone)


def _at(day: date, hour: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, hour, zone).astimezone(UTC)


def _joined(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield the spans in order, those that touch or overlap as one."""
    whole: Span | None = None
    for span in spans:
        if whole is None or span[0] > whole[1]:
            if whole is not None:
                yield whole
            whole = span
        else:
            whole = (whole[0], max(whole[1], span[1]))
    if whole is not None:
        yield whole

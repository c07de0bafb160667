"""Reminders of a turn: which kinds there are, and when each is due, as pure functions. All times are aware."""

from datetime import datetime, timedelta
from enum import StrEnum


class Reminder(StrEnum):
    """A kind of reminder. Players choose which they want: each has its column `remind_…` in their preferences."""

    HALF = "half"
    DAY = "day"
    LATE = "late"

    @property
    def is_urgent(self) -> bool:
        """Whether it goes out in quiet hours too: so little time is left that it might be over after them."""
        return self in LEFT and LEFT[self] <= URGENT

    def due(self, since: datetime, deadline: datetime) -> datetime:
        """Return when a turn with this beginning and this deadline is due for it."""
        return deadline - LEFT[self] if self in LEFT else since + (deadline - since) / 2


LEFT = {Reminder.DAY: timedelta(days=1), Reminder.LATE: timedelta(hours=3)}
"""How much of a turn's time is left when a reminder is due; half of it where it is not named here."""

URGENT = timedelta(hours=6)
"""A reminder is urgent with at most so much time left."""


def reminders(since: datetime, deadline: datetime) -> list[tuple[datetime, Reminder]]:
    """Return the reminders of a turn, earliest first, each with when it is due; those before its beginning are none."""
    times = ((each.due(since, deadline), each) for each in Reminder)
    return sorted(each for each in times if each[0] > since)


def next_due(since: datetime, deadline: datetime, now: datetime) -> datetime | None:
    """Return when the first reminder after `now` is due, or None where all are over."""
    return next((at for at, _ in reminders(since, deadline) if at > now), None)


def last_due(since: datetime, deadline: datetime, now: datetime) -> Reminder | None:
    """Return the reminder that was due last, or None where none was."""
    return next((each for at, each in reversed(reminders(since, deadline)) if at <= now), None)

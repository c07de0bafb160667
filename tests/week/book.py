"""What has happened in a simulated week: which turns were owed, from when until when, and what was told where."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from tests.week.people import Person

TURN, REMINDER = "turn", "reminder"


@dataclass
class Owed:
    """A turn of somebody's; `seen` is when its player first looked at it, `ended` when it was owed no more."""

    who: int
    match: str
    began: datetime
    deadline: datetime
    muted: bool = False
    seen: datetime | None = None
    ended: datetime | None = None


@dataclass(frozen=True)
class Told:
    """One thing that was handed over to a channel; `kind` is the name of its template."""

    who: int
    match: str
    kind: str
    channel: str
    at: datetime
    urgent: bool = False


@dataclass(frozen=True)
class Fault:
    """A channel that takes nothing for a while."""

    channel: str
    begin: datetime
    end: datetime


@dataclass
class Book:
    """People by number, and all that happened to them until `end`."""

    end: datetime
    people: dict[int, Person] = field(default_factory=dict)
    owed: list[Owed] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    def is_down(self, channel: str, at: datetime) -> bool:
        """Say whether a channel takes nothing at a moment."""
        return any(fault.channel == channel and fault.begin <= at < fault.end for fault in self.faults)

"""What has happened in a simulated month: turns and how long there was for each, letters, and how matches ended."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime

from tests.month.people import Habit

TURN, REMINDER = "turn", "reminder"


@dataclass(frozen=True)
class Letter:
    """A letter as the mail server got it: its kind, and how long there is by the clock of its zone."""

    address: str
    match: str
    kind: str
    at: datetime
    until: datetime | None = None


@dataclass
class Owed:
    """A turn of somebody's: when he first looked at it, when it was owed no more, and by the oracle's `ends` when from
    which moment on its time would be up."""

    who: int
    match: str
    began: datetime
    ends: list[tuple[datetime, datetime]] = field(default_factory=list, repr=False)
    seen: datetime | None = None
    ended: datetime | None = None

    def __str__(self) -> str:
        end = f"{self.ended:%d %H:%M:%S}" if self.ended else ""
        return f"turn of {self.who} in {self.match}, {self.began:%d %b %H:%M:%S} to {end}"

    def note_ends(self, now: datetime, ends: datetime) -> None:
        """Note when its time would be up, from now on."""
        if not self.ends or self.ends[-1][1] != ends:
            self.ends.append((now, ends))

    def ends_at(self, moment: datetime) -> datetime | None:
        """Return when its time would be up, as it was at a moment; None where nothing is held against the oracle."""
        return next((ends for since, ends in reversed(self.ends) if since <= moment), None)


@dataclass(frozen=True)
class Clock:
    """What the service and the oracle say of a turn at a moment, before anything else comes in the same moment."""

    owed: Owed
    at: datetime
    deadline: datetime
    expected: datetime


@dataclass(frozen=True)
class Expired:
    """A turn whose time the service held to be up. `is_out`: its seat had used up its total. `is_spared`: it was given
    its time again, since nobody can say that its player knew. `counts_vacations`: they stop its clock."""

    owed: Owed
    at: datetime
    is_out: bool = False
    is_spared: bool = False
    counts_vacations: bool = True


@dataclass
class Ending:
    """How and when a match ended, None where it runs; `sat` are all who had a seat in it."""

    match: str
    game: str
    last: datetime
    sat: set[int]
    how: str = ""
    at: datetime | None = None


@dataclass
class Book:
    """People by number, vacations by user as they were in the end, and all that has happened."""

    people: dict[int, Habit] = field(default_factory=dict)
    owed: list[Owed] = field(default_factory=list)
    letters: list[Letter] = field(default_factory=list)
    clocks: list[Clock] = field(default_factory=list)
    expired: list[Expired] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)
    away: dict[int, list[tuple[datetime, datetime]]] = field(default_factory=lambda: defaultdict(list))
    counts: Counter[str] = field(default_factory=Counter)

    def address(self, who: int) -> str:
        return f"{who}@example.org"

    def has_vanished(self, ending: Ending) -> bool:
        """Say whether somebody vanished from a match before it was over."""
        return ending.at is None or any(self.people[who].is_gone(ending.at) for who in ending.sat if who in self.people)

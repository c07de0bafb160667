"""People with habits, at random; nothing here knows the service."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from tests.week.people import ZONES, Person

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
Span = tuple[datetime, datetime]


@dataclass(frozen=True)
class Habit:
    """Somebody: how he is told (`person`), when he vanishes for good, if ever, when his mailbox takes nothing (he looks
    nowhere else), and which vacation he plans, from when on."""

    person: Person
    vanishes: datetime | None = None
    deaf: Span | None = None
    plans: datetime | None = None
    vacation: Span | None = None

    def is_gone(self, at: datetime) -> bool:
        return self.vanishes is not None and self.vanishes <= at

    def is_deaf(self, at: datetime) -> bool:
        return _within(self.deaf, at)


def anybody(chance: Random, start: datetime, vanish: float) -> Habit:
    """Return somebody whose habits are chosen by chance."""
    person = Person(
        zone=chance.choice(ZONES),
        quiet=chance.choice([None, None, (22, 7), (0, 6)]),
        urgent_anyway=False,
    )
    if chance.random() < vanish:
        return Habit(person, vanishes=start + DAY * chance.uniform(1, 30))
    deaf = start + DAY * chance.uniform(1, 25)
    away = start + DAY * chance.uniform(3, 30)
    return Habit(
        person,
        deaf=(deaf, deaf + DAY * chance.uniform(1, 2)) if chance.random() < 0.04 else None,
        plans=away - DAY * chance.uniform(0, 3),
        vacation=(away, away + DAY * chance.uniform(1, 10)) if chance.random() < 0.3 else None,
    )


def _within(span: Span | None, at: datetime) -> bool:
    return span is not None and span[0] <= at < span[1]

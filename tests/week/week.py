"""A week of many people: who they are, whom they play, and when a channel fails."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from random import Random

from tests.week import cast
from tests.week.book import Book, Fault
from tests.week.hours import HOUR, SECOND, Hours
from tests.week.people import MAILBOX, PUSH, WEBHOOK, anybody
from tests.week.players import Players

FAULTS = {WEBHOOK: (0.15, 0.35), PUSH: (0.5, 0.6), MAILBOX: (0.75, 0.77)}
"""The part of the time for which each channel takes nothing."""
MATCHES = 2
"""Matches of everybody."""


def lived(
    number: int, start: datetime, length: timedelta, seed: int, report: Callable[[datetime], None] = lambda _at: None
) -> Book:
    """Return what happens to so many people from a start on, on the database that is set up."""
    chance = Random(seed)
    book = Book(start + length)
    for channel, (begin, end) in FAULTS.items():
        book.faults.append(Fault(channel, start + length * begin, start + length * end))
    hours = Hours(start, book.end, phase=SECOND * chance.uniform(1, 9))  # beat strikes no full minute
    players = Players(book, hours, chance)
    hours.plan(start, partial(_settle_in, number, book, players))
    with cast.noted(book):
        hours.pass_by(report)
    return book


def _settle_in(number: int, book: Book, players: Players) -> None:
    """Let people come, and begin their matches in the first hours."""
    chance = players.chance
    people = [anybody(chance) for _ in range(number)]
    users = [cast.enter(person, f"Player{each}") for each, person in enumerate(people)]
    book.people = {user.pk: person for user, person in zip(users, people, strict=True)}
    for each in range(MATCHES):
        others = [*users[each + 1 :], *users[: each + 1]]
        pairs = list(zip(users, others, strict=True))[each % 2 :: 2]
        for one, other in pairs:
            players.hours.plan(players.hours.now + HOUR * chance.uniform(0, 5), partial(players.begin, one, other))

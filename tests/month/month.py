"""A month of many people: who they are, whom they play, and who does for them what beat has done."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from random import Random

from django.utils import timezone
from django.utils.module_loading import import_string
from redis import Redis

from accounts.models import Preferences, User
from fogsite.celery import app
from games.bots import services as bots
from tests.month.book import Book
from tests.month.carried import DONE, MOMENT
from tests.month.days import Days
from tests.month.deals import Deals
from tests.month.ledger import Ledger
from tests.month.people import DAY, anybody
from tests.month.players import GAMES, Players
from tests.week import cast
from tests.week.hours import SECOND

BEGINNINGS = 10 * DAY
"""Within which all matches begin."""
PATIENCE = 150
"""Seconds that are waited for a worker."""


def lived(
    book: Book,
    size: tuple[int, int],
    start: datetime,
    chance: Random,
    odds: tuple[float, float],
    run: Callable[[str], None],
    report: Callable[[datetime], None] = lambda _at: None,
) -> Book:
    """Return what happens to so many people in so many matches until the last is over, on the database that is set up.

    `odds` are how many people vanish and how often the others accept something.
    """
    people, matches = size
    vanish, accept = odds
    days = Days(start, SECOND * chance.uniform(1, 9), run)
    ledger, users = Ledger(book), dict[int, User]()
    players = Players(book, ledger, days, chance, Deals(book, ledger, days, chance, accept, users), users)
    ledger.begun, ledger.up = players.intend, players.deals.ask
    days.closed, days.delivered = ledger.observe, players.hear
    days.has_ended = lambda: not (players.to_begin or ledger.running)
    players.to_begin = matches
    days.plan(start, partial(_settle_in, people, vanish, start, players))
    days.pass_by(report)
    return book


def _settle_in(number: int, vanish: float, start: datetime, players: Players) -> None:
    """Let people come, and begin their matches within some days."""
    for slug in GAMES:
        bots.bot_of(slug)
    for each in range(number):
        habit = anybody(players.chance, start, vanish)
        user = cast.enter(habit.person, f"Player{each}")
        user.email = players.book.address(user.pk)
        user.save()
        Preferences.objects.filter(user=user).update(play_links=False)  # so that letters name the match by its address
        players.book.people[user.pk], players.users[user.pk] = habit, user
        if habit.vacation is not None and habit.plans is not None:
            players.days.plan(habit.plans, partial(players.plan_vacation, user.pk))
    for _ in range(players.to_begin):
        players.days.plan(start + BEGINNINGS * players.chance.random(), players.begin)


# --- Who does what beat has done ------------------------------------------------------------------------------------


def at_once(task: str) -> None:
    """Do a task in this process."""
    import_string(task)()


def by_worker(client: Redis, task: str) -> None:
    """Have a real worker do a task at the moment that it is here, and wait until it has. Raises AssertionError."""
    app.send_task(task, headers={MOMENT: timezone.now().isoformat()})
    done = client.blpop([DONE], timeout=PATIENCE)
    said = str(done[1]) if done else "nothing"
    assert said == f"{task} SUCCESS", f"the worker says {said} of {task}"

"""How long after the second of two fitting seeks their match begins, beside a thousand that fit nobody: real database,
worker and broker.

`python -m tests.bench seeks` brings two a second for a minute, or as many seconds as the number behind it says, beside
as many that wait as a second number says.
"""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from tests.bench.service import database
from tests.bench.verdict import verdict
from tests.bench.worker import working

WAITING = 1000
APART = 1000.0
"""Points between the ratings of two that wait: more than any of them ever asks for within a day."""
GOAL = 60.0
"""Seconds from the second seek to the match, 99 of 100 times."""
GAME = "en-garde"
PATIENCE = 120


def main() -> None:
    """Measure and print; nothing fails for being slow."""
    given = [int(word) for word in sys.argv[1:] if word.isdigit()]
    seconds, waiting = given[0] if given else 60, given[1] if len(given) > 1 else WAITING
    with database(postgres=True):
        from games.core.seams.sweeps import SWEEPS

        every = SWEEPS.registered["pair"].every

        seekers(0, waiting, waits=True)
        print(f"{waiting:,} seeks wait, of which no two fit", flush=True)
        sweep()
        with working("worker") as worker:
            asked = come(seekers(waiting, 2 * seconds), every)
            waited = until_begun(asked, every)
            busy = worker.busy()
    late = sorted(waited)[int(len(waited) * 0.99)]
    missing = sum(each >= PATIENCE for each in waited)
    print(f"{len(asked)} pairs in {seconds} s, {missing} not begun; the worker worked {busy:.0f} s")
    print(f"From the second seek to the match, p99: {late:.1f} s (goal ≤ {GOAL:.0f} s, {verdict(late <= GOAL)})")
    print(f"Load of the machine: {os.getloadavg()[0]:.1f} (its processors: {os.cpu_count()})", flush=True)


def sweep() -> None:
    """Measure one sweep over those that wait."""
    from games.seeks import services as seeks

    begun, worked = time.monotonic(), time.process_time()
    assert seeks.find_opponents() == []
    took, worked = time.monotonic() - begun, time.process_time() - worked
    print(f"A sweep over them takes {took:.2f} s, the processor {worked:.2f} s of it", flush=True)


def seekers(first: int, number: int, waits: bool = False) -> list[Any]:
    """Make so many people with ratings, and return them.

    Every two neighbours are alike. If they are to wait (`waits`) because nobody comes, no two are.
    """
    from django.utils import timezone

    from accounts.models import User
    from games.ratings.models import Rating
    from games.seeks.models import Seek

    names = [f"Seeker{each}" for each in range(first, first + number)]
    people = User.objects.bulk_create(User(username=name, skeleton=name.lower()) for name in names)
    steps = [first + (each if waits else each // 2) for each in range(number)]
    rating = {"game": GAME, "deviation": 90.0, "matches": 9, "changed": timezone.now()}
    Rating.objects.bulk_create(
        Rating(user=user, number=APART * step, **rating) for user, step in zip(people, steps, strict=True)
    )
    if waits:
        Seek.objects.bulk_create(Seek(user=user, game=GAME, fastest_days=3, slowest_days=7) for user in people)
    return people


def come(people: list[Any], every: int) -> dict[int, float]:
    """Have two people a second seek each other; when the second of each two did, by its key."""
    from games.seeks import services as seeks
    from games.seeks.fit import Wish

    begun, sweep, asked = time.monotonic(), Sweep(every), dict[int, float]()
    for number, user in enumerate(people):
        time.sleep(max(0.0, begun + number / 2 - time.monotonic()))
        seeks.ask(user, Wish(GAME, 3, 7))
        if number % 2:
            asked[user.pk] = time.time()
        sweep.strike()
    return asked


class Sweep:
    """What beat does for seeks."""

    def __init__(self, every: int) -> None:
        self.every, self.last = every, time.monotonic()

    def strike(self) -> None:
        """Ask for a sweep where it is time for one."""
        from games import tasks

        if time.monotonic() - self.last >= self.every:
            self.last = time.monotonic()
            tasks.sweep.apply_async(("pair",), expires=self.every)


def until_begun(asked: dict[int, float], every: int) -> list[float]:
    """Wait until all have their match; the seconds from each second seek to it, PATIENCE where there is none."""
    from games.core.models import Seat

    sweep, ends = Sweep(every), time.monotonic() + PATIENCE
    seats = Seat.objects.filter(user__in=asked)
    while seats.count() < len(asked) and time.monotonic() < ends:
        sweep.strike()
        time.sleep(0.5)
    began = {seat.user_id: seat.match.started for seat in seats.select_related("match")}
    moments = [(began.get(user), at) for user, at in asked.items()]
    return [started.timestamp() - at if started else float(PATIENCE) for started, at in moments]

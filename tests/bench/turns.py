"""How long after a move its notice is handed over while 25 a second fall due: real moves, database and mail server.

`python -m tests.bench turns` plays for a minute, or as many seconds as the number behind it says; the goal has 600.
"""

from __future__ import annotations

import os
import sys
import time
from itertools import cycle
from typing import Any

from tests.bench.service import database
from tests.bench.verdict import verdict
from tests.bench.worker import working

RATE = 25
"""Moves a second."""
GOAL = 60.0
"""Seconds from a move to its notice, 99 of 100 times; the half minute that is waited for bursts counts."""
REST = 90
"""Seconds after which a match is played on: its notice must be sent before."""
PAIRS = 100
PATIENCE = 300


def main() -> None:
    """Measure and print; nothing fails for being slow."""
    given = [int(word) for word in sys.argv[1:] if word.isdigit()]
    seconds = given[0] if given else 60
    with database(postgres=True):
        matches = begun(RATE * min(seconds, REST))
        print(f"{len(matches):,} matches are begun", flush=True)
        with working("letters"):
            took = play(matches, RATE * seconds)
            waited = until_told()
    number = RATE * seconds
    late = sorted(waited)[int(len(waited) * 0.99)] if waited else 0.0
    print(f"{number:,} moves in {took:.0f} s, {number / took:.1f} a second; {len(waited):,} notices were sent")
    print(f"From move to hand-over, p99: {late:.1f} s (goal ≤ {GOAL:.0f} s, {verdict(late <= GOAL)})")
    print(f"Load of the machine: {os.getloadavg()[0]:.1f} (its processors: {os.cpu_count()})", flush=True)


def begun(number: int) -> list[Any]:
    """Begin so many matches, and return them. There is nothing left to tell about any of them."""
    from accounts.models import Outbox, User
    from games.lobby.models import Invitation
    from tests.games import tables

    names = [f"Player{each}" for each in range(2 * PAIRS)]
    people = [User.objects.create_user(name, f"{name}@example.org", None) for name in names]
    pairs = cycle(zip(people[::2], people[1::2], strict=True))
    matches = []
    for each in range(number):
        matches.append(tables.begin(*next(pairs), public_id=f"m{each:09}", rounds=9))
        if each % PAIRS == 0:
            Invitation.objects.update(created="2026-01-01T00:00Z")  # one invites only so often
    Outbox.objects.all().delete()
    return matches


def play(matches: list[Any], number: int) -> float:
    """Make so many moves, in turns, at the rate; return the seconds it took.

    The worker sweeps all the time, as beat has it do.
    """
    from tests.games import tables

    begun = time.monotonic()
    sweeps = Sweeps()
    for each, match in zip(range(number), cycle(matches), strict=False):
        time.sleep(max(0.0, begun + each / RATE - time.monotonic()))
        tables.play_on(match, 1)
        sweeps.strike()
    return time.monotonic() - begun


class Sweeps:
    """What beat does for letters."""

    def __init__(self) -> None:
        self.last = 0.0

    def strike(self) -> None:
        """Ask for a sweep where it is time for one."""
        from django.conf import settings

        from accounts import tasks

        if time.monotonic() - self.last >= settings.OUTBOX_SWEEP:
            self.last = time.monotonic()
            tasks.deliver_due.apply_async(expires=settings.OUTBOX_SWEEP)


def until_told() -> list[float]:
    """Wait until every notice is sent; the seconds from each move to its notice.

    One that was no longer owed counts as one that came when the match was played on.
    """
    from accounts.models import Outbox

    sweeps, ends = Sweeps(), time.monotonic() + PATIENCE
    notices = Outbox.objects.filter(kind="turn")
    while notices.filter(status__in=Outbox.UNSENT).exists() and time.monotonic() < ends:
        sweeps.strike()
        time.sleep(0.5)
    times = notices.values_list("created", "sent_at")
    return [(sent - created).total_seconds() if sent else float(REST) for created, sent in times]

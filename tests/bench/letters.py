"""How long a worker of two processes takes for letters that are due: real turn notices, PostgreSQL, Redis, mail server.

`python -m tests.bench letters` sends 10,000, or as many as the number behind it says.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any

from tests.bench.service import database
from tests.bench.verdict import verdict
from tests.bench.worker import Working, working

MATCHES = 100
GOAL = 300.0
"""Seconds for 10,000."""
MOST_GROWN = 10
"""MB."""


def main() -> None:
    """Measure and print; nothing fails for being slow."""
    given = [int(word) for word in sys.argv[1:] if word.isdigit()]
    number = given[0] if given else 10_000
    with database(postgres=True):
        queue(number)
        print(f"{number:,} letters are queued", flush=True)
        with working("letters") as worker:
            grown = Grown(worker, number // 5)
            took, busy = until_sent(number, worker, grown.look), worker.busy()
            grew = grown.most()
    most = GOAL * number / 10_000
    told = f"{number:,} letters by one worker of 2 processes: {took:.0f} s, {number / took:.0f} a second"
    goal = f"goal ≤ {most:.0f} s, {10_000 / GOAL:.0f} a second, {verdict(took <= most)}"
    print(f"{told} ({goal}; {1000 * busy / number:.0f} ms of the worker's processor time each)", flush=True)
    goal = f"goal ≤ {MOST_GROWN} MB, {verdict(grew <= MOST_GROWN)}"
    print(f"Memory of that process which grew most, since the first fifth was sent: {grew:+.1f} MB ({goal})")
    print(f"Load of the machine: {os.getloadavg()[0]:.1f} (its processors: {os.cpu_count()})", flush=True)


class Grown:
    """By how much a worker's processes grow, once they have sent so many letters and so have loaded what they need."""

    def __init__(self, worker: Working, after: int) -> None:
        self.worker, self.after = worker, after
        self.before: dict[int, float] = {}

    def look(self) -> None:
        """Note what they hold, once."""
        if not self.before and len(self.worker.letters) >= self.after:
            self.before = self.worker.memory()

    def most(self) -> float:
        """Return how many MB the thing that has grown most has grown by."""
        return max(held - self.before.get(pid, 0.0) for pid, held in self.worker.memory().items())


def queue(number: int) -> None:
    """Queue so many turn notices. Somebody has moved in each match, and none is over before its notice is sent."""
    from django.utils import timezone

    from accounts.models import Outbox, User
    from games.core.models import Turn
    from games.lobby import services as lobby

    names = [f"Player {each}" for each in range(2 * MATCHES)]
    people = [User.objects.create_user(name, f"{name.replace(' ', '')}@example.org", None) for name in names]
    for ann, ben in zip(people[::2], people[1::2], strict=True):
        lobby.join(lobby.invite(ann, lobby.Terms("en-garde", {"rounds": 9}, pace_days=3)).match.public_id, ben)
    Outbox.objects.all().delete()
    turns = list(Turn.objects.all())
    now = timezone.now()
    letters = (
        Outbox(recipient_id=turn.user_id, kind="turn", key=f"{turn.key}:{each}", payload=payload(turn), next_try=now)
        for each in range(number)
        for turn in [turns[each % len(turns)]]
    )
    Outbox.objects.bulk_create(letters, batch_size=1000)


def payload(turn: Any) -> dict[str, int]:
    """Return what a turn notice of the service says."""
    return {"match": turn.match_id, "seat": turn.seat_id, "ply": turn.ply}


def until_sent(number: int, worker: Working, look: Callable[[], None]) -> float:
    """Have the worker sweep, as beat does, until everything is sent; return the seconds it took.

    Look at it all the time.
    """
    from django.conf import settings

    from accounts import tasks
    from accounts.models import Outbox

    begun = swept = time.monotonic()
    tasks.deliver_due.apply_async(expires=settings.OUTBOX_SWEEP)
    while len(worker.letters) < number:
        if time.monotonic() - swept >= settings.OUTBOX_SWEEP:
            swept = time.monotonic()
            tasks.deliver_due.apply_async(expires=settings.OUTBOX_SWEEP)
        look()
        time.sleep(0.05)
    took = time.monotonic() - begun
    assert len({letter["Message-ID"] for letter in worker.letters}) == len(worker.letters), "a letter came twice"
    assert not Outbox.objects.exclude(status=Outbox.Status.SENT).exclude(status=Outbox.Status.SENDING).exists()
    return took


if __name__ == "__main__":
    main()

"""`python -m tests.bench rows`: what each query costs whose SQL is built once, against the same built by Django.

A query has its line here, or Django asks it. So has each module that uses `accounts/database/rows.py` for the rows of a
transaction: the part of this bench that goes through it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from statistics import median
from typing import Any

from tests.bench import service
from tests.bench.verdict import verdict

ROUNDS, AT_ONCE = 21, 50
"""Samples, and how often a query is asked in each."""
GOAL = 1.2
"""How many times as long Django's own is to take at least."""

Values = tuple[Any, ...]
QUERIES: dict[str, Callable[[Any], Values]] = {
    "accounts.tokens._shown": lambda _match: ("0" * 128,),
    "accounts.outbox.delivery._to_send": lambda _match: (_letter(),),
    "games.core.reading.access._seats": lambda match: (match.public_id,),
    "games.core.reading.access._seat_of": lambda match: (match.public_id, match.seats.all()[0].user_id),
    "games.core.reading.positions._snapshots": lambda match: (match.pk, match.ply, match.ply, match.version),
    "games.core.reading.positions._entries": lambda match: (match.pk, match.ply - 10, match.ply),
    "games.core.notices.turns._turns": lambda match: (match.turns.get().seat_id, match.turns.get().ply),
    "games.core.notices.turns._seats": lambda match: (match.pk,),
}
"""Each query, and the values by which it is asked about a match."""

TRANSACTIONS = {
    "accounts.backends": "service",
    "accounts.outbox.queueing": "service",
    "games.lobby.services": "service",
    "games.core.notices.rulings": "sweeps",
    "games.core.notices.time_up": "sweeps",
    "games.core.notices.turns": "service",
    "games.end_notices.notices": "service",
    "games.offers.notices": "service",
    "games.core.reading.positions": "service",
    "games.substitutes.notices": "sweeps",
    "games.core.services.expiry": "sweeps",
    "games.core.services.locked": "service",
    "games.core.services.outages": "sweeps",
    "games.core.services.secret": "service",
    "games.core.services.sweeps": "sweeps",
}
"""Each module that reads or writes rows together with a match, and the part that measures this: a request, whose user
is read so, or a sweep. Notices go with the batch of the move, offer or hand-over that they tell of."""


def main() -> None:
    """Measure on SQLite and print; nothing fails for being slow."""
    with service.database(postgres=False):
        match = service.middle(service.Pair(), "en-garde")
        print(f"How many times as long as a query whose SQL is built once Django's own takes (goal ≥ {GOAL})")
        for name, values in QUERIES.items():
            module, _, attribute = name.rpartition(".")
            once, anew = _compared(getattr(import_module(module), attribute), values(match))
            line = f"  {name}: ×{anew / once:.1f}, {once * 1e6:.0f} µs against {anew * 1e6:.0f} µs"
            print(f"{line}; {verdict(anew / once >= GOAL)}", flush=True)


def _compared(query: Any, values: Values) -> tuple[float, float]:
    """Return the seconds of a query, and those of the same as Django builds it, measured in turns."""
    once, anew = list[float](), list[float]()
    for _round in range(ROUNDS):
        once.append(_seconds(lambda: query(*values)))
        anew.append(_seconds(lambda: list(query.build(*values))))
    return median(once), median(anew)


def _seconds(ask: Callable[[], Any]) -> float:
    begun = time.process_time()
    for _time in range(AT_ONCE):
        ask()
    return (time.process_time() - begun) / AT_ONCE


def _letter() -> Any:
    """Return the key of a letter that waits."""
    from accounts.models import Outbox

    return Outbox.objects.values_list("pk", flat=True)[0]

"""How old the signs of life of worker and beat grow, looked at again and again."""

from __future__ import annotations

import threading
import time
from typing import NamedTuple

import psycopg

from tests.drill.site import Site

EVERY = 2.0
"""Seconds between two looks."""
SQL = "SELECT split_part(name, ' ', 1), extract(epoch FROM now() - max(at))::float FROM games_heartbeat GROUP BY 1"


class Look(NamedTuple):
    """At a moment, by seconds since the epoch, a part's newest sign of life was `age` seconds old."""

    at: float
    part: str
    age: float


class Heartbeats(threading.Thread):
    """Looks until it is ended; a database that is gone is passed over."""

    def __init__(self, site: Site) -> None:
        super().__init__(daemon=True)
        self.site, self.looks, self.ended = site, list[Look](), threading.Event()

    def run(self) -> None:
        while not self.ended.wait(EVERY):
            try:
                self.looks += [Look(time.time(), part, age) for part, age in self.site.query(SQL)]
            except psycopg.Error:
                continue

    def oldest(self, part: str, begin: float, end: float) -> float | None:
        """Return the greatest age that a part's sign of life had between two moments."""
        return max((look.age for look in self.looks if look.part == part and begin <= look.at <= end), default=None)

    def end(self) -> None:
        self.ended.set()
        self.join(60)

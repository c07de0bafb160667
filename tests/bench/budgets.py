"""What a page may cost. Tests hold pages to the first four; the bench prints what pages take beside the others."""

from typing import NamedTuple

BYTES = 120_000
"""Of a match page with an empty cache, in all it loads, as it is sent: compressed."""
PAGE = 60_000
"""Of a match page by itself, as the browser reads it."""
REQUESTS = 25
"""Of a match page with an empty cache; the stream of events, which stays open, is none of them."""
QUERIES = 12
"""Of the database, for one page."""
TIME = 100
"""Milliseconds of processor time for one page, the database's among them."""
GROWTH = 1.5
"""How many times as much a page may cost on a site with ten or a hundred times as many people."""


class FirstVisit(NamedTuple):
    """What a match page may cost a browser with an empty cache on a slow phone: kB, long tasks, seconds until it is
    interactive.
    """

    weight: int
    tasks: float
    interactive: float


FIRST_VISIT = {"fantasy-dice-battles": FirstVisit(220, 5, 3.0)}
"""By game; `make weigh` measures it."""
OTHERS = FirstVisit(180, float("inf"), 2.5)
"""Of all other games."""

"""`python -m tests.bench looks`: what a look at a match costs by the length of its log, on SQLite.

Of each game there is a match of as many entries as it may have (`Meta.bound`), and one that went back again and again
until its log had 5,000; both are compared with one of 100 entries. They are looked at while they run, once they are
over, and once they were over long ago.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from statistics import median
from typing import Any

from tests.bench import service
from tests.bench.budgets import TIME
from tests.bench.verdict import verdict
from tests.parts.games import drawn

SHORT, ROLLED_BACK = 100, 5000
SAMPLES = 7
PAGES = ("", "?log=all", "?log={half}", "0/", "{half}/", "{half}/?log=all", "pictures")
"""What is asked for of a match, below its address."""


def main() -> None:
    """Measure and print; nothing fails for being slow."""
    with service.database(postgres=False):
        from games.rules import registry

        pair = service.Pair()
        print(f"Milliseconds of processor time for a look (goal ≤ {TIME}), and times as much as at {SHORT} entries")
        for game in drawn():
            bound = registry.current(game).meta.bound
            for state in ("running", "over", "thinned"):
                short = dict(_costs(pair, game, state, SHORT))
                for entries in (bound, ROLLED_BACK):
                    _print(game, state, entries, dict(_costs(pair, game, state, entries)), short)


def _print(game: str, state: str, entries: int, costs: dict[str, float], short: dict[str, float]) -> None:
    worst = max(costs.values())
    each = ", ".join(f"{page or 'page'} {cost:.0f} (×{cost / short[page]:.1f})" for page, cost in costs.items())
    print(f"  {game}, {state}, {entries} entries: {each}; {verdict(worst <= TIME)}")


def _costs(pair: service.Pair, game: str, state: str, entries: int) -> Iterator[tuple[str, float]]:
    """Yield the milliseconds of each page of a match, by what follows its address."""
    match = _made(pair, game, state, entries)
    client = pair.clients[pair.users[0].pk]
    for page in PAGES:
        if page != "pictures" or state != "running":
            address = match.get_absolute_url() + page.format(half=match.ply // 2)
            yield page, _milliseconds(lambda address=address: client.get(address))  # type: ignore[misc]


def _made(pair: service.Pair, game: str, state: str, entries: int) -> Any:
    """Return a match of so many entries."""
    from django.utils import timezone

    from games.core.models import Match
    from games.core.services import play, upkeep
    from games.deeds import summarising as summaries
    from tests.games.long import lengthened
    from tests.games.tables import now

    ann, ben = pair.users
    match = lengthened(ann, ben, entries, game=game, public_id=f"l{Match.objects.count()}")
    if state != "running":
        play.resign(match.public_id, pair.users[1].pk)
        summaries.note_due()
    if state == "thinned":
        upkeep.thin(timezone.now() + timedelta(days=91))
    return now(match)


def _milliseconds(ask: Callable[[], Any]) -> float:
    """Return what a look takes, once everything that all matches share is there."""
    ask()
    found = []
    for _number in range(SAMPLES):
        begun = time.process_time()
        response = ask()
        found.append((time.process_time() - begun) * 1000)
        assert response.status_code == 200, response.content
    return median(found)

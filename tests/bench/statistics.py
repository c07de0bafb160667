"""`python -m tests.bench statistics`: what pages of statistics cost with 100,000 matches that are over, on PostgreSQL.

`python -m tests.bench statistics 20000` takes fewer matches.
"""

from __future__ import annotations

import os
import random
import sys
import time
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from tests.bench.service import database
from tests.bench.verdict import verdict

MATCHES, PLAYERS, BUSY, TIMES = 100_000, 2_000, 3_000, 5
"""`BUSY` matches are those of one player."""
QUERIES, GOAL = 12, 300
"""How many queries a page may take, and milliseconds in the database."""
PORTION = 5_000
ARMIES = {
    "en-garde": [""],
    "field-of-glory": ["EL", "HI", "MI", "CV", "LI"],
    "fantasy-dice-battles": ["realm", "horde", "brood", "sylvan"],
}
REASONS = ["resignation", "timeout", "adjudication", "agreed"]
PAGES = ["/statistics/", *(f"/statistics/{game}/" for game in ARMIES), "/players/p0/statistics/"]


def main() -> None:
    """Measure and print; nothing fails for being slow."""
    matches = int(sys.argv[2]) if len(sys.argv) > 2 else MATCHES
    with database(postgres=True):
        from django.conf import settings
        from django.db import connection
        from django.test import override_settings

        fill(matches)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
            cursor.execute("SET max_parallel_workers_per_gather = 0")  # so that it is the work of one core
        print(
            f"{matches:,} matches that are over, {BUSY:,} of them one player's; milliseconds in the database (in all)"
        )
        for address in PAGES:
            kept = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": address}}
            with override_settings(CACHES=kept, LIMITS=dict.fromkeys(settings.LIMITS, "")):
                first, *later = (asked(address) for _ in range(1 + TIMES))
            usual = sorted(later)[TIMES // 2]
            holds = verdict(first.queries <= QUERIES and usual.there <= GOAL)
            print(f"  {address}: {first}, counted; {usual}, after that, {holds}", flush=True)
        print(f"(goal ≤ {QUERIES} queries and ≤ {GOAL} ms in the database; load {os.getloadavg()[0]:.1f})", flush=True)


class Asked(NamedTuple):
    """The queries of a page, milliseconds in them, and in all."""

    queries: int
    there: float
    whole: float

    def __str__(self) -> str:
        return f"{self.queries} queries {self.there:.0f} ({self.whole:.0f})"


def asked(address: str) -> Asked:
    """Return what it costs that a visitor asks for a page."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(SERVER_NAME="localhost")
    with CaptureQueriesContext(connection) as found:
        begun = time.perf_counter()
        assert client.get(address).status_code == 200
        whole = time.perf_counter() - begun
    there = sum(float(query["time"]) for query in found.captured_queries)
    return Asked(len(found), 1000 * there, 1000 * whole)


def fill(matches: int) -> None:
    """Write matches of random people in all games, with any end.

    Some are private, some struck, some with the house.
    """
    from accounts.models import User
    from games.core.models import Match, Seat

    draw, start = random.Random(1), datetime(2026, 1, 1, tzinfo=UTC)
    people = User.objects.bulk_create(
        User(username=f"p{n}", skeleton=f"p{n}", email=f"p{n}@example.org") for n in range(PLAYERS)
    )
    for first in range(0, matches, PORTION):
        numbers = range(first, min(first + PORTION, matches))
        made = Match.objects.bulk_create(_match(draw, start + timedelta(minutes=number), number) for number in numbers)
        pairs = [_players(draw, people, number) for number in numbers]
        Seat.objects.bulk_create(
            seat for match, pair in zip(made, pairs, strict=True) for seat in _seats(draw, match, pair)
        )


def _players(draw: random.Random, people: list[Any], number: int) -> list[Any]:
    return [people[0], draw.choice(people[1:])] if number % (MATCHES // BUSY) == 0 else draw.sample(people[1:], 2)


def _match(draw: random.Random, ended: datetime, number: int) -> Any:
    from games.core.models import Match

    reason = draw.choice(REASONS)
    result = {"reason": reason, **({} if reason == "agreed" else {"winners": [draw.randrange(2)]})}
    return Match(
        game=draw.choice(list(ARMIES)),
        version=1,
        pace_days=3,
        status="over",
        result=result,
        public_id=f"m{number}",
        ply=draw.randrange(2, 200),
        private=draw.random() < 0.1,
        struck="Agreed" if draw.random() < 0.01 else "",
        started=ended,
        ended=ended,
    )


def _seats(draw: random.Random, match: Any, pair: list[Any]) -> list[Any]:
    from games.core.models import Seat

    winners, house = match.result.get("winners"), draw.random() < 0.2
    outcomes = ["level" if winners is None else "won" if number in winners else "lost" for number in (0, 1)]
    return [
        Seat(
            match=match,
            user=user,
            number=number,
            joined=number,
            outcome=outcomes[number],
            house=house and number == 1,
            army=draw.choice(ARMIES[match.game]),
        )
        for number, user in enumerate(pair)
    ]


if __name__ == "__main__":
    main()

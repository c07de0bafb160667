"""How long it takes to recompute all ratings: `python -m tests.bench ratings` measures on PostgreSQL, on one core.

`python -m tests.bench ratings 20000` takes fewer matches.
"""

from __future__ import annotations

import io
import random
import sys
import time
from datetime import UTC, datetime, timedelta

from tests.bench.service import database
from tests.bench.verdict import verdict

MATCHES, PLAYERS, ENTRIES, GOAL = 100_000, 2_000, 30, 60
"""Entries are those of each match; the goal is in seconds."""


def main() -> None:
    """Measure and print; nothing fails for being slow."""
    matches = int(sys.argv[2]) if len(sys.argv) > 2 else MATCHES
    with database(postgres=True):
        from django.core.management import call_command

        from games.core.models import Entry
        from games.ratings.models import Rating, RatingChange

        fill(matches)
        begun = time.perf_counter()
        call_command("ratings", stdout=io.StringIO())
        took = time.perf_counter() - begun
        rows = f"{Entry.objects.count():,} entries, {Rating.objects.count():,} ratings"
        changed = f"{RatingChange.objects.count():,} changes"
        goal = f"goal ≤ {GOAL} s for {MATCHES:,}, {verdict(took <= GOAL * matches / MATCHES)}"
        print(f"ratings of {matches:,} matches computed anew: {took:.1f} s ({goal}; {rows}, {changed})", flush=True)


def fill(matches: int) -> None:
    """Write matches of random people, each with a log. Some of them end by an absence."""
    from django.db import connection

    from accounts.models import User
    from games.core.models import Match, Seat

    draw, start = random.Random(1), datetime(2026, 1, 1, tzinfo=UTC)
    people = User.objects.bulk_create(
        User(username=f"p{n}", skeleton=f"p{n}", email=f"p{n}@example.org") for n in range(PLAYERS)
    )
    game = {"game": "en-garde", "version": 1, "pace_days": 3, "status": "over", "result": {}, "rated": True}
    for first in range(0, matches, 5000):
        ends = [start + timedelta(minutes=number) for number in range(first, min(first + 5000, matches))]
        made = Match.objects.bulk_create(
            Match(**game, public_id=f"m{first + number}", started=end, ended=end) for number, end in enumerate(ends)
        )
        seats = []
        for match in made:
            winner, loser = draw.sample(people, 2)
            gone = {"outcome": "timeout", "absent_since": start + timedelta(days=draw.randrange(99))}
            lost = gone if draw.random() < 0.1 else {"outcome": "lost"}
            seats.append(Seat(match=match, user=winner, number=0, joined=0, outcome="won", answered_ply=1))
            seats.append(Seat(match=match, user=loser, number=1, joined=1, answered_ply=2, **lost))
        Seat.objects.bulk_create(seats)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_entry (match_id, ply, seat, text, draws, digest, created, by_program) "
            "SELECT m.id, n, n %% 2, 'F1', '[]', '', now(), false FROM games_match m, generate_series(1, %s) n",
            [ENTRIES],
        )
        cursor.execute("ANALYZE")


if __name__ == "__main__":
    main()

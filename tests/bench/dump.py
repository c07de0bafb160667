"""How long the public dump takes, and how large it and its writer become: `python -m tests.bench dump`, on PostgreSQL.

`python -m tests.bench dump 3000` takes fewer matches.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from typing import Any

from tests.bench.admin import copy
from tests.bench.service import database

MATCHES, PLAYED = 10_000, 30
"""All matches, and how many of them are played out, by turns in each game; the others are copies."""


def main() -> None:
    """Measure and print; nothing fails for being slow."""
    matches = int(sys.argv[2]) if len(sys.argv) > 2 else MATCHES
    with tempfile.TemporaryDirectory() as folder, database(postgres=True, DUMP_DIR=folder):
        from games.core.models import Entry
        from games.ratings import dumps

        fill(matches)
        before, begun = _memory(), time.perf_counter()
        made, count = dumps.write()
        took = time.perf_counter() - begun
        size = f"{made.size / 1_000_000:.1f} MB, {made.size / count:,.0f} bytes a match"
        print(f"dump of {count:,} matches, {Entry.objects.count():,} entries: {took:.1f} s, {size}", flush=True)
        print(f"  the most memory of its writer: {_memory():.0f} MB, before it {before:.0f} MB", flush=True)


def _memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def fill(matches: int) -> None:
    """Write whole matches of random moves, equally many of each game, and copies of them."""
    from django.db import connection

    from accounts.models import User
    from games.core.documents import records
    from games.rules import playout, registry

    names = ["Ann", "Ben"]
    for name in names:
        User.objects.create_user(name, f"{name}@example.org", None)
    for number in range(PLAYED):
        rules = registry.current(registry.slugs()[number % len(registry.slugs())])
        record = playout.playout(rules, rules.meta.settle({}), f"bench-{number}", ["random"] * rules.meta.seats)
        _copies(records.import_record(record, names), matches // PLAYED - 1)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _copies(match: Any, count: int) -> None:
    from games.core.models import MatchSecret

    if count < 1:
        return
    key = f"{match.pk} * 1000000 + n"
    # Each an hour after the one before, so that like ones do not stand side by side, where gzip would find them.
    copy(match, count, id=key, public_id=f"'{match.pk}-' || n", ended="t.ended + n * interval '1 hour'")
    for row in (*match.seats.all(), *match.entries.all()):
        copy(row, count, id=f"{row.pk} * 1000000 + n", match_id=key)
    secret = MatchSecret.objects.get(match=match)
    copy(secret, count, id=f"{secret.pk} * 1000000 + n", match_id=key)


if __name__ == "__main__":
    main()

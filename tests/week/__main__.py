"""`python -m tests.week`: lets people play for a week, by a clock that is moved, and prints who was told when.

Ends with 1 where somebody was not told, too late, twice or in quiet hours. `--people`, `--days`, `--start` and `--seed`
say who, for how long, from when (UTC) and by which seed.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime, timedelta

from tests.bench.service import database


def main() -> int:
    """Run the week, judge it, print the table."""
    asked = _asked()
    begun = time.monotonic()
    with database(postgres=not asked.sqlite):
        from tests.week.judge import judge, table
        from tests.week.week import lived

        def report(at: datetime) -> None:
            print(f"{at:%a %d %b %H:%M} UTC, after {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)

        hurry()
        book = lived(asked.people, asked.start, timedelta(days=asked.days), asked.seed, report)
        verdict = judge(book)
    print(f"{asked.people} people, {asked.days} days from {asked.start:%Y-%m-%d %H:%M} UTC, seed {asked.seed}")
    print(table(verdict))
    return bool(verdict.broken)


def hurry() -> None:
    """Have the database wait for no disk: nothing falls over here."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SET synchronous_commit = off" if connection.vendor == "postgresql" else "PRAGMA synchronous = OFF"
        )


def _asked() -> Namespace:
    parser = ArgumentParser(prog="python -m tests.week", description=__doc__)
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--days", type=int, default=7)
    parser.add_argument("--start", type=moment, default=moment("2026-10-24T18:00"), help="UTC")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sqlite", action="store_true", help="on SQLite, which is sooner done where others work too")
    return parser.parse_args()


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


if __name__ == "__main__":
    sys.exit(main())

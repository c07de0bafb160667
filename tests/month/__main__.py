"""`python -m tests.month`: lets people play until the last match is over, by a clock that is moved.

Prints how matches ended and what was promised in vain; ends with 1 where a promise was broken. `--people`, `--matches`,
`--vanish`, `--accept`, `--start` and `--seed` say how many there are, which share of them vanishes for good, how often
the others accept what they are offered, from when (UTC) and by which chance.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random

from tests.bench.service import database
from tests.month.book import Book
from tests.month.sink import Sink
from tests.week.__main__ import hurry, moment


def main() -> int:
    """Run the month, judge it, print the table."""
    asked = _asked()
    begun = time.monotonic()

    def report(at: datetime) -> None:
        print(f"{at:%a %d %b}, after {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)

    with _parts() as (book, run):
        from tests.month.judge import judge
        from tests.month.month import lived
        from tests.month.table import table

        size, odds = (asked.people, asked.matches), (asked.vanish, asked.accept)
        lived(book, size, asked.start, chance=Random(asked.seed), odds=odds, run=run, report=report)
        found = judge(book)
    print(f"{asked.people} people, {asked.matches} matches from {asked.start:%Y-%m-%d %H:%M} UTC, seed {asked.seed};")
    print(f"{asked.vanish:.0%} of the people vanish for good; the others accept {asked.accept:.0%} of what is offered.")
    print(table(book, found))
    return bool(found)


@contextmanager
def _parts() -> Iterator[tuple[Book, Callable[[str], None]]]:
    """Start PostgreSQL, Redis and a mail server; yield its book, and what has a real worker do a task.

    The mail server writes into the book.
    """
    with tempfile.TemporaryDirectory(prefix="fog") as made, ExitStack() as stopped:
        home, sink = Path(made), Sink()
        sink.start()
        stopped.callback(sink.stop)
        url = f"unix://{home}/redis.sock"
        with database(postgres=True, REDIS_URL=url, EMAIL_URL=sink.url, LOG_LEVEL="WARNING"):
            from redis import Redis

            from tests.month.month import by_worker
            from tests.parts import redis
            from tests.parts.worker import Worker

            hurry()
            with redis.started(home):
                worker = Worker(url, sink.url, "tests.month.carried", database_url=os.environ["DATABASE_URL"])
                stopped.callback(worker.kill)
                yield sink.book, partial(by_worker, Redis.from_url(url, decode_responses=True))


def _asked() -> Namespace:
    parser = ArgumentParser(prog="python -m tests.month", description=__doc__)
    parser.add_argument("--people", type=int, default=2000)
    parser.add_argument("--matches", type=int, default=5000)
    parser.add_argument("--vanish", type=float, default=0.05, help="share of the people")
    parser.add_argument("--accept", type=float, default=0.5, help="share of what is offered")
    parser.add_argument("--start", type=moment, default=moment("2026-10-10T06:00"), help="UTC")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

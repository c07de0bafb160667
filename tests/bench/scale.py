"""`python -m tests.bench scale USERS MATCHES …`: what pages and sweeps cost at one size and at a larger one.

Prints milliseconds of processor time, those of the database among them, on PostgreSQL without parallel queries, warm.
`make bench-scale USERS=100000 MATCHES=200000` measures at a tenth of that size first, and compares. No page may cost
more than `budgets.GROWTH` times as much at the largest size as at the smallest.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

from tests.bench import budgets, crowd
from tests.bench.admin import database_time
from tests.bench.service import database
from tests.bench.verdict import verdict

SIZES = ("10000", "20000", "100000", "200000")
TIMES = 5
SMALL = 5
"""Milliseconds within which two figures count as the same: the clock of the processor is no finer."""


class Spent(NamedTuple):
    """Milliseconds of processor time in all, and in the database."""

    whole: float
    there: float

    def __str__(self) -> str:
        return f"{self.whole:.0f} ({self.there:.0f})"


def main() -> None:
    """Measure at each size, each in a process of its own, and print the table; nothing fails for being slow."""
    given = [word for word in sys.argv[1:] if word.isdigit()]
    if "once" in sys.argv:
        return _once(*map(int, given))
    sizes = list(zip(*[iter(given or SIZES)] * 2, strict=True))
    found = [_told(people, matches) for people, matches in sizes]
    print(
        "| page or sweep | " + " | ".join(f"{int(n):,} people" for n, _ in sizes) + " | grows |\n" + "| --- " * 4 + "|"
    )
    for name in found[0]:
        small, large = found[0][name], found[-1][name]
        grown = large.whole / max(small.whole, SMALL)
        holds = verdict(grown <= budgets.GROWTH or large.whole - small.whole <= SMALL)
        print(f"| {name} | " + " | ".join(str(each[name]) for each in found) + f" | {grown:.1f}, {holds} |")
    return None


def _told(people: str, matches: str) -> dict[str, Spent]:
    """Return what one size costs, by what was asked; worked out by another process, whose progress is passed on."""
    command = [sys.executable, "-m", "tests.bench", "scale", "once", people, matches]
    found = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            name, tab, figures = line.rstrip("\n").partition("\t")
            if tab:
                found[name] = Spent(*map(float, figures.split()))
    return found


def _once(people: int, matches: int) -> None:
    """Fill a database of one size, and print a line for each page and sweep."""
    with database(postgres=True):
        from django.conf import settings
        from django.db import connection
        from django.test import override_settings

        begun = time.perf_counter()
        cast = crowd.fill(people, matches)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
            cursor.execute("SET max_parallel_workers_per_gather = 0")  # so that the time of one process is all of it
            cursor.execute("SELECT count(*), pg_size_pretty(pg_database_size(current_database())) FROM games_entry")
            print("{:,} entries, {}".format(*cursor.fetchone()), f"filled in {time.perf_counter() - begun:.0f} s")
        kept = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
        with override_settings(CACHES=kept, LIMITS=dict.fromkeys(settings.LIMITS, "")):
            for name, ask, times in [*sweeps(), *pages(cast)]:
                print(f"{name}\t%.1f %.1f" % spent(ask, times), flush=True)


def spent(ask: Callable[[], Any], times: int) -> Spent:
    """Return what asking costs: the median of so many times, warm where there is more than one."""
    found = []
    for _ in range(times + (times > 1)):
        here, there = time.process_time(), database_time()
        ask()
        there = database_time() - there
        found.append(Spent((time.process_time() - here + there) * 1e3, there * 1e3))
    found = found[times > 1 :]
    return Spent(median(each.whole for each in found), median(each.there for each in found))


Asked = tuple[str, Callable[[], Any], int]
"""What is asked, its name before it and how often behind it."""


def pages(cast: crowd.Cast) -> list[Asked]:
    """Return the pages that are looked at: by a reader, by a visitor, by a moderator."""
    from django.core.cache import cache
    from django.test import Client

    clients = {user: Client(SERVER_NAME="localhost") for user in (cast.reader, cast.moderator, None)}
    for user, client in clients.items():
        if user is not None:
            client.force_login(user, "accounts.backends.Backend")

    def page(user: Any, path: str) -> Asked:
        def ask() -> None:
            cache.clear()
            response = clients[user].get(path)
            assert response.status_code == 200, (path, response.status_code)

        return path, ask, TIMES

    who = {"reader": cast.reader, "visitor": None, "moderator": cast.moderator}
    return [page(who[name], path) for name, paths in crowd.PAGES.items() for path in paths]


def sweeps() -> list[Asked]:
    """Return what beat sends, each once: what is due is done then."""
    return [(name, sweep, 1) for name, sweep in crowd.sweeps().items()]

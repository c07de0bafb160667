"""No page and no sweep reads more of the large tables than it shows or does: shown by what PostgreSQL says it read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.statistics import services as figures
from tests.bench import crowd
from tests.games.core.services.test_sweep_plans import nodes

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]

PEOPLE, MATCHES, MOVES = 6_000, 24_000, 2
SHARES, YEARS = (500, 100, 200, 50, 50), 1
MOST = 4_000
"""Rows of a table that one query may take up: what is counted at most, twice, and some that are passed by."""
MOST_LISTED, MOST_FOUND = 10_100, 1_010
"""The same of a list of the admin, and of a search there."""
COUNTS = {"count_due"}
"""Sweeps that count everything; how often follows from how long it takes."""
LARGE = {
    *("accounts_user", "account_emailaddress", "accounts_outbox", "games_match", "games_seat", "games_turn"),
    *("games_entry", "games_snapshot", "games_rating", "games_ratingchange", "games_invitation"),
}


def taken(sql: str) -> Counter[str]:
    """Return how many rows of each table a query took up, kept or not."""
    found: Counter[str] = Counter()
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, FORMAT JSON) " + sql.replace("%", "%%"))
        [(plan,)] = cursor.fetchall()
    for node in nodes(plan[0]["Plan"]):
        passed = sum(node.get(f"Rows Removed by {why}", 0) for why in ("Filter", "Index Recheck"))
        found[node.get("Relation Name", "")] += int(node["Actual Loops"] * (node["Actual Rows"] + passed))
    return found


def too_much(name: str, ask: Callable[[], Any]) -> Iterator[str]:
    """Yield what a page or sweep read too much of, and by which query."""
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        ask()
    most = (MOST_FOUND if "?q=" in name else MOST_LISTED) if "/admin/" in name else MOST
    for sql in (sql for each in asked.captured_queries for sql in each["sql"].split("; ") if sql.startswith("SELECT")):
        yield from (
            f"{name}: {number} rows of {table} by {sql}"
            for table, number in taken(sql).items()
            if table in LARGE and number > most
        )


def asked(cast: crowd.Cast) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield every page and sweep by its name."""
    yield from crowd.sweeps().items()
    for who, user in {"visitor": None, "reader": cast.reader, "moderator": cast.moderator}.items():
        client = Client()
        if user is not None:
            client.force_login(user, "accounts.backends.Backend")
        for path in crowd.PAGES[who]:
            yield f"{who}: {path}", partial(opened, client, path)


def opened(client: Client, path: str) -> None:
    assert client.get(path).status_code == 200, path


def test_no_page_and_no_sweep_reads_a_whole_table() -> None:
    cast = crowd.fill(PEOPLE, MATCHES, MOVES, SHARES, YEARS)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # before anything is counted: without figures of the tables that can take for ever
    figures.keep_due()
    with connection.cursor() as cursor:
        cursor.execute("SELECT gin_clean_pending_list('user_by_part')")
        for cheaper in ("seqscan", "hashjoin", "mergejoin"):  # while tables are as small as here
            cursor.execute(f"SET LOCAL enable_{cheaper} = off")
        cursor.execute("SET LOCAL random_page_cost = 1.1")
    found = [fault for name, ask in asked(cast) if name not in COUNTS for fault in too_much(name, ask)]
    assert found == [], "\n\n".join(found)

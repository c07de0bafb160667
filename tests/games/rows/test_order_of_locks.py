"""Every door locks matches before users, so that of two doors neither waits in vain for what the other one holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, connections

from tests.games.rows.doors import DOORS, Act, Cast

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.by_turns(14)]

MATCHES, USERS = "games_match", "accounts_user"
FREE = "SELECT array_agg(id) FROM (SELECT id FROM {} FOR NO KEY UPDATE SKIP LOCKED) AS free"


class Watcher:
    """A connection of its own, which sees what others have locked."""

    def __init__(self) -> None:
        self.connection = connections.create_connection("default")
        self.ids = {
            table: self._ask(f"SELECT array_agg(id) FROM {table}") for table in ("games_match", "accounts_user")
        }

    def locked(self, table: str) -> set[int]:
        """Return the rows that were there at first and that somebody holds now."""
        return self.ids[table] - self._ask(FREE.format(table))

    def _ask(self, sql: str) -> set[int]:
        with self.connection.cursor() as cursor:
            cursor.execute(sql)
            return set(cursor.fetchone()[0] or ())


@contextmanager
def watched() -> Iterator[list[str]]:
    """Note each statement that locks a match while its transaction holds a user."""
    watcher, late, held = Watcher(), list[str](), set[int]()

    def execute(do: Callable[..., Any], sql: str, *given: Any) -> Any:
        nonlocal held
        users = watcher.locked(USERS)
        done = do(sql, *given)
        matches = watcher.locked(MATCHES)
        if users and matches - held:
            late.append(sql)
        held = matches
        return done

    try:
        with connection.execute_wrapper(execute):
            yield late
    finally:
        watcher.connection.close()


@pytest.mark.parametrize("name", DOORS)
def test_a_door_locks_matches_before_users(name: str, cast: Cast) -> None:
    act: Act = DOORS[name](cast)
    with watched() as late:
        act()
    assert late == []

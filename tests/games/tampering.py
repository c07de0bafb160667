"""Changing the database as an intruder would: past the guards of the code and of the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

from games.core.models import Entry, Match, MatchSecret, Seat, Snapshot, Turn
from games.deeds.models import Summary


@contextmanager
def unguarded() -> Iterator[None]:
    """Run the block without the database's triggers."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        yield
        cursor.execute("SET session_replication_role = origin")


def tamper(match: Match, at: int, **columns: Any) -> None:
    """Change columns of entry `at` of a log."""
    names = ", ".join(f"{name} = %s" for name in columns)
    statement = f"UPDATE games_entry SET {names} WHERE match_id = %s AND ply = %s"
    with unguarded(), connection.cursor() as cursor:
        cursor.execute(statement, [*columns.values(), match.pk, at])


def forget(match: Match) -> None:
    """Remove a match as if the database had never known it."""
    match.invitation.delete()
    with unguarded():
        for model in (Entry, Snapshot, Summary, MatchSecret, Turn, Seat):
            model._base_manager.filter(match=match)._raw_delete("default")
        Match._base_manager.filter(pk=match.pk)._raw_delete("default")

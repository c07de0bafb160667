"""Rows that many tests begin with: made once, kept in a file, and copied back. On SQLite alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from django.contrib.contenttypes.models import ContentType
from django.db import connection


def keep(file: Path) -> None:
    """Keep all rows of this test's database in a file."""
    with closing(sqlite3.connect(file)) as kept:
        _connected().backup(kept)


def refill(file: Path) -> None:
    """Let this test's database hold what was kept, and nothing else."""
    with closing(sqlite3.connect(file)) as kept:
        kept.backup(_connected())
    ContentType.objects.clear_cache()  # they have the numbers of then


def _connected() -> sqlite3.Connection:
    connection.ensure_connection()
    found: sqlite3.Connection = connection.connection
    return found

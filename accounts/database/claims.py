"""Work that one process at a time may do, and that others leave to it."""

from __future__ import annotations

import zlib

from django.db import connection


def claim(work: str) -> bool:
    """Claim some work until the transaction ends; False where somebody else has it just now.

    SQLite has locked the database when the transaction began.
    """
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [zlib.crc32(work.encode())])
        return bool(cursor.fetchone()[0])

"""Work that one process at a time may do, and that others leave to it or wait for."""

import zlib

from django.db import connection


def claim(work: str) -> bool:
    """Claim some work until the transaction ends; False where somebody else has it just now.

    SQLite has locked the database when the transaction began.
    """
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_number(work)])
        return bool(cursor.fetchone()[0])


def hold_claim(work: str) -> None:
    """Wait until nobody else holds some work, and hold it until the transaction ends.

    SQLite has locked the database when the transaction began.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_number(work)])


def _number(work: str) -> int:
    return zlib.crc32(work.encode())

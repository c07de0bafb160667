"""Django's `migrate`, which gives way rather than hold up all pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

LOCK_NOT_AVAILABLE = "55P03"
"""What PostgreSQL says where a lock was waited for too long."""


class Command(migrate.Command):
    """A migration that waits for each lock no longer than MIGRATION_LOCK_TIMEOUT seconds.

    On PostgreSQL every query that comes after a migration waiting for a table waits as well, readers too.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with impatient(connections[options["database"]]):
                super().handle(*args, **options)
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) != LOCK_NOT_AVAILABLE:
                raise
            if options["verbosity"]:
                self.stdout.write()  # the name of the migration stands in this line
            raise CommandError(
                f"Somebody else held what this migration needs for over {settings.MIGRATION_LOCK_TIMEOUT} s. It has "
                "changed nothing, and those before it are done. Run it again, best when little is played."
            ) from error


@contextmanager
def impatient(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Let the connection wait for no lock longer than MIGRATION_LOCK_TIMEOUT while this holds."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [f"{settings.MIGRATION_LOCK_TIMEOUT}s"])
    try:
        yield
    finally:
        if connection.is_usable():
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")

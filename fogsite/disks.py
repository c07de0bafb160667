"""How much room the disks have: the one to which the service writes and, if it is known, the one of the database."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

LEAST_SHARE = 0.05
LEAST_BYTES = 1_000_000_000
SMALL = 4
"""Of a disk that holds less than so many times LEAST_BYTES, this part is enough: a quarter."""
POSTGRESQL = Path("/var/lib/postgresql")
"""Where Debian's PostgreSQL keeps all its databases. Only a superuser may ask it."""
HERE = {"", "localhost", "127.0.0.1", "::1"}
"""Hosts of a database on this machine."""


class Room(NamedTuple):
    """How many bytes of a disk are free, and how many there are."""

    free: int
    total: int

    @property
    def percent(self) -> int:
        return self.free * 100 // max(self.total, 1)

    @property
    def is_enough(self) -> bool:
        least = min(LEAST_BYTES, self.total // SMALL)
        return self.free >= max(least, self.total * LEAST_SHARE)


def rooms() -> dict[str, Room | None]:
    """Return how much room there is, by whose disk it is; None for one that is not known here."""
    found = {"service": _places_of_service(), "database": _places_of_database()}
    return {whose: _least(places) for whose, places in found.items()}


def _least(places: Iterator[Path]) -> Room | None:
    """Return the room on the fullest of the disks on which these places are."""
    return min(filter(None, map(_room, places)), key=lambda room: room.percent, default=None)


def _room(place: Path) -> Room | None:
    """Return the room at a place, or at the nearest folder above that is there; None if it cannot be asked."""
    for each in (place, *place.parents):
        try:
            usage = shutil.disk_usage(each)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:
            return None
        return Room(usage.free, usage.total)
    return None


def _places_of_service() -> Iterator[Path]:
    written = (settings.DUMP_DIR, settings.DELETIONS_FILE, settings.VAR_DIR)
    return (Path(each).absolute() for each in written if each)


def _places_of_database() -> Iterator[Path]:
    config: dict[str, Any] = settings.DATABASES["default"]
    if config["ENGINE"].endswith("sqlite3"):
        yield Path(config["NAME"]).absolute()
        return
    host = config.get("HOST") or config.get("OPTIONS", {}).get("host", "")
    if (host in HERE or host.startswith("/")) and POSTGRESQL.is_dir():
        yield POSTGRESQL

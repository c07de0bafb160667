"""The files of the public dump: one a month, and whenever somebody asks by command; the newest few are kept.

Each dump holds everything, so that none needs another one, and nobody who has left is named for long.
"""

import fcntl
import gzip
import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date
from pathlib import Path
from typing import IO, NamedTuple

from django.conf import settings
from django.utils import timezone

from accounts import people
from games.ratings import dump
from games.rules.errors import RulesError
from games.rules.sentence import N_, sentence

logger = logging.getLogger(__name__)

KEPT = 3
"""Dumps that are kept."""
NAME = re.compile(r"matches-(\d{4}-\d\d-\d\d)\.jsonl\.gz", re.ASCII)


class NoDump(RulesError):
    """A dump that cannot be written here, or not now."""

    code = "no_dump"
    status = 409


class DumpBusy(NoDump):
    """Another process writes a dump just now."""


class Dump(NamedTuple):
    """A dump: the name of its file, the day on which it was made (UTC), and its size in bytes."""

    name: str
    day: date
    size: int


def stored_dumps() -> list[Dump]:
    """Return the dumps that there are, the newest first; none where the folder cannot be read, as the log then says."""
    try:
        names = filter(NAME.fullmatch, os.listdir(settings.DUMP_DIR) if settings.DUMP_DIR else [])
        found = [_dump(Path(settings.DUMP_DIR) / name) for name in names]
    except FileNotFoundError:
        return []
    except OSError as error:
        logger.warning("No public dumps are shown, since DUMP_DIR cannot be read: %s", error.strerror)
        return []
    return sorted(found, key=lambda each: each.day, reverse=True)


def _dump(path: Path) -> Dump:
    found = NAME.fullmatch(path.name)
    assert found
    return Dump(path.name, date.fromisoformat(found[1]), path.stat().st_size)


def open_file(name: str) -> IO[bytes] | None:
    """Return the file of a dump; None where there is none of this name."""
    if not settings.DUMP_DIR or not NAME.fullmatch(name):
        return None
    try:
        return (Path(settings.DUMP_DIR) / name).open("rb")
    except OSError:
        return None


def write_due() -> bool:
    """Write the dump of this month, unless there is one, somebody writes it just now, or dumps have no folder; whether
    that was done. Raises as `write`."""
    month = timezone.now().astimezone(UTC).date().replace(day=1)
    if not settings.DUMP_DIR or any(each.day >= month for each in stored_dumps()):
        return False
    try:
        write()
    except DumpBusy:
        return False
    return True


def write() -> tuple[Dump, int]:
    """Write the dump of today, which replaces an earlier one of this day, and remove what is older than KEPT others;
    the dump, and how many matches it holds.

    It appears when it is whole. Raises NoDump where no folder is named or it cannot be written, DumpBusy where another
    process writes one, and `dump.Unreadable`.
    """
    if not settings.DUMP_DIR:
        raise NoDump(sentence(N_("No folder for dumps is set. Set DUMP_DIR.")))
    try:
        return _write(Path(settings.DUMP_DIR))
    except OSError as error:
        told = N_("No dump can be written to the folder in DUMP_DIR: {error}.")
        raise NoDump(sentence(told, error=str(error.strerror or error))) from error


def _write(folder: Path) -> tuple[Dump, int]:
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(folder):
        people.number_all()
        target = folder / f"matches-{timezone.now().astimezone(UTC):%Y-%m-%d}.jsonl.gz"
        matches = _fill(target)
        for old in stored_dumps()[KEPT:]:
            (folder / old.name).unlink()
    return _dump(target), matches


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the folder so that nobody else writes into it.

    This is a lock of the system, which ends with the process.
    """
    with (folder / ".lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise DumpBusy(sentence(N_("A dump is already being written."))) from error
        yield


def _fill(target: Path) -> int:
    """Write all lines and then give the file its name; how many there were. What breaks off leaves nothing behind."""
    part = target.parent / ".part"
    try:
        matches = _pack(part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return matches


def _pack(part: Path) -> int:
    matches = 0
    with part.open("wb") as file:
        with gzip.GzipFile("", "wb", fileobj=file, compresslevel=6, mtime=0) as packed:
            for line in dump.dump_lines():
                packed.write(line + b"\n")
                matches += 1
        file.flush()
        os.fsync(file.fileno())
    return matches

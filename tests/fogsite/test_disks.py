"""How much room there is: on which disks it is looked for, and when it is too little."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings

from fogsite import disks
from fogsite.disks import Room

GB = 1_000_000_000


@pytest.mark.parametrize(
    ("free", "total", "enough"),
    [
        (5 * GB, 100 * GB, True),
        (5 * GB - 1, 100 * GB, False),
        (GB, 10 * GB, True),
        (GB - 1, 10 * GB, False),
        (GB // 4, GB, True),
        (GB // 4 - 1, GB, False),
        (0, 0, True),
    ],
)
def test_a_twentieth_or_a_gigabyte_is_enough_and_of_a_small_disk_a_quarter(free: int, total: int, enough: bool) -> None:
    assert Room(free, total).is_enough is enough


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, Any]], None]:
    """Say how much of each place is free, in percent; an error is raised, and a place not named is not there."""

    def begin(free: dict[str, Any]) -> None:
        def usage(place: Path) -> Any:
            found = free.get(str(place), FileNotFoundError())
            if isinstance(found, OSError):
                raise found
            return shutil._ntuple_diskusage(100, 100 - found, found)

        monkeypatch.setattr(disks.shutil, "disk_usage", usage)

    return begin


def free() -> dict[str, int | None]:
    return {whose: room and room.free for whose, room in disks.rooms().items()}


def test_of_the_disks_of_the_service_the_fullest_counts_and_one_above_a_place_that_is_not_there_yet(used: Any) -> None:
    used({"/": 90, "/var/lib/fogsite": 40, "/data": 20})
    with override_settings(DUMP_DIR="/var/lib/fogsite/dumps", DELETIONS_FILE="/data/new/list"):
        assert free()["service"] == 20
    with override_settings(DUMP_DIR="/var/lib/fogsite/dumps", DELETIONS_FILE=""):
        assert free()["service"] == 40


@pytest.mark.parametrize(
    ("database", "known"),
    [
        ({"HOST": "", "OPTIONS": {"host": "/var/run/postgresql"}}, True),
        ({"HOST": "localhost"}, True),
        ({"HOST": "/var/run/postgresql"}, True),
        ({"HOST": "db.example.org"}, False),
    ],
)
def test_the_disk_of_a_database_is_known_on_its_own_machine(
    used: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, database: dict[str, Any], known: bool
) -> None:
    used({"/": 90, str(tmp_path): 7})
    monkeypatch.setattr(disks, "POSTGRESQL", tmp_path)
    config = {"default": {"ENGINE": "django.db.backends.postgresql", "NAME": "fogsite", **database}}
    monkeypatch.setattr(settings, "DATABASES", config)
    assert free()["database"] == (7 if known else None)
    monkeypatch.setattr(disks, "POSTGRESQL", tmp_path / "elsewhere")
    assert free()["database"] is None


def test_the_disk_of_a_file_is_the_one_on_which_it_lies(used: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    used({"/": 90, "/data": 3})
    config = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "/data/db.sqlite3"}}
    monkeypatch.setattr(settings, "DATABASES", config)
    assert free()["database"] == 3


def test_a_disk_that_may_not_be_asked_is_not_known(used: Any) -> None:
    used({"/": 90, "/closed": PermissionError(13, "Permission denied")})
    with override_settings(DUMP_DIR="/closed", DELETIONS_FILE="", VAR_DIR=""):
        assert free()["service"] is None

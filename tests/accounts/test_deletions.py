"""The list of closed accounts: written from the database, read by the site's keys alone, and short-lived."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine
from django.test import override_settings

from accounts import deletions, leaving, tasks
from accounts.models import User
from tests.parts.cast import person

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
FIRST, SECOND = (secrets.token_urlsafe(50) for _ in range(2))


@pytest.fixture
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def path(tmp_path: Path, noon: time_machine.Traveller) -> Iterator[Path]:
    """Where the list is to be, in a folder that is not there yet."""
    found = tmp_path / "deletions" / "list"
    with override_settings(DELETIONS_FILE=str(found), SECRET_KEY=FIRST):
        yield found


def closed(name: str) -> User:
    user = person(name)
    leaving.anonymise(user)
    return user


def test_each_account_that_was_closed_is_written_with_its_moment(path: Path, noon: time_machine.Traveller) -> None:
    ann = closed("Ann")
    person("Ben")
    tasks.note_deletions()
    assert deletions.read_list(path) == {ann.pk: NOON}

    noon.shift(60)
    cat = closed("Cat")
    tasks.note_deletions()
    assert deletions.read_list(path) == {ann.pk: NOON, cat.pk: NOON + timedelta(minutes=1)}


def test_nobody_reads_it_without_the_key_and_everybody_may_copy_it(path: Path) -> None:
    ann = closed("Ann")
    deletions.write_missing()

    content = path.read_bytes()
    assert str(ann.pk).encode() not in content.split()
    assert b"2026" not in content
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o644, 0o755)
    with override_settings(SECRET_KEY=SECOND), pytest.raises(deletions.UnreadableList):
        deletions.read_list(path)


def test_it_is_written_again_by_a_new_key_before_the_old_one_is_taken_away(path: Path) -> None:
    ann = closed("Ann")
    deletions.write_missing()

    with override_settings(SECRET_KEY=SECOND, SECRET_KEY_FALLBACKS=[FIRST]):
        assert deletions.read_list(path) == {ann.pk: NOON}
        deletions.write_missing()
    with override_settings(SECRET_KEY=SECOND):
        assert deletions.read_list(path) == {ann.pk: NOON}


def test_what_only_the_list_knows_stays_after_a_restore(path: Path) -> None:
    """The database was put back to a time in which the account was open, and nobody has closed it again yet."""
    ann = closed("Ann")
    deletions.write_missing()
    User.objects.filter(pk=ann.pk).update(left=None)

    assert deletions.write_missing() == 1
    assert deletions.read_list(path) == {ann.pk: NOON}


def test_an_account_is_taken_out_once_no_backup_has_it(path: Path, noon: time_machine.Traveller) -> None:
    closed("Ann")
    deletions.write_missing()

    noon.shift(deletions.KEPT)
    assert deletions.write_missing() == 1
    noon.shift(1)
    assert deletions.write_missing() == 0
    assert deletions.read_list(path) == {}


def test_guests_are_left_out_since_their_time_ends_by_itself(path: Path) -> None:
    guest = closed("Ann")
    User.objects.filter(pk=guest.pk).update(guest_until=NOON)
    deletions.write_missing()
    assert deletions.read_list(path) == {}


def test_what_could_not_be_written_is_written_by_the_next_sweep(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = closed("Ann")
    deletions.write_missing()
    before = path.read_bytes()
    ben = closed("Ben")

    def refuse(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refuse)
        with pytest.raises(OSError, match="No space left"):  # which the worker logs, and `/healthz` names the sweep
            tasks.note_deletions()
    assert (path.read_bytes(), [each.name for each in path.parent.iterdir()]) == (before, ["list"])

    tasks.note_deletions()
    assert deletions.read_list(path).keys() == {ann.pk, ben.pk}


def test_a_list_that_needs_no_change_is_left_alone(path: Path) -> None:
    closed("Ann")
    deletions.write_missing()
    before = path.read_bytes()
    deletions.write_missing()
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"junk", "cut short"])
def test_a_list_that_nobody_can_read_is_set_aside_and_written_from_the_database(
    path: Path, content: bytes | str, caplog: pytest.LogCaptureFixture
) -> None:
    ann = closed("Ann")
    deletions.write_missing()
    damaged = content if isinstance(content, bytes) else path.read_bytes()[:-1]
    path.write_bytes(damaged)

    deletions.write_missing()

    assert deletions.read_list(path) == {ann.pk: NOON}
    assert path.with_name("list.unreadable").read_bytes() == damaged
    assert [each.getMessage() for each in caplog.records] == [
        "The list in DELETIONS_FILE cannot be read. It is now called list.unreadable, and a new one is written."
    ]


def test_without_a_file_nothing_is_written(path: Path) -> None:
    closed("Ann")
    with override_settings(DELETIONS_FILE=""):
        assert deletions.write_missing() == 0
    assert not path.exists()

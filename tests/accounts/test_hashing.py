"""All processes of a machine hash two passwords at a time; users who find no room are told so."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Barrier, Event, Lock
from typing import Any

import pytest
from django.contrib.auth import hashers
from django.contrib.auth.hashers import check_password, make_password
from django.test import Client
from django.urls import reverse

from accounts import hashing
from accounts.models import User
from fogsite.settings import BASE_DIR, PASSWORD_HASHERS
from tests.games.browsing import told
from tests.parts.cast import PASSWORD
from tests.parts.patience import PATIENCE

HOLD = """
import sys
from accounts import hashing
import tempfile; tempfile.tempdir = sys.argv[1]
with hashing.slot(), hashing.slot():
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """The hashers of production, in a folder of this test's own."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two passwords are being hashed for as long as the test lasts, and nobody waits."""
    monkeypatch.setattr(hashing, "PATIENCE", 0.0)
    with ExitStack() as held:
        for _ in range(hashing.SLOTS):
            held.enter_context(hashing.slot())
        yield


class Watched:
    """How many hash at the same time: each stays until as many are inside as there can be."""

    def __init__(self, expected: int) -> None:
        self.inside, self.most, self.lock, self.met = 0, 0, Lock(), Event()
        self.expected = expected

    def hash(self, *_: Any) -> str:
        with self.lock:
            self.inside += 1
            self.most = max(self.most, self.inside)
            if self.inside >= self.expected:
                self.met.set()
        assert self.met.wait(PATIENCE)
        with self.lock:
            self.inside -= 1
        return "argon2$hash"


def most_at_once(hasher: Any, expected: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how many of eight passwords that come together are hashed at once."""
    watched, together = Watched(expected), Barrier(8)
    monkeypatch.setattr(hashers.Argon2PasswordHasher, "encode", watched.hash)

    def come(_: int) -> None:
        together.wait(PATIENCE)
        hasher.encode("word", "salt")

    with ThreadPoolExecutor(8) as pool:
        assert len(list(pool.map(come, range(8)))) == 8
    return watched.most


def test_of_eight_that_come_together_two_are_hashed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert most_at_once(hashing.Argon2PasswordHasher(), 2, monkeypatch) == 2


def test_without_slots_all_are(monkeypatch: pytest.MonkeyPatch) -> None:
    assert most_at_once(hashers.Argon2PasswordHasher(), 8, monkeypatch) == 8


def test_another_process_counts_and_one_that_is_killed_holds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, cwd=BASE_DIR, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        assert other.stdout.readline() == "held\n"
        monkeypatch.setattr(hashing, "PATIENCE", 0.0)
        with pytest.raises(hashing.HashingBusy):
            make_password("word")
        other.kill()
    monkeypatch.setattr(hashing, "PATIENCE", 5.0)
    assert check_password("word", make_password("word"))


@pytest.mark.parametrize("kind", ["argon2", "pbkdf2_sha256"])
def test_every_way_to_hash_waits_for_room(kind: str, full: None) -> None:
    assert {each.partition(".")[0] for each in PASSWORD_HASHERS} == {"accounts"}
    with pytest.raises(hashing.HashingBusy):
        make_password("word", hasher=kind)


def test_a_hash_of_before_still_holds() -> None:
    for hasher in (hashers.Argon2PasswordHasher(), hashers.PBKDF2PasswordHasher()):
        encoded = hasher.encode("word", hasher.salt())
        assert check_password("word", encoded)
        assert not check_password("other", encoded)


def test_who_waits_keeps_no_file_open(full: None) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        with pytest.raises(hashing.HashingBusy):
            make_password("word")
    assert len(os.listdir("/proc/self/fd")) == before


def test_nobody_leads_it_to_another_file(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    for number in range(hashing.SLOTS):
        (tmp_path / f"hashing-{os.getuid()}-{number}").symlink_to(elsewhere)
    assert check_password("word", make_password("word"))
    assert not elsewhere.exists()


def test_where_there_is_no_folder_passwords_are_hashed_without_a_limit(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/nonexistent")
    assert check_password("word", make_password("word"))
    assert "Passwords are hashed without a limit" in caplog.text


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Ann", "Nobody"])
def test_who_finds_no_room_is_told_so_whether_there_is_such_an_account(name: str, ann: User, full: None) -> None:
    page = Client().post(reverse("account_login"), {"login": name, "password": PASSWORD})
    assert (page.status_code, page["Retry-After"]) == (503, "10")
    said = "Too many people are signing in right now. Nothing was changed. Try again in 10 seconds."
    assert said in told(page)
    assert PASSWORD not in told(page)


@pytest.mark.django_db
def test_a_sign_up_that_finds_no_room_makes_nothing(full: None) -> None:
    fields = {"username": "Dora", "email": "dora@example.org", "password1": "en-garde-2026"}
    assert Client().post(reverse("account_signup"), fields).status_code == 503
    assert not User.objects.filter(username="Dora").exists()

"""The files of the public dump: whole or not there, once a month, few of them, and for everybody to fetch."""

from __future__ import annotations

import fcntl
import gzip
import json
import re
from collections.abc import Iterator
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts import people
from accounts.models import User
from games import tasks
from games.core.services import play
from games.ratings import dump, dumps
from tests.games.browsing import signed_in, told
from tests.games.programs import program
from tests.games.tables import begin
from tests.parts.cast import person

pytestmark = pytest.mark.django_db

NAME = "matches-2026-11-25.jsonl.gz"
URL = reverse("dumps")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.DUMP_DIR = str(tmp_path / "dumps")
    return tmp_path / "dumps"


@pytest.fixture
def today() -> Iterator[time_machine.Traveller]:
    with time_machine.travel("2026-11-25T23:59:00+00:00", tick=False) as traveller:
        yield traveller


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def finished(ann: User, ben: User, key: str = "firstmatch") -> None:
    play.resign(begin(ann, ben, public_id=key).public_id, ben.pk)


# --- Written --------------------------------------------------------------------------------------------------------


def test_the_command_writes_one_and_says_how_large_it_is(ann: User, ben: User, folder: Path, today: Any) -> None:
    finished(ann, ben)
    out = StringIO()
    call_command("dump", stdout=out)
    size = (folder / NAME).stat().st_size
    assert re.fullmatch(rf"{NAME}: 1 match, {size} bytes, \d+\.\d s\n", out.getvalue())
    assert names(folder) == [".lock", NAME]
    (line,) = gzip.decompress((folder / NAME).read_bytes()).splitlines()
    assert json.loads(line)["match"] == "firstmatch"


def test_a_second_one_of_the_day_replaces_the_first(ann: User, ben: User, folder: Path, today: Any) -> None:
    for key in ("firstmatch", "secondmatc"):
        finished(ann, ben, key)
        dumps.write()
    assert names(folder) == [".lock", NAME]
    assert len(gzip.decompress((folder / NAME).read_bytes()).splitlines()) == 2


def test_one_that_breaks_off_takes_nobodys_place(
    folder: Path, db: None, today: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lines() -> Iterator[bytes]:
        yield b"{}"
        raise OSError("the disk is full")

    dumps.write()
    before = (folder / NAME).read_bytes()
    monkeypatch.setattr(dump, "dump_lines", lines)
    with pytest.raises(CommandError, match=r"^No dump can be written to the folder in DUMP_DIR: the disk is full\.$"):
        call_command("dump")
    assert (folder / NAME).read_bytes() == before
    assert [each.name for each in dumps.stored_dumps()] == [NAME]
    monkeypatch.undo()
    dumps.write()
    assert names(folder) == [".lock", NAME]


def test_the_last_three_are_kept(folder: Path, db: None, today: Any) -> None:
    for day in (f"2026-{month:02}-01" for month in (3, 5, 4, 6)):
        today.move_to(f"{day}T12:00:00+00:00")
        dumps.write()
    assert [each.day for each in dumps.stored_dumps()] == [date(2026, 6, 1), date(2026, 5, 1), date(2026, 4, 1)]
    assert (folder / "matches-2026-03-01.jsonl.gz").exists() is False


def test_two_do_not_write_at_once(folder: Path, db: None) -> None:
    folder.mkdir()
    with (folder / ".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(CommandError, match=r"^A dump is already being written\.$"):
            call_command("dump")
        assert dumps.write_due() is False
    assert dumps.write_due() is True


def test_the_worker_writes_one_a_month(folder: Path, db: None, today: Any) -> None:
    found = []
    for moment in ("2026-11-25T12", "2026-11-30T23", "2026-12-01T00", "2026-12-31T23", "2027-01-01T00"):
        today.move_to(f"{moment}:30:00+00:00")
        tasks.dump_due()
        found.append(dumps.stored_dumps()[0].day.isoformat())
    assert found == ["2026-11-25", "2026-11-25", "2026-12-01", "2026-12-01", "2027-01-01"]


def test_without_a_folder_there_are_none(db: None, settings: Any, client: Client) -> None:
    settings.DUMP_DIR = ""
    assert dumps.write_due() is False
    with pytest.raises(CommandError, match=r"^No folder for dumps is set\. Set DUMP_DIR\.$"):
        call_command("dump")
    assert "There is no file yet." in told(client.get(URL))
    assert client.get(reverse("dump", args=[NAME])).status_code == 404


def test_a_folder_that_cannot_be_used_is_told_where_one_is_written_and_breaks_no_page(
    folder: Path, db: None, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    folder.write_text("no folder")  # root may open every other
    with pytest.raises(CommandError, match=r"^No dump can be written to the folder in DUMP_DIR: File exists\.$"):
        call_command("dump")
    with pytest.raises(dumps.NoDump):  # so that the sweep is known to fail
        dumps.write_due()
    caplog.clear()

    assert "There is no file yet." in told(client.get(URL))
    assert client.get(reverse("dump", args=[NAME])).status_code == 404
    assert caplog.messages[0] == "No public dumps are shown, since DUMP_DIR cannot be read: Not a directory"


# --- Fetched --------------------------------------------------------------------------------------------------------


def test_everybody_sees_the_list_and_gets_the_file(client: Client, folder: Path, today: Any, db: None) -> None:
    dumps.write()
    page = told(client.get(URL))
    assert "25 November 2026" in page
    assert f'href="{reverse("dump", args=[NAME])}"' in page
    answer = client.get(reverse("dump", args=[NAME]))
    assert b"".join(answer.streaming_content) == (folder / NAME).read_bytes()  # type: ignore[attr-defined]
    assert {name: answer.headers.get(name) for name in ("Content-Type", "Content-Disposition", "Content-Encoding")} == {
        "Content-Type": "application/gzip",
        "Content-Disposition": f'attachment; filename="{NAME}"',
        "Content-Encoding": None,
    }
    assert int(answer.headers["Content-Length"]) == (folder / NAME).stat().st_size
    assert f'href="{URL}"' in told(client.get(reverse("ratings")))


@pytest.mark.parametrize("name", [".lock", ".part", "matches-2026-11-24.jsonl.gz", "..%2Fsecret", "matches-*.jsonl.gz"])
def test_nothing_else_of_the_folder_is_given_out(client: Client, folder: Path, db: None, name: str) -> None:
    dumps.write()
    (folder / ".part").write_text("half of it")
    assert client.get(f"{URL}{name}").status_code == 404


# --- Numbers --------------------------------------------------------------------------------------------------------


def test_everybody_has_a_number_of_twelve_digits_that_tells_nothing(db: None) -> None:
    found = [person(f"Player{number}").dump_number for number in range(20)]
    assert len(set(found)) == 20
    assert {len(str(number)) for number in found} == {12}
    assert sorted(found) != found  # type: ignore[type-var]


def test_those_who_came_before_there_were_numbers_get_one(ann: User, ben: User, cat: User) -> None:
    User.objects.filter(pk__in=[ann.pk, ben.pk]).update(dump_number=None)
    User.objects.filter(pk=ben.pk).update(left=ben.date_joined)
    assert people.number_all() == 1
    assert [User.objects.get(pk=user.pk).dump_number is None for user in (ann, ben)] == [False, True]
    assert User.objects.get(pk=cat.pk).dump_number == cat.dump_number
    assert people.number_all() == 0


def test_the_profile_and_the_api_show_it(ann: User, ben: User) -> None:
    assert f">{ann.dump_number}</a>" in told(signed_in(ben).get(reverse("profile", args=["Ann"])))
    assert program(ben).get("ratings/?player=Ann").json() == {"dump_number": ann.dump_number, "results": []}
    User.objects.filter(pk=ann.pk).update(guest_until=ann.date_joined)
    assert str(ann.dump_number) not in told(signed_in(ben).get(reverse("profile", args=["Ann"])))
    assert program(ben).get("ratings/?player=Ann").json()["dump_number"] is None

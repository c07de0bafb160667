"""`/healthz`: what it says of every part, machine by machine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.contrib.staticfiles.storage import staticfiles_storage as lazy_storage
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, transaction
from django.test import Client, override_settings

from fogsite import collected, disks, env, outside, version
from fogsite.health import EXPIRES, LATE, REFUSED, UNCOLLECTED
from games.core.models import Heartbeat
from games.core.services import heartbeats

staticfiles_storage: Any = lazy_storage
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
WORKER, LETTERS, BEAT = "worker celery@web1 celery", "worker letters@web1 letters", "beat web1"
STREAMS = "streams web1"
DAY = 86400
GB = 1_000_000_000


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture(autouse=True)
def room(monkeypatch: pytest.MonkeyPatch) -> dict[str, disks.Room | None]:
    """Return the room of both disks, which a test may change."""
    found: dict[str, disks.Room | None] = dict.fromkeys(("service", "database"), disks.Room(31 * GB, 100 * GB))
    monkeypatch.setattr(disks, "rooms", lambda: found)
    return found


def heard(ages: dict[str, int]) -> None:
    """Note when each was last heard of: so many seconds ago."""
    for name, age in ages.items():
        Heartbeat.objects.create(name=name, at=NOON - timedelta(seconds=age))


def part(client: Client, name: str) -> Any:
    return client.get("/healthz").json()["parts"][name]


@pytest.fixture
def redis_is_well(redis_server: str) -> Iterator[None]:
    with override_settings(REDIS_URL=redis_server):
        yield


@pytest.mark.django_db
@pytest.mark.usefixtures("redis_is_well")
def test_health_is_200_when_every_part_is_well(client: Client) -> None:
    heard({WORKER: 5, BEAT: 100, STREAMS: 180})

    answer = client.get("/healthz")

    assert answer.status_code == 200
    assert answer["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    assert answer.json() == {
        "ok": True,
        "release": version.RELEASE,
        "version": version.running_version(),
        "parts": {
            "database": {"ok": True},
            "redis": {"ok": True},
            "static": {"ok": True},
            "variables": {"ok": True},
            "worker": {"ok": True, "age": 5, "nodes": {"celery@web1 celery": 5}},
            "beat": {"ok": True, "age": 100, "nodes": {"web1": 100}},
            "streams": {"ok": True, "age": 180, "nodes": {"web1": 180}},
            "sweeps": {"ok": True, "late": {}},
            "site": {"ok": True},
            "letters": {"ok": True, "late": 0, "failed": 0, "refused": 0, "halted": None},
            "games": {"ok": True},
            "features": {"ok": True, "failed": {}},
            "disk": {"ok": True, "free": {"service": 31, "database": 31}},
            "certificate": {"ok": True, "days": None},
            "backup": {"ok": True, "age": None},
            "drill": {"ok": True, "age": None},
        },
    }


@pytest.mark.django_db
@pytest.mark.usefixtures("redis_is_well")
def test_a_worker_silent_for_over_three_minutes_is_not_well(client: Client) -> None:
    heard({WORKER: 181, BEAT: 180})

    answer = client.get("/healthz")

    assert answer.status_code == 503
    assert answer.json()["ok"] is False
    assert answer.json()["parts"]["worker"] == {"ok": False, "age": 181, "nodes": {"celery@web1 celery": 181}}
    assert answer.json()["parts"]["beat"]["ok"] is True


@pytest.mark.django_db
@pytest.mark.parametrize(("ahead", "ok"), [(180, True), (181, False), (3600, False)])
def test_a_beat_that_stands_since_the_clock_was_set_back_is_not_well(client: Client, ahead: int, ok: bool) -> None:
    heard({BEAT: -ahead, "beat web2": 5})

    assert part(client, "beat") == {"ok": ok, "age": -ahead, "nodes": {"web1": -ahead, "web2": 5}}


@pytest.mark.django_db
def test_a_part_never_heard_of_is_not_well(client: Client) -> None:
    assert part(client, "beat") == {"ok": False, "age": None, "nodes": {}}


@pytest.mark.django_db
@pytest.mark.parametrize("other", ["worker celery@web2 celery", LETTERS])
def test_a_dead_worker_does_not_hide_behind_a_living_one(client: Client, other: str) -> None:
    heard({WORKER: 5, other: 300})
    assert part(client, "worker") == {"ok": False, "age": 300, "nodes": {"celery@web1 celery": 5, other[7:]: 300}}


@pytest.mark.django_db
def test_a_dead_beat_does_not_hide_behind_a_living_one(client: Client) -> None:
    heard({BEAT: 300, "beat web2": 5, heartbeats.CLOCK: 5})
    assert part(client, "beat") == {"ok": False, "age": 300, "nodes": {"web1": 300, "web2": 5}}


@pytest.mark.django_db
def test_a_site_may_have_no_streams_but_those_it_has_are_not_to_be_silent(client: Client) -> None:
    assert part(client, "streams") == {"ok": True, "age": None, "nodes": {}}
    heard({STREAMS: 181, "streams web2": 5})
    assert part(client, "streams") == {"ok": False, "age": 181, "nodes": {"web1": 181, "web2": 5}}
    call_command("heartbeats", forget=STREAMS)
    assert part(client, "streams")["ok"] is True


@pytest.mark.django_db
@pytest.mark.parametrize(("silence", "nodes"), [(DAY, 2), (DAY + 1, 1)])
def test_a_machine_taken_away_is_forgotten_after_a_day(client: Client, silence: int, nodes: int) -> None:
    heard({WORKER: 5, "worker celery@web2 celery": silence})
    heard({BEAT: 5, "beat web2": silence})
    assert [len(part(client, kind)["nodes"]) for kind in ("worker", "beat")] == [nodes, nodes]
    assert part(client, "worker")["ok"] is (nodes == 1)


@pytest.mark.django_db
def test_a_worker_whose_queue_nobody_else_reads_is_never_forgotten(client: Client) -> None:
    heard({WORKER: 5, LETTERS: 30 * DAY})
    assert part(client, "worker")["ok"] is False
    heard({"worker all@web2 celery,letters": 5})
    assert part(client, "worker") == {
        "ok": True,
        "age": 5,
        "nodes": {"all@web2 celery,letters": 5, "celery@web1 celery": 5},
    }


@pytest.mark.django_db
def test_the_last_worker_of_all_is_never_forgotten(client: Client) -> None:
    heard({WORKER: 30 * DAY})
    assert part(client, "worker") == {"ok": False, "age": 30 * DAY, "nodes": {"celery@web1 celery": 30 * DAY}}


@pytest.mark.django_db
def test_a_part_is_forgotten_by_hand_and_only_a_part(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    heard({WORKER: 5, LETTERS: 300, heartbeats.CLOCK: 5})
    call_command("heartbeats", forget=LETTERS)
    assert capsys.readouterr().out == "beat: 5 s ago\nworker celery@web1 celery: 5 s ago\n"
    assert part(client, "worker")["ok"] is True
    for name in (LETTERS, heartbeats.CLOCK):
        with pytest.raises(CommandError, match=rf"^No part is called “{name}”\.$"):
            call_command("heartbeats", forget=name)
    assert set(Heartbeat.objects.values_list("name", flat=True)) == {WORKER, heartbeats.CLOCK}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ages", "expected"),
    [
        ({}, {"ok": False, "age": None}),
        ({heartbeats.SITE: 180}, {"ok": True, "age": 180}),
        ({heartbeats.SITE: 181}, {"ok": False, "age": 181}),
    ],
)
def test_a_site_that_has_not_answered_is_not_well(client: Client, ages: dict[str, int], expected: object) -> None:
    heard(ages)
    with override_settings(SITE_CHECK=True):
        assert part(client, "site") == expected


@pytest.mark.django_db
def test_a_sweep_that_does_not_come_through_is_named_without_the_reason(client: Client) -> None:
    heard({"sweep deliver": 900, "sweep remove old": 3 * 3600, "sweep of long ago": DAY, "failed award": 5})
    assert part(client, "sweeps") == {"ok": True, "late": {}}
    heard({"sweep award": 901, "sweep close guests": 3 * 3600 + 1})
    assert part(client, "sweeps") == {
        "ok": False,
        "late": {"award": {"age": 901, "failed": 5}, "close guests": {"age": 10801, "failed": None}},
    }
    assert client.get("/healthz").status_code == 503


@pytest.mark.django_db
def test_a_redis_that_is_gone_is_named_without_its_address(client: Client) -> None:
    heard({WORKER: 5, BEAT: 5})

    answer = client.get("/healthz")

    assert answer.status_code == 503
    assert answer.json()["parts"]["redis"] == {
        "ok": False,
        "error": "No Redis answers at the address in REDIS_URL.",
    }


@pytest.mark.django_db
def test_health_answers_while_the_database_is_gone(client: Client) -> None:
    def out_of_reach(*_: object) -> None:
        raise OperationalError("connection to server at 10.0.0.7 failed")

    with connection.execute_wrapper(out_of_reach):
        answer = client.get("/healthz")

    assert answer.status_code == 503
    told = {"ok": False, "error": "The database fails: OperationalError."}
    assert answer.json()["parts"]["database"] == told
    assert answer.json()["parts"]["worker"] == told


FULL = 'could not write to file "base/pgsql_tmp/pgsql_tmp7.0": No space left on device'


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_disk_that_is_full_is_told_although_questions_are_answered(client: Client) -> None:
    def full(execute: Any, sql: str, *given: Any) -> Any:
        if sql == outside.SPILL:
            raise OperationalError(FULL)
        return execute(sql, *given)

    with connection.execute_wrapper(full):
        found = part(client, "database")

    assert found == {"ok": False, "error": "The disk of PostgreSQL is full: nothing can be written."}


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_database_is_asked_to_write_to_its_disk_and_to_no_table() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '64kB'")
        cursor.execute(f"EXPLAIN (ANALYZE, COSTS OFF) {outside.SPILL}")
        plan = "\n".join(line for (line,) in cursor.fetchall())
        cursor.execute("SELECT pg_current_xact_id_if_assigned()")
        outside.try_database()

        assert re.findall(r"external merge  Disk: (\d+)kB", plan) == ["1000"], plan
        assert cursor.fetchone() == (None,)  # which it has that has changed anything


@pytest.mark.django_db
def test_a_folder_of_dumps_that_cannot_be_read_and_a_slip_are_told(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("TURN_MAIL_DELY", "5")
    env.READ.add("TURN_MAIL_DELAY")

    with override_settings(DUMP_DIR=str(file)):
        found = part(client, "variables")

    assert found == {
        "ok": False,
        "error": "The folder in DUMP_DIR cannot be read here: Not a directory. "
        "TURN_MAIL_DELY is set, and nobody reads it: is TURN_MAIL_DELAY meant?",
    }


@pytest.mark.django_db
@pytest.mark.parametrize(("folder", "ok"), [("", True), ("new", True), ("closed", False)])
def test_a_folder_of_dumps_may_not_be_there_yet(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, folder: str, ok: bool
) -> None:
    def scandir(path: str) -> Any:
        raise PermissionError(13, "Permission denied") if path.endswith("closed") else FileNotFoundError

    monkeypatch.setattr(outside.os, "scandir", scandir)
    with override_settings(DUMP_DIR=folder and str(tmp_path / folder)):
        assert part(client, "variables")["ok"] is ok


@pytest.mark.django_db
@pytest.mark.parametrize(("found", "sentence"), [({"late": 1}, LATE), ({"late": 0}, REFUSED)])
def test_letters_that_are_not_well_say_why(
    client: Client, monkeypatch: pytest.MonkeyPatch, found: dict[str, int], sentence: str
) -> None:
    monkeypatch.setattr("accounts.outbox.health", lambda: {"ok": False, **found})

    assert part(client, "letters") == {"ok": False, **found, "error": sentence}


@pytest.mark.django_db
def test_what_the_monitor_is_told_is_no_error_in_the_log(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    assert client.get("/healthz").status_code == 503
    assert client.get("/nothing").status_code == 404

    told = [record.getMessage() for record in caplog.records if record.name == "django.request"]
    assert told == ["Not Found: /nothing"]


# --- Disks, certificate, backups ------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_disk_that_is_nearly_full_is_told_and_another_that_is_not_known_is_not(
    client: Client, room: dict[str, disks.Room | None]
) -> None:
    room |= {"service": disks.Room(4 * GB, 100 * GB), "database": None}

    assert part(client, "disk") == {
        "ok": False,
        "free": {"service": 4, "database": None},
        "error": "The disk of the service is nearly full: make room.",
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ahead", "expected"),
    [
        (None, {"ok": True, "days": None}),
        (timedelta(days=7), {"ok": True, "days": 7}),
        (timedelta(days=7, seconds=-1), {"ok": False, "days": 6, "error": EXPIRES}),
        (timedelta(seconds=-1), {"ok": False, "days": -1, "error": EXPIRES}),
    ],
)
def test_a_certificate_that_ends_within_a_week_is_told(
    client: Client, ahead: timedelta | None, expected: object
) -> None:
    if ahead is not None:
        heartbeats.record_end(heartbeats.CERTIFICATE, NOON + ahead)
    with override_settings(SITE_CHECK=True, HTTPS=True):
        assert part(client, "certificate") == expected
    for off in ({"SITE_CHECK": False, "HTTPS": True}, {"SITE_CHECK": True, "HTTPS": False}):
        with override_settings(**off):
            assert part(client, "certificate") == {"ok": True, "days": None}


OLD = "The newest backup is over 26 hours old: look whether its timer runs."
UNREADABLE = "The note in BACKUP_STATUS cannot be read here."
BACKUPS: dict[str, tuple[str, dict[str, Any]]] = {
    "one of this night": ('{"time": "2026-03-01T10:00:00Z", "result": "ok"}', {"ok": True, "age": 26 * 3600}),
    "one that is too old": (
        '{"time": "2026-03-01T09:59:59Z", "result": "ok"}',
        {"ok": False, "age": 26 * 3600 + 1, "error": OLD},
    ),
    "one behind which another failed": (
        '{"time": "2026-03-02T03:30:00+01:00", "result": "failed"}',
        {"ok": False, "age": 9 * 3600 + 1800, "error": "The last backup failed: its log says why."},
    ),
    "none that ever came through": (
        '{"time": null, "result": "failed"}',
        {"ok": False, "age": None, "error": "The last backup failed: its log says why."},
    ),
    "half a note": ('{"time": "2026-03-02T03', {"ok": False, "age": None, "error": UNREADABLE}),
    "no moment": ('{"time": "soon", "result": "ok"}', {"ok": False, "age": None, "error": UNREADABLE}),
    "a number": ('{"time": 5, "result": "ok"}', {"ok": False, "age": None, "error": UNREADABLE}),
    "no result": ('{"time": null}', {"ok": False, "age": None, "error": UNREADABLE}),
    "a list": ("[]", {"ok": False, "age": None, "error": UNREADABLE}),
}


@pytest.mark.django_db
@pytest.mark.parametrize("case", BACKUPS)
def test_what_came_of_the_newest_backup_is_told(client: Client, tmp_path: Path, case: str) -> None:
    text, expected = BACKUPS[case]
    (tmp_path / "backup.json").write_text(text)
    with override_settings(BACKUP_STATUS=str(tmp_path)):
        assert part(client, "backup") == expected


@pytest.mark.django_db
def test_a_site_without_a_backup_is_not_well_but_one_without_a_drill_is(client: Client, tmp_path: Path) -> None:
    with override_settings(BACKUP_STATUS=str(tmp_path / "not made yet")):
        assert part(client, "backup") == {
            "ok": False,
            "age": None,
            "error": "No backup has been made yet: make one now.",
        }
        assert part(client, "drill") == {"ok": True, "age": None}


@pytest.mark.django_db
def test_a_drill_that_failed_or_is_over_five_weeks_old_is_told(client: Client, tmp_path: Path) -> None:
    note = tmp_path / "drill.json"
    with override_settings(BACKUP_STATUS=str(tmp_path)):
        note.write_text('{"time": "2026-01-26T12:00:00Z", "result": "ok"}')
        assert part(client, "drill") == {"ok": True, "age": 35 * DAY}
        note.write_text('{"time": "2026-01-26T11:59:59Z", "result": "ok"}')
        assert part(client, "drill")["error"].startswith("The newest restore drill is over 35 days old")
        note.write_text('{"time": "2026-03-02T11:00:00Z", "result": "failed"}')
        assert part(client, "drill")["error"].startswith("The last restore drill failed")


@pytest.mark.django_db
def test_the_end_of_the_certificate_is_no_sign_of_life(capsys: pytest.CaptureFixture[str]) -> None:
    heartbeats.record_end(heartbeats.CERTIFICATE, NOON)
    call_command("heartbeats")
    assert capsys.readouterr().out == ""


IMPORTED = re.compile(r"""(?:from|import)\s*\(?\s*["']([^"']+\.js)["']""")
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


# --- Static files ---------------------------------------------------------------------------------------------------


@pytest.fixture
def production_static(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Serve static files as production does, with none collected yet."""
    storages = {"staticfiles": {"BACKEND": "fogsite.static_files.HashedStorage"}}
    default = {"default": {"BACKEND": "django.core.files.storage.FileSystemStorage"}}
    monkeypatch.setattr(collected, "_complete", False)
    with override_settings(STATIC_ROOT=tmp_path, STORAGES=default | storages):
        yield


@pytest.mark.django_db
@pytest.mark.usefixtures("production_static")
def test_static_files_that_were_not_collected_are_missed(client: Client) -> None:
    assert part(client, "static") == {"ok": False, "error": UNCOLLECTED}


@pytest.mark.django_db
@pytest.mark.usefixtures("production_static")
def test_static_files_of_older_code_are_missed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("collectstatic", interactive=False, verbosity=0)
    assert part(client, "static") == {"ok": True}
    monkeypatch.setattr(collected, "_complete", False)
    monkeypatch.delitem(staticfiles_storage.hashed_files, "css/base.css")
    assert part(client, "static") == {"ok": False, "error": UNCOLLECTED}


@pytest.mark.django_db
@pytest.mark.usefixtures("production_static")
def test_static_files_that_were_taken_away_are_missed(client: Client) -> None:
    call_command("collectstatic", interactive=False, verbosity=0)
    assert part(client, "static") == {"ok": True}
    staticfiles_storage.delete(staticfiles_storage.manifest_name)
    assert part(client, "static") == {"ok": False, "error": UNCOLLECTED}


@pytest.mark.usefixtures("production_static")
def test_scripts_import_each_other_by_the_names_that_pages_use(tmp_path: Path) -> None:
    call_command("collectstatic", interactive=False, verbosity=0)
    scripts = [tmp_path / name for name in staticfiles_storage.hashed_files.values() if name.endswith(".js")]
    imports = [(path, name) for path in scripts for name in IMPORTED.findall(path.read_text())]
    assert len(imports) > 20
    assert [name for path, name in imports if not ((path.parent / name).is_file() and HASHED.search(name))] == []

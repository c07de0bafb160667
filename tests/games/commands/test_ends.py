"""Ctrl-C ends long commands with one line that says what is kept, status 130, and nothing half done."""

from __future__ import annotations

import gzip
import io
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import OutputWrapper

from accounts.models import User
from fogsite.settings import BASE_DIR
from games.core.models import Match, Seat
from games.deeds import services as awards
from games.management.ends import stoppable
from games.ratings import dump, dumped_facts as facts, dumps
from games.rules import playout, verify
from games.rules.record import loads
from games.statistics import recount
from tests.deploy.test_migrations import WAITING, await_count, environment
from tests.games.commands.stopping import Pressed, await_sleep
from tests.games.statistics.test_recount import fought, spoiled
from tests.parts import database
from tests.rules.golden import at

KEPT = "Stopped. Finished work is saved. Run it again to do the rest.\n"
NO_DUMP = "Stopped. No dump was written, and existing dumps are unchanged.\n"
VERIFIED = "Stopped: 0 of 1 matches verified, 0 of them faulty.\n"
PLAYED = "Stopped: 1 of 3 matches played.\n"
IN_PART = "Stopped. Only part of the lines was written.\n"
REPLAYED = "Stopped: 1 of 2 records replayed, 0 of them faulty.\n"
CHECKED = "Stopped; only what is named above was verified.\n"
SOUND = at("en-garde-1-advanced-points")


def pressed(*_given: object, **_more: object) -> Any:
    """Return what is being done as Ctrl-C is pressed."""
    raise KeyboardInterrupt


def stopped(*command: str) -> str:
    """Return what a command says that is stopped as it shows its first progress."""
    stderr = Pressed()
    with pytest.raises(SystemExit) as end:
        call_command(*command, stdout=io.StringIO(), stderr=stderr)
    assert end.value.code == 130
    return stderr.getvalue()


@pytest.mark.django_db
def test_what_statistics_have_recounted_is_kept(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recount, "PORTION", 1)
    for key in ("firstmatch", "othermatch"):
        spoiled(fought(ann, ben, key))
    assert stopped("statistics") == KEPT
    assert [seat.army for seat in Seat.objects.order_by("match", "number")] == ["realm", "horde", "", ""]


@pytest.mark.django_db
def test_what_deeds_have_looked_through_is_kept(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(awards, "MATCHES_TOGETHER", 1)
    for key in ("firstmatch", "othermatch"):
        fought(ann, ben, key)
    assert stopped("deeds") == KEPT
    assert sorted(Match.objects.values_list("awarded", flat=True)) == [False, True]


@pytest.mark.django_db
def test_a_dump_that_is_stopped_leaves_nothing_and_the_one_before_is_there(
    ann: User, ben: User, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lines() -> Any:
        yield b"{}"
        raise KeyboardInterrupt

    settings.DUMP_DIR = str(tmp_path)
    fought(ann, ben)
    made, _ = dumps.write()
    monkeypatch.setattr(dump, "dump_lines", lines)
    stderr = io.StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("dump", stderr=stderr)
    assert (end.value.code, stderr.getvalue()) == (130, NO_DUMP)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", made.name]
    assert gzip.decompress((tmp_path / made.name).read_bytes()).count(b"\n") == 1


def test_matches_that_were_played_out_are_counted_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = iter([playout.playout])
    monkeypatch.setattr(playout, "playout", lambda *given, **more: next(played, pressed)(*given, **more))
    stdout, stderr = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("playout", "en-garde", "--games", "3", "--out", str(tmp_path), stdout=stdout, stderr=stderr)
    assert (end.value.code, stdout.getvalue(), stderr.getvalue()) == (130, "", PLAYED)
    (written,) = tmp_path.iterdir()
    verify.check(loads(written.read_bytes()))


@pytest.mark.django_db
def test_facts_that_were_written_in_part_are_said_to_be_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "fact_lines", lambda: (line() for line in (lambda: "{}", pressed)))
    stdout, stderr = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("ratings", "--facts", stdout=stdout, stderr=stderr)
    assert (end.value.code, stdout.getvalue(), stderr.getvalue()) == (130, "{}\n", IN_PART)


@pytest.mark.parametrize(
    ("command", "named", "said"),
    [
        (["manage.py", "replay"], rf"{SOUND}: 26 plies, [0-9,]+ plies/s\n", REPLAYED),
        (["-m", "games.rules.verify"], rf"{SOUND}: correct: en-garde 1, 26 entries, points\n", CHECKED),
    ],
)
def test_the_signal_ends_what_reads_records(command: list[str], named: str, said: str, tmp_path: Path) -> None:
    """Sent while the second of them is read, which somebody else has not finished writing."""
    second = tmp_path / "second.json"
    os.mkfifo(second)
    env = {"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, *command, str(SOUND), str(second)]
    process = subprocess.Popen(
        command, env=env, cwd=BASE_DIR, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        assert re.fullmatch(named, process.stdout.readline())
        with second.open("wb"):  # which waits for the reader
            await_sleep(process.pid)
            os.kill(process.pid, signal.SIGINT)
            assert process.communicate(timeout=60) == ("", said)
    assert process.returncode == 130


def test_on_a_terminal_the_sentence_has_a_line_of_its_own() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    with pytest.raises(SystemExit), stoppable(OutputWrapper(terminal), lambda: "Stopped."):
        raise KeyboardInterrupt
    assert terminal.getvalue() == "\nStopped.\n"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["deeds"], KEPT),
        (["statistics"], KEPT),
        (["ratings"], KEPT),
        (["dump"], NO_DUMP),
        (["verify", "--processes", "1"], VERIFIED),
    ],
)
def test_the_signal_ends_the_process(command: list[str], said: str, ann: User, ben: User, tmp_path: Path) -> None:
    """Sent while the command waits for the logs, which somebody else holds."""
    Match.objects.filter(pk=fought(ann, ben).pk).update(rated=True)
    url = database.url_of_this_test()
    env = environment(url) | {"DUMP_DIR": str(tmp_path)}
    with psycopg.connect(url, autocommit=True) as observer, psycopg.connect(url) as holder:
        holder.execute("LOCK TABLE games_entry")
        process = subprocess.Popen(
            [sys.executable, "manage.py", *command], env=env, cwd=BASE_DIR, stderr=subprocess.PIPE, text=True
        )
        await_count(observer, WAITING, 1)
        os.kill(process.pid, signal.SIGINT)
        assert process.communicate(timeout=60)[1] == said
    assert process.returncode == 130
    assert {path.name for path in tmp_path.iterdir()} <= {".lock"}

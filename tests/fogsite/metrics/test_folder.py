"""Each process of the service counts in a file of its own; where it cannot, the site goes on without."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import override_settings

from fogsite.metrics import folder
from tests.fogsite.test_start import start

COUNT = (
    "from accounts import metrics; from games.core.services.entries import MOVES; "
    "metrics.count_one(MOVES, 'en-garde'); "
    "from django.conf import settings; print(settings.METRICS_FAULT or 'counted')"
)
WORKER = "from fogsite.celery import app; app.loader.import_default_modules()"
BEGINNINGS = ["import fogsite.wsgi", "import fogsite.asgi", WORKER]
MISSING = "No metrics can be counted in METRICS_DIR (/nothing/here): it is not there, or not writable."


def counted(at: Path) -> list[str]:
    """Return the kinds of files in the folder of this machine."""
    return sorted(path.name.partition("_")[0] for path in (at / socket.gethostname()).glob("*.db"))


@pytest.mark.parametrize("beginning", BEGINNINGS, ids=["web", "streams", "workers"])
def test_a_process_of_the_service_counts_in_a_file(beginning: str, tmp_path: Path) -> None:
    done = start(["-c", f"{beginning}; {COUNT}"], METRICS_DIR=str(tmp_path))

    assert (done.returncode, done.stdout) == (0, "counted\n"), done.stderr
    assert "counter" in counted(tmp_path)


@pytest.mark.parametrize("beginning", BEGINNINGS, ids=["web", "streams", "workers"])
def test_without_the_folder_it_says_so_and_goes_on(beginning: str) -> None:
    done = start(["-c", f"{beginning}; {COUNT}"], METRICS_DIR="/nothing/here")

    assert (done.returncode, done.stdout) == (0, f"{MISSING}\n"), done.stderr
    assert f"WARNING fogsite.apps: {MISSING}" in done.stderr


def test_it_counts_nothing_where_no_folder_is_named(tmp_path: Path) -> None:
    done = start(["-c", f"import fogsite.wsgi; {COUNT}"], PROMETHEUS_MULTIPROC_DIR=str(tmp_path / "gone"))

    assert (done.returncode, done.stdout) == (0, "counted\n"), done.stderr
    assert [*tmp_path.iterdir()] == []


def test_a_command_counts_nothing_as_it_may_run_as_another_user(tmp_path: Path) -> None:
    done = start(["manage.py", "shell", "-c", COUNT], METRICS_DIR=str(tmp_path))

    assert done.returncode == 0, done.stderr
    assert [*tmp_path.iterdir()] == []


def test_a_folder_that_vanishes_is_told_and_hinders_nothing(tmp_path: Path) -> None:
    gone = f"import shutil; shutil.rmtree('{tmp_path}')"

    done = start(["-c", f"import fogsite.wsgi; {gone}; {COUNT}"], METRICS_DIR=str(tmp_path))

    assert (done.returncode, done.stdout) == (0, "counted\n"), done.stderr
    assert "WARNING accounts.metrics: Nothing is counted for a minute: FileNotFoundError" in done.stderr


def test_what_the_dead_said_of_themselves_is_forgotten_and_what_they_counted_stays(tmp_path: Path) -> None:
    own = tmp_path / socket.gethostname()
    own.mkdir()
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    names = [f"{kind}_{pid}.db" for kind in ("gauge_livesum", "counter") for pid in (ended.pid, os.getpid())]
    for name in names:
        (own / name).touch()

    with override_settings(METRICS_DIR=str(tmp_path)):
        folder.forget_dead()

    assert sorted(path.name for path in own.iterdir()) == sorted(names[1:])

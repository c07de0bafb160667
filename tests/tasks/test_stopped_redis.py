"""A worker outlives a Redis that stops while it holds messages that nobody has acknowledged."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fogsite.celery import app
from tests.parts import redis
from tests.parts.mail import MailServer
from tests.parts.worker import Worker

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("tasks")]
QUEUES = ("celery", "letters")
HOLD = "tests.parts.held.hold"
ROUNDS = 2


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[redis.Redis]:
    with redis.started(tmp_path_factory.mktemp("redis")) as found:
        yield found


@pytest.fixture
def workers(server: redis.Redis, smtp_server: MailServer) -> Iterator[dict[str, Worker]]:
    """A worker for each queue; of its two processes one is free, so that it asks for more while the other works."""
    found = {}
    try:
        for queue in QUEUES:
            found[queue] = Worker(server.url, smtp_server.url, "tests.parts.held", queues=queue, concurrency=2)
        yield found
    finally:
        for worker in found.values():
            worker.kill()


def await_lines(worker: Worker, words: str, number: int) -> None:
    """Wait until a worker has said this so often."""
    give_up = time.monotonic() + 60
    while sum(words in line for line in worker.log) < number:
        assert worker.process.poll() is None, "".join(worker.log)
        assert time.monotonic() < give_up, "".join(worker.log)
        time.sleep(0.02)


def hold(server: redis.Redis, folder: Path) -> list[int]:
    """Give each worker a task that lasts until its pipe is written to; the pipes."""
    pipes = []
    folder.mkdir()
    with redis.used(server.url):
        for queue in QUEUES:
            os.mkfifo(folder / queue)
            pipes.append(os.open(folder / queue, os.O_RDWR))  # which waits for no reader
            app.send_task(HOLD, [str(folder / queue)], queue=queue)
    return pipes


def test_workers_outlive_a_redis_that_stops_again_and_again_while_they_hold_messages(
    server: redis.Redis, workers: dict[str, Worker], tmp_path: Path
) -> None:
    for turn in range(1, ROUNDS + 1):
        pipes = hold(server, tmp_path / str(turn))
        for worker in workers.values():
            await_lines(worker, f"{HOLD}[", 2 * turn - 1)  # it is received; each is said to have succeeded, too
        server.stop()
        for worker in workers.values():
            await_lines(worker, "Restoring 1 unacknowledged message", turn)
        server.start()
        for pipe in pipes:
            os.write(pipe, b"!")
        for worker in workers.values():
            await_lines(worker, "succeeded in", turn)

    for worker in workers.values():
        await_lines(worker, f"{HOLD}[", 2 * ROUNDS)
        assert worker.process.poll() is None
        assert not [line for line in worker.log if "Unrecoverable" in line or "Traceback" in line]

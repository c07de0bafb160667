"""A worker outlives a Redis that answers and refuses: systemd does not start for ever what dies again and again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from redis import Redis as Client

from games import tasks
from games.core.models import Heartbeat
from tests.parts import redis
from tests.parts.mail import MailServer
from tests.parts.patience import PATIENCE
from tests.parts.worker import Worker

pytestmark = pytest.mark.django_db(transaction=True)
REFUSED = "You can't write against a read only replica"


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[redis.Redis]:
    with redis.started(tmp_path_factory.mktemp("redis")) as found:
        yield found


@pytest.fixture
def worker(server: redis.Redis, smtp_server: MailServer) -> Iterator[Worker]:
    found = Worker(server.url, smtp_server.url)
    yield found
    found.kill()


def refusals(worker: Worker) -> list[str]:
    """Return the lines by which it says that Redis refuses, once there are some."""
    give_up = time.monotonic() + PATIENCE
    while not (lines := [line for line in worker.log if REFUSED in line]):
        assert time.monotonic() < give_up, worker.log
        time.sleep(0.1)
    return lines


def test_a_worker_outlives_a_redis_that_becomes_a_replica_and_works_when_it_is_none(
    server: redis.Redis, worker: Worker
) -> None:
    with closing(Client.from_url(server.url)) as client:
        redis.REFUSALS["READONLY"](server, client)
        assert "Cannot connect" in refusals(worker)[0]
        time.sleep(3)  # many tries
        assert len(refusals(worker)) == 1
        assert worker.process.poll() is None
        client.replicaof("NO", "ONE")
    with redis.used(server.url):
        tasks.heartbeat.delay()
    give_up = time.monotonic() + PATIENCE
    while not Heartbeat.objects.filter(name="beat").exists():
        assert time.monotonic() < give_up, worker.log
        time.sleep(0.1)

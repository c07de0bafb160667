"""A real worker is heard of by node and queues, and a beat by the machine from which it asked."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

import pytest

from accounts.tasks import remove_sessions
from games import tasks
from games.models import Heartbeat
from tests.parts.worker import Worker

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 60


def awaited(name: str) -> bool:
    """Whether something is heard of: a row that no event tells of."""
    give_up = time.monotonic() + PATIENCE
    while not Heartbeat.objects.filter(name=name).exists():
        if time.monotonic() > give_up:
            return False
        time.sleep(0.1)
    return True


def test_a_worker_tells_its_node_and_queues_and_the_machine_of_the_beat_that_asked(
    celery_worker: Callable[[], Worker],
) -> None:
    celery_worker()
    assert awaited(f"worker celery@{socket.gethostname()} celery,letters")
    tasks.heartbeat.delay()
    assert awaited(f"beat {socket.gethostname()}")
    assert awaited("beat")


def test_what_nobody_sent_names_no_machine() -> None:
    tasks.heartbeat()
    assert list(Heartbeat.objects.filter(name__startswith="beat").values_list("name", flat=True)) == ["beat"]


def test_a_worker_notes_which_sweeps_come_through_and_which_fail(
    celery_worker: Callable[[], Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dump cannot be written where there is no folder."""
    monkeypatch.setenv("DUMP_DIR", "/dev/null/dumps")
    celery_worker()
    tasks.dump_due.delay()
    remove_sessions.delay()
    assert awaited("failed dump")
    assert awaited("sweep remove sessions")
    assert set(Heartbeat.objects.filter(name__contains="dump").values_list("name", flat=True)) == {"failed dump"}
    assert not Heartbeat.objects.filter(name="failed remove sessions").exists()

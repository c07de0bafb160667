"""A real worker is heard of by node and queues, and a beat by the machine from which it asked."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

import pytest
from celery import current_app
from django.conf import settings

from accounts.tasks import remove_sessions
from games import tasks
from games.core.models import Heartbeat
from tests.parts.patience import PATIENCE
from tests.parts.worker import Worker

pytestmark = pytest.mark.django_db(transaction=True)


def awaited(name: str) -> bool:
    """Say whether something is heard of: a row that no event tells of."""
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


def test_however_much_waits_it_is_noted_first_that_the_service_is_alive(celery_worker: Callable[[], Worker]) -> None:
    """Nobody can send so much work that the service looks dead, which would stop every clock."""
    for _ in range(20):
        remove_sessions.delay()
    sent = settings.CELERY_BEAT_SCHEDULE["heartbeat"]
    current_app.send_task(sent["task"], **sent["options"])
    worker = celery_worker()
    assert awaited("beat")
    received = [line for line in worker.log if " received" in line]
    assert [name in received[0] for name in ("games.tasks.heartbeat", "remove_sessions")] == [True, False]

"""What Prometheus reads of queues, letters, sweeps, parts and matches."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import OperationalError
from django.utils import timezone

from accounts import broker
from accounts.models import Outbox, User
from fogsite import health
from fogsite.metrics import readings
from fogsite.metrics.tasks import PUBLISHED
from games.core.services import heartbeats
from tests.games import tables


def read(what: Any) -> dict[str, dict[str, float]]:
    """Return the numbers of each family, by the value of its label."""
    return {
        family.name.removeprefix("fogsite_"): {
            "".join(sample.labels.values()): sample.value for sample in family.samples
        }
        for family in what()
    }


@pytest.mark.usefixtures("redis_server")
def test_queues_tell_how_many_messages_wait_and_how_long_the_oldest_has() -> None:
    with time_machine.travel("2026-12-01T12:00Z", tick=False) as clock:
        broker.publish("games.tasks.answer", [1])
        clock.shift(60)
        broker.publish("games.tasks.heartbeat", [], priority=0)
        broker.publish("accounts.tasks.deliver", [[]])
        clock.shift(30)

        assert read(readings.queues) == {
            "queue_messages": {"celery": 2, "letters": 1},
            "queue_oldest_seconds": {"celery": 90, "letters": 30},
        }


def test_a_message_that_does_not_say_when_it_was_handed_over_is_new() -> None:
    with time_machine.travel("2026-12-01T12:00Z", tick=False):
        assert readings.published(json.dumps({"headers": {}})) == timezone.now().timestamp()
        assert readings.published(json.dumps({"headers": {PUBLISHED: 7}})) == 7


def test_letters_that_are_due_are_counted_by_channel(ann: User) -> None:
    now = timezone.now()
    Outbox.objects.all().delete()
    for number, minutes in enumerate((5, 3, -1)):
        due = now - timedelta(minutes=minutes)
        Outbox.objects.create(recipient=ann, channel="email", kind="turn", key=str(number), next_try=due)

    with time_machine.travel(now, tick=False):
        found = read(readings.letters_due)

    assert found == {
        "letters_due": {"email": 2, "push": 0, "webhook": 0},
        "letters_oldest_due_seconds": {"email": 300, "push": 0, "webhook": 0},
    }


@pytest.mark.django_db
def test_a_sweep_tells_when_it_last_came_through() -> None:
    with time_machine.travel("2026-12-01T12:00Z", tick=False) as clock:
        heartbeats.record_heartbeat(heartbeats.SWEEP, "expire")
        heartbeats.record_heartbeat(heartbeats.SWEEP, "one that is no more")
        clock.shift(100)

        assert read(readings.sweep_ages) == {"sweep_age_seconds": {"expire": 100}}


def test_matches_are_counted_that_run(ann: User, ben: User) -> None:
    tables.begin(ann, ben)

    found = read(readings.matches_running)["matches_running"]

    assert {game: number for game, number in found.items() if number} == {"en-garde": 1}


@pytest.mark.postgres
@pytest.mark.django_db
def test_connections_are_counted_by_what_they_do() -> None:
    found = read(readings.connections)

    assert found["database_connections"].keys() == {*readings.STATES, readings.OTHER}
    assert found["database_connections"]["active"] >= 1  # this one
    assert found["database_connections_most"][""] >= found["database_connections"]["active"]


@pytest.mark.django_db
def test_each_part_of_healthz_is_well_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PARTS", {"database": health.database, "redis": health.broker})

    assert read(readings.parts_of_health) == {"part_ok": {"database": 1, "redis": 0}}


@pytest.mark.django_db
def test_what_cannot_be_read_is_missing_and_all_else_is_there(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def gone() -> Any:
        raise OperationalError("Connection refused")

    monkeypatch.setattr(readings, "READINGS", (gone, readings.matches_running))

    assert [family.name for family in readings.Readings().collect()] == ["fogsite_matches_running"]
    told = "Not read for the metrics: No PostgreSQL answers at the address in DATABASE_URL."
    assert caplog.messages == [told]

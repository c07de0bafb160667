from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test import Client, override_settings
from django.utils import timezone

from games.models import Heartbeat


def heard(**ages: int) -> None:
    """Parts that were last heard of so many seconds ago."""
    for name, age in ages.items():
        Heartbeat.objects.create(name=name, at=timezone.now() - timedelta(seconds=age))


@pytest.fixture
def redis_is_well(redis_server: str) -> Iterator[None]:
    with override_settings(REDIS_URL=redis_server):
        yield


@pytest.mark.django_db
@pytest.mark.usefixtures("redis_is_well")
def test_health_is_200_when_every_part_is_well(client: Client) -> None:
    heard(worker=5, beat=100)

    answer = client.get("/healthz")

    assert answer.status_code == 200
    assert answer["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    assert answer.json() == {
        "ok": True,
        "parts": {
            "database": {"ok": True},
            "redis": {"ok": True},
            "worker": {"ok": True, "age": 5},
            "beat": {"ok": True, "age": 100},
            "letters": {"ok": True, "late": 0, "failed": 0, "refused": 0, "halted": None},
        },
    }


@pytest.mark.django_db
@pytest.mark.usefixtures("redis_is_well")
def test_a_worker_silent_for_over_three_minutes_is_not_well(client: Client) -> None:
    heard(worker=200, beat=5)

    answer = client.get("/healthz")

    assert answer.status_code == 503
    assert answer.json()["ok"] is False
    assert answer.json()["parts"]["worker"] == {"ok": False, "age": 200}


@pytest.mark.django_db
@pytest.mark.usefixtures("redis_is_well")
def test_a_part_never_heard_of_is_not_well(client: Client) -> None:
    assert client.get("/healthz").json()["parts"]["beat"] == {"ok": False, "age": None}


@pytest.mark.django_db
def test_a_redis_that_is_gone_is_named_without_its_address(client: Client) -> None:
    heard(worker=5, beat=5)

    answer = client.get("/healthz")

    assert answer.status_code == 503
    assert answer.json()["parts"]["redis"] == {"ok": False, "error": "ConnectionError"}


@pytest.mark.django_db
def test_health_answers_while_the_database_is_gone(client: Client) -> None:
    def out_of_reach(*_: object) -> None:
        raise OperationalError("connection to server at 10.0.0.7 failed")

    with connection.execute_wrapper(out_of_reach):
        answer = client.get("/healthz")

    assert answer.status_code == 503
    assert answer.json()["parts"]["database"] == {"ok": False, "error": "OperationalError"}
    assert answer.json()["parts"]["worker"] == {"ok": False, "error": "OperationalError"}

"""What is read when Prometheus asks: queues, letters, sweeps, connections, the parts of `/healthz`, matches."""

import json
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from time import time

import redis
from django.conf import settings
from django.db import connection
from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from accounts import outbox
from accounts.channels import CHANNELS
from fogsite import health, outside
from fogsite.celery import Channel, app
from fogsite.metrics.tasks import PUBLISHED
from games.core.models import Match
from games.core.services import schedule
from games.rules import registry

logger = logging.getLogger(__name__)

OTHER = "other"
STATES = ("active", "idle", "idle in transaction")
"""What a connection does, by the words of PostgreSQL; all else is OTHER."""
PATIENCE = 2
"""Seconds to wait for Redis."""

Samples = Iterable[tuple[str, float]]


class Readings(Collector):
    """All that is read. What cannot be read is missing then; `fogsite_part_ok` says why."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for read in READINGS:
            yield from read_or_nothing(read)


def read_or_nothing(read: Callable[[], Iterable[GaugeMetricFamily]]) -> list[GaugeMetricFamily]:
    try:
        return [*read()]
    except outside.FAULTS as error:
        logger.warning("Not read for the metrics: %s", outside.fault(error))
        return []


def labelled(name: str, about: str, label: str, samples: Samples) -> GaugeMetricFamily:
    """Return a figure for each value of a label."""
    made = GaugeMetricFamily(f"fogsite_{name}", about, labels=[label])
    for value, number in samples:
        made.add_metric([value], number)
    return made


def parts_of_health() -> Iterator[GaugeMetricFamily]:
    found = [(name, float(health.examined(part)["ok"])) for name, part in health.PARTS.items()]
    yield labelled("part_ok", "1 for a part of /healthz that is well, otherwise 0.", "part", found)


def queues() -> Iterator[GaugeMetricFamily]:
    """Count what waits for workers, and how long the oldest has: a message comes in at one end, and goes at the
    other.
    """
    waiting = dict[str, float]()
    oldest = dict[str, float]()
    with closing(redis.Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE)) as client:
        for name in queue_names():
            lists = lists_of(name)
            waiting[name] = sum(client.llen(each) for each in lists)
            last = [message for each in lists for message in client.lrange(each, -1, -1)]
            oldest[name] = max((time() - published(message) for message in last), default=0.0)
    yield labelled("queue_messages", "Messages that wait in a queue.", "queue", waiting.items())
    yield labelled("queue_oldest_seconds", "How long the oldest message has waited.", "queue", oldest.items())


def queue_names() -> list[str]:
    routed = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    return sorted({app.conf.task_default_queue, *routed})


def lists_of(queue: str) -> list[str]:
    """Return the lists of Redis that make up a queue, one for each priority, as kombu calls them."""
    return [f"{queue}{Channel.sep}{step}" if step else queue for step in (settings.FIRST, settings.AFTERWARDS)]


def published(message: bytes | str) -> float:
    """Return when a message was handed over; now for one that does not say so."""
    return float(json.loads(message)["headers"].get(PUBLISHED) or time())


def letters_due() -> Iterator[GaugeMetricFamily]:
    now = timezone.now()
    rows = outbox.due_rows(now).values_list("channel").annotate(Count("pk"), Min("next_try")).order_by("channel")
    number = dict.fromkeys(CHANNELS, 0.0)
    age = dict.fromkeys(CHANNELS, 0.0)
    for channel, due, first in rows:
        number[channel] = due
        age[channel] = (now - first).total_seconds()
    yield labelled("letters_due", "Letters that should have gone out by now.", "channel", number.items())
    yield labelled("letters_oldest_due_seconds", "How long the oldest has been due.", "channel", age.items())


def sweep_ages() -> Iterator[GaugeMetricFamily]:
    now = timezone.now()
    ages = [(name, (now - at).total_seconds()) for name, at in schedule.last_done().items()]
    yield labelled("sweep_age_seconds", "How long ago a sweep last came through.", "sweep", ages)


def connections() -> Iterator[GaugeMetricFamily]:
    """Count the connections to the database; SQLite knows none."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('max_connections')::int")
        [(most,)] = cursor.fetchall()
        cursor.execute("SELECT state, count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' GROUP BY 1")
        found = dict.fromkeys((*STATES, OTHER), 0.0)
        for state, number in cursor.fetchall():
            found[state if state in STATES else OTHER] += number
    yield labelled("database_connections", "Connections to PostgreSQL.", "state", found.items())
    yield GaugeMetricFamily("fogsite_database_connections_most", "How many PostgreSQL allows.", value=most)


def matches_running() -> Iterator[GaugeMetricFamily]:
    running = Match.objects.filter(status=Match.Status.PLAYING).order_by("game")
    found = dict.fromkeys((*registry.PACKAGES, OTHER), 0.0)
    for game, number in running.values_list("game").annotate(Count("pk")):
        found[game if game in found else OTHER] += number
    yield labelled("matches_running", "Matches that are being played.", "game", found.items())


READINGS = (parts_of_health, queues, letters_due, sweep_ages, connections, matches_running)

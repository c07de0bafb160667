"""Is everything that runs the site alive? A monitor asks `/healthz` once a minute."""

from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from accounts import outbox
from games.models import Heartbeat

SILENCE = 180  # seconds; worker and beat are noted once a minute, two may be missed

Finding = dict[str, Any]


def database() -> Finding:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return {"ok": True}


def broker() -> Finding:
    with closing(
        redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, retry=None)
    ) as client:
        client.ping()
    return {"ok": True}


def worker() -> Finding:
    return heard("worker")


def beat() -> Finding:
    return heard("beat")


def heard(name: str) -> Finding:
    """When a part last gave a sign of life: its age in seconds, None if it never did."""
    at: datetime | None = Heartbeat.objects.filter(name=name).values_list("at", flat=True).first()
    age = None if at is None else round((timezone.now() - at).total_seconds())
    return {"ok": age is not None and age <= SILENCE, "age": age}


PARTS: dict[str, Callable[[], Finding]] = {
    "database": database,
    "redis": broker,
    "worker": worker,
    "beat": beat,
    "letters": outbox.health,
}


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """`{"ok", "parts": {name: {"ok", "age" in seconds, "error"}}}`: 200 when every part is well, 503 otherwise."""
    parts = {name: examined(part) for name, part in PARTS.items()}
    ok = all(part["ok"] for part in parts.values())
    return JsonResponse({"ok": ok, "parts": parts}, status=200 if ok else 503)


def examined(part: Callable[[], Finding]) -> Finding:
    try:
        return part()
    except (DatabaseError, InterfaceError, redis.RedisError, OSError) as error:
        return {"ok": False, "error": type(error).__name__}  # its text may name hosts and users

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
from fogsite import collected, version
from games.rules import registry
from games.services import heartbeats, schedule

SILENCE = 180  # seconds; all are noted once a minute, two may be missed
UNCOLLECTED = "Static files are missing: run collectstatic on this machine, then restart the web."

Finding = dict[str, Any]


def database() -> Finding:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return {"ok": True}


def broker() -> Finding:
    """Whether Redis takes what it is given: one that only answers may be full, or a replica."""
    with closing(
        redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, retry=None)
    ) as client:
        client.set("healthz", 1, ex=SILENCE)
    return {"ok": True}


def static() -> Finding:
    return {"ok": False, "error": UNCOLLECTED} if collected.missing() else {"ok": True}


def worker() -> Finding:
    return last_heard("worker")


def beat() -> Finding:
    return last_heard("beat")


def streams() -> Finding:
    """As of a worker, but that a site may have none: pages then ask by themselves, and nothing was ever heard."""
    heard = last_heard(heartbeats.STREAMS)
    return heard if heard["nodes"] else heard | {"ok": True}


def last_heard(kind: str) -> Finding:
    """When each part of a kind last gave a sign of life, in seconds, and the one farthest from now; None if none ever
    did."""
    ages = heartbeats.ages(kind)
    return found(max(ages.values(), key=abs, default=None)) | {"nodes": ages}


def sweeps() -> Finding:
    """Which sweeps have not come through for too long: since how many seconds, and how many ago they last failed; None
    if they never did. Why stands in the log alone."""
    now = timezone.now()
    late = {
        name: {"age": ago(now, since), "failed": failed and ago(now, failed)} for name, since, failed in schedule.late()
    }
    return {"ok": not late, "late": late}


def ago(now: datetime, when: datetime) -> int:
    return round((now - when).total_seconds())


def site() -> Finding:
    """When the site last answered at its public address, where that is looked at."""
    if not settings.SITE_CHECK:
        return {"ok": True}
    at = heartbeats.last(heartbeats.SITE)
    return found(None if at is None else ago(timezone.now(), at))


def found(age: int | None) -> Finding:
    """What was heard in a time to come was so before the clock of the machine was set back, and not since."""
    return {"ok": age is not None and abs(age) <= SILENCE, "age": age}


def games() -> Finding:
    """Whether the games of all installed packages can be played; the log says what is wrong with those that cannot."""
    broken = [f"{name}: {type(error).__name__}" for name, error in registry.BROKEN.items()]
    return {"ok": False, "error": ", ".join(broken)} if broken else {"ok": True}


PARTS: dict[str, Callable[[], Finding]] = {
    "database": database,
    "redis": broker,
    "static": static,
    "worker": worker,
    "beat": beat,
    "streams": streams,
    "sweeps": sweeps,
    "site": site,
    "letters": outbox.health,
    "games": games,
}


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """`{"ok", "version", "parts": {name: {"ok", "age" in seconds, "error", "nodes": {name: age}}}}`: 200 when every
    part is well, 503 otherwise."""
    parts = {name: examined(part) for name, part in PARTS.items()}
    ok = all(part["ok"] for part in parts.values())
    return JsonResponse({"ok": ok, "version": version.running(), "parts": parts}, status=200 if ok else 503)


def examined(part: Callable[[], Finding]) -> Finding:
    try:
        return part()
    except (DatabaseError, InterfaceError, redis.RedisError, OSError) as error:
        return {"ok": False, "error": type(error).__name__}  # its text may name hosts and users

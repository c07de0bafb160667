"""Is everything that runs the site alive?"""

import time
from collections.abc import Callable
from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache


def database() -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return {"ok": True}


def broker() -> dict[str, Any]:
    redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, retry=None).ping()
    return {"ok": True}


PARTS: dict[str, Callable[[], dict[str, Any]]] = {"database": database, "redis": broker}


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    parts = {name: examined(part) for name, part in PARTS.items()}
    ok = all(part["ok"] for part in parts.values())
    return JsonResponse({"ok": ok, "parts": parts}, status=200 if ok else 503)


def examined(part: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    started = time.monotonic()
    try:
        found = part()
    except (DatabaseError, redis.RedisError, OSError) as error:
        found = {"ok": False, "error": type(error).__name__}  # the text may hold host names
    return found | {"ms": round(1000 * (time.monotonic() - started))}

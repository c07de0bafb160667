"""`python -m tests.bench watched`: what a request costs with all that watches it, as a multiple of one without.

Both are asked in turns, in one process and on one database. So a busy machine slows both.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from statistics import median
from typing import Any
from unittest import mock

from tests.bench import service
from tests.bench.verdict import verdict

WATCHING = ("fogsite.request_ids.RequestIds",)
"""The middleware that does nothing but watch."""
GIVEN = {"SENTRY_DSN": "http://key@127.0.0.1:1/1"}
"""The variables that switch on what can be switched off."""
GOAL = 1.01
ROUNDS, TOGETHER = 300, 5
"""How often each kind is asked, and how many requests are timed at once: one is near the grain of the clock."""


def main() -> None:
    """Measure and print; nothing fails for being slow."""
    with service.database(postgres=False, **GIVEN):
        service.install_yardstick()
        watched, bare = service.Pair(), _bare()
        shown = service.middle(watched, "en-garde")
        user = watched.users[0]
        bare.force_login(user, "accounts.backends.Backend")
        for path in ("/rules/", "/matches/", f"/m/{shown.public_id}/"):
            _print(path.replace(shown.public_id, "…"), watched.clients[user.pk], bare, path)


def _bare() -> Any:
    """Return a browser of a site that nothing watches."""
    from django.conf import settings
    from django.test import Client

    client = Client(SERVER_NAME="localhost")
    without = [name for name in settings.MIDDLEWARE if name not in WATCHING]
    with mock.patch.object(settings, "MIDDLEWARE", without):
        client.handler.load_middleware()
    return client


def _print(what: str, watched: Any, bare: Any, path: str) -> None:
    on, off = _computing(lambda: watched.get(path), lambda: bare.get(path))
    ratio = on / off
    goal = f"goal ≤ {GOAL}, {verdict(ratio <= GOAL)}"
    print(f"{what}, watched / not: {ratio:.4f}, {off * 1e3:.2f} ms ({goal})", flush=True)


def _computing(*asked: Callable[[], Any]) -> tuple[float, ...]:
    """Return the median seconds that each takes of the processor, asked in turns; the one that begins changes."""
    found: dict[Callable[[], Any], list[float]] = {ask: [] for ask in asked}
    for ask in asked * 10:
        ask()
    gc.disable()
    for number in range(ROUNDS):
        for ask in asked if number % 2 else reversed(asked):
            found[ask].append(sum(service.timed(ask).computing for _ in range(TOGETHER)) / TOGETHER)
        gc.collect()
    gc.enable()
    return tuple(median(times) for times in found.values())

"""What counting costs: processor time of a match page with metrics on, as a multiple of the same page without.

`python -m tests.bench metrics` asks for the page with and without in turns, in one process that counts in a file.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import Any
from unittest import mock

from tests.bench import service
from tests.bench.verdict import verdict

ROUNDS = 40
PAGES = 25
"""Pages of a round, with metrics and without."""
GOAL = 1.01


def main() -> None:
    """Measure and print; nothing fails for being slow."""
    with tempfile.TemporaryDirectory(prefix="fog") as folder, service.database(postgres=False, METRICS_DIR=folder):
        pair = service.Pair()
        match = service.middle(pair, "en-garde")
        look = two_sites(pair, match.get_absolute_url())
        for each in look.values():
            each()
        ratios = sorted(ratio(look) for _ in range(ROUNDS))
    found = median(ratios)
    print(f"A match page with metrics ÷ without: {found:.4f} (goal ≤ {GOAL}, {verdict(found <= GOAL)})")
    print(f"Half of {ROUNDS} rounds: {ratios[ROUNDS // 4]:.4f} to {ratios[ROUNDS * 3 // 4]:.4f}")
    print(f"Load of the machine: {os.getloadavg()[0]:.1f} (its processors: {os.cpu_count()})", flush=True)


def two_sites(pair: service.Pair, path: str) -> dict[bool, Callable[[], service.Took]]:
    """Return what asks for a page of the site with metrics (True), and of the same site without."""
    from django.conf import settings
    from django.test import Client, override_settings

    user = pair.users[0]
    chain = [each for each in settings.MIDDLEWARE if not each.startswith("fogsite.metrics.")]
    asks: dict[bool, Callable[[], service.Took]] = {}
    for counts, middleware in ((True, settings.MIDDLEWARE), (False, chain)):
        client = Client(SERVER_NAME="localhost")
        client.force_login(user, "accounts.backends.Backend")
        with override_settings(MIDDLEWARE=middleware):
            client.handler.load_middleware()
        asks[counts] = lambda client=client: service.timed(lambda: client.get(path))  # type: ignore[misc]
    return asks


def ratio(look: dict[bool, Callable[[], service.Took]]) -> float:
    """Return the median of a round's pages with metrics by that of those without, asked for in turns."""
    spent: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(PAGES):
        spent[True].append(look[True]().computing)
        with silent():
            spent[False].append(look[False]().computing)
    return median(spent[True]) / median(spent[False])


@contextmanager
def silent() -> Iterator[None]:
    """Count nothing while this holds."""
    from accounts import metrics

    def nothing(*_: Any) -> None:
        pass

    with ExitStack() as stack:
        for name in ("count_one", "observe", "show_number", "show_number_for"):
            stack.enter_context(mock.patch.object(metrics, name, nothing))
        yield

"""How long a test waits for what must come."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 300.0
"""Seconds after which a test gives up on what hangs. On a busy machine a start alone took more than 60."""


def until(is_so: Callable[[], object], found: Callable[[], object] = lambda: "nothing came") -> None:
    """Wait for what no event tells of. Raises AssertionError with what was found, once patience is at its end."""
    give_up = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < give_up, found()
        time.sleep(0.02)

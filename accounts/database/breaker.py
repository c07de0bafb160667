"""A circuit breaker: a service that fails is left alone for a while, so that not everybody waits for it."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Breaker:
    """Asks a service, and after a failure nobody does for `rest` seconds.

    `failures` are the exceptions that count as one; each is handed to `told`, which says so in the log. All others are
    for the caller. It is one process that remembers: each finds out for itself.
    """

    def __init__(self, rest: float, failures: tuple[type[Exception], ...], told: Callable[[Exception], None]) -> None:
        self.rest = rest
        self.failures = failures
        self.told = told
        self.rests_until = 0.0  # by the monotonic clock

    def attempt(self, operation: Callable[[], T], otherwise: T) -> T:
        """Return the operation's result.

        `otherwise` where it fails, or is not tried because one has failed just now.
        """
        if time.monotonic() < self.rests_until:
            return otherwise
        try:
            return operation()
        except self.failures as failure:
            self.rests_until = time.monotonic() + self.rest
            self.told(failure)
            return otherwise

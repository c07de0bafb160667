"""Counting for Prometheus. What a module counts stands in it; if it cannot be counted, the site goes on without.

The values of labels come from short lists: they never name people or matches (docs/operations.md, Metrics).
"""

import logging
from functools import partial

from prometheus_client import Counter, Gauge, Histogram

from accounts.database.breaker import Breaker

logger = logging.getLogger(__name__)

REST = 60.0
"""Seconds for which nothing is counted after a failure, as where the folder of the files is gone."""

breaker = Breaker(REST, (Exception,), partial(logger.warning, "Nothing is counted for a minute: %r"))


def count_one(counter: Counter, *labels: object) -> None:
    """Count one more, of what has these labels."""
    breaker.attempt(lambda: counter.labels(*labels).inc(), None)


def observe(histogram: Histogram, seconds: float, *labels: object) -> None:
    """Count one more that took so long."""
    breaker.attempt(lambda: histogram.labels(*labels).observe(seconds), None)


def show_number(gauge: Gauge, number: float) -> None:
    """Show how many there are of this process now."""
    breaker.attempt(lambda: gauge.set(number), None)


def show_number_for(gauge: Gauge, label: str, number: float) -> None:
    """Show how many there are of this process now that have a label."""
    breaker.attempt(lambda: gauge.labels(label).set(number), None)

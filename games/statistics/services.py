"""Keeps the figures about everything there is (`games/core/reading/figures.py`)."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.utils import timezone

from games.core.models import Figure
from games.core.reading.figures import Counted
from games.ratings import rankings
from games.rules import registry
from games.statistics import queries as statistics

THRIFT = 500
"""How many times as long as counting took a figure is good for: a five-hundredth of a core goes into each."""
MAX_SECONDS = 45
"""Seconds after which a sweep counts nothing more."""


def all_figures() -> Iterator[Counted]:
    """Yield every figure that is kept."""
    yield from statistics.of_site()
    for game in ("", *registry.slugs()):
        yield statistics.ends(game)
    for game in registry.slugs():
        yield statistics.of_armies(game)
        yield rankings.ranking_figure(game)


def keep_due(now: datetime | None = None) -> int:
    """Count again the figures that have become old, while there is time; return how many.

    None is kept for few rows.
    """
    now = now or timezone.now()
    end = time.monotonic() + MAX_SECONDS
    kept = {row.key: row for row in Figure.objects.all()}
    due = [each for each in all_figures() if _is_due(kept.get(each.key), now) and each.is_large]
    done = 0
    for each in due:
        if time.monotonic() < end and _claim(each.key, kept.get(each.key), now):
            _count(each)
            done += 1
    return done


def _is_due(row: Figure | None, now: datetime) -> bool:
    return row is None or now >= row.counted + timedelta(seconds=max(60, THRIFT * row.took))


def _claim(key: str, row: Figure | None, now: datetime) -> bool:
    """Say whether this process is the one to count a figure."""
    if row is None:
        return Figure.objects.get_or_create(key=key, defaults={"counted": now})[1]
    return bool(Figure.objects.filter(key=key, counted=row.counted).update(counted=now))


def _count(figure: Counted) -> None:
    begun = time.monotonic()
    value = figure.counted()
    Figure.objects.filter(key=figure.key).update(value=value, took=time.monotonic() - begun)

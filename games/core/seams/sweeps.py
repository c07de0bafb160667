"""What features do again and again: one of the seams. A sweep finds what is due, and what was missed.

Who calls: a worker, each time beat sends the sweep's task. `/healthz` waits for each sweep that has been sent.

In which transaction: none. A sweep opens its own, takes its rows in portions, and may run twice at once.

In what order: none. A sweep is dropped rather than piled up when workers are behind: it expires when the next is sent.

Where one fails: the log has the error. `/healthz` and the admin name a sweep that has not come through three times in a
row, after a quarter of an hour at the earliest (`games/core/services/schedule.py`). The next one is sent all the same.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.conf import settings

from games.core.seams.seam import BadFeature, Seam


class Sweep(NamedTuple):
    """What a feature does every so many seconds."""

    every: int
    do: Callable[[], object]


SWEEPS = Seam[Sweep]("what is done again and again")


def register(name: str, *, every: int, do: Callable[[], object]) -> None:
    """Have something done every so many seconds. Raises BadFeature."""
    if name in settings.CELERY_BEAT_SCHEDULE:
        raise BadFeature(f"it registers the sweep “{name}”, and the core has a sweep of this name")
    SWEEPS.add(name, Sweep(every, do))


def run_sweep(name: str) -> None:
    """Do what is registered by a name; nothing where no feature has it any more."""
    if name in SWEEPS.registered:
        SWEEPS.registered[name].do()


def entries() -> dict[str, dict[str, Any]]:
    """Return beat's schedule, by the names of its entries: what the settings say, and the sweeps of features."""
    return settings.CELERY_BEAT_SCHEDULE | {name: _entry(name, sweep.every) for name, sweep in SWEEPS}


def _entry(name: str, every: int) -> dict[str, Any]:
    options = {"expires": every, "priority": settings.AFTERWARDS}
    return {"task": "games.tasks.sweep", "args": (name,), "schedule": every, "options": options}

"""What features do after a commit: where that fails, nothing that was committed is lost, and a sweep does it again.

Who calls: the seams that let features act after a commit (`ended`, `merging`).

Where something fails: the log has the error and names the feature. `/healthz` names it too, until the sweep that was
registered for it has come through. A failure is kept as a row among the heartbeats, since web and workers see the same
rows; where even that row cannot be written, the log alone has it.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db import transaction

from games.core.models import Heartbeat
from games.core.seams import sweeps
from games.core.seams.seam import BadFeature, Seam
from games.core.services import heartbeats

logger = logging.getLogger(__name__)

SWEPT_BY = Seam[str]("what is done after a commit")
"""By what is registered, the entry of beat's schedule that does it again."""


class Failure(NamedTuple):
    """What failed after a commit, when it did so last, and the sweep that has not come through since."""

    name: str
    at: datetime
    sweep: str


def register(name: str, swept_by: str) -> None:
    """Say which entry of beat's schedule does again what fails. Raises BadFeature for one that is not there."""
    if swept_by not in sweeps.entries():
        known = ", ".join(sweeps.entries())
        raise BadFeature(f"it says of “{name}” that the sweep “{swept_by}” does it again, but the sweeps are {known}")
    SWEPT_BY.add(name, swept_by)


def run_after_commit(name: str, action: Callable[[], None]) -> None:
    """Do something once the transaction is committed, at once where there is none."""
    transaction.on_commit(partial(_attempt, name, action), robust=True)


def _attempt(name: str, action: Callable[[], None]) -> None:
    try:
        action()
    except Exception:
        sweep = SWEPT_BY.registered[name]
        logger.exception("The feature “%s” failed after a commit; the sweep “%s” does it again", name, sweep)
        heartbeats.record_heartbeat(heartbeats.HOOK, name)


def failures() -> list[Failure]:
    """Return what has failed and was not done again since."""
    heard = dict(Heartbeat.objects.filter(name__in=_names()).values_list("name", "at"))
    failed = [(name, heard.get(f"{heartbeats.HOOK} {name}"), sweep) for name, sweep in SWEPT_BY]
    swept = {sweep: heard.get(f"{heartbeats.SWEEP} {sweep}") for _, sweep in SWEPT_BY}
    return [
        Failure(name, at, sweep)
        for name, at, sweep in failed
        if at is not None and ((done := swept[sweep]) is None or done <= at)
    ]


def _names() -> list[str]:
    """Return what the rows about all that is registered are called."""
    return [row for name, sweep in SWEPT_BY for row in (f"{heartbeats.HOOK} {name}", f"{heartbeats.SWEEP} {sweep}")]

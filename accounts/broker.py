"""Handing work to the workers.

A broker that cannot be reached, or refuses, costs little time and nothing else: what is to be done stands in the
database, where a sweep finds it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Any

from celery import current_app

logger = logging.getLogger(__name__)

REST = 10.0  # seconds for which a broker that failed is left alone, so that nobody waits for it twice

_rests_until = 0.0


def publish(task: str, args: Sequence[Any], countdown: float = 0, **options: Any) -> None:
    """Have a worker run a task, so many seconds from now, with Celery's options; a failure is logged and forgotten.

    The task is named by its path: it calls what publishes it, so that it cannot be imported there.
    """
    global _rests_until
    if time.monotonic() < _rests_until:
        return
    try:
        current_app.send_task(task, (*args,), countdown=max(countdown, 0), retry=False, **options)
    except Exception as error:  # whatever is wrong with the broker, what was committed stands
        _rests_until = time.monotonic() + REST
        logger.warning("The broker took no task, the sweeps will do what was to be done: %r", error)

"""Handing work to the workers.

A broker that cannot be reached, or refuses, costs little time and nothing else: what is to be done stands in the
database, where a sweep finds it.
"""

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

from celery import current_app

from accounts.database.breaker import Breaker

logger = logging.getLogger(__name__)

REST = 10.0
"""Seconds for which a broker that failed is left alone, so that nobody waits for it twice."""
FAILED = "The broker took no task, the sweeps will do what was to be done: %r"

breaker = Breaker(REST, (Exception,), partial(logger.warning, FAILED))  # any fault: what was committed stays


def publish(task: str, args: Sequence[Any], countdown: float = 0, **options: Any) -> None:
    """Have a worker run a task, so many seconds from now, with Celery's options; a failure is logged and forgotten.

    The task is named by its path: it calls what publishes it, so that it cannot be imported there.
    """
    given = {"countdown": max(countdown, 0), "retry": False, **options}
    breaker.attempt(lambda: current_app.send_task(task, (*args,), **given), None)

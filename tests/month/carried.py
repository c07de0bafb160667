"""The clock of a real worker, which includes this module: each task runs at the moment that it carries.

When a task has ended, the queue DONE of its Redis is told. A process that only imports this module keeps its own clock.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from unittest import mock

import time_machine
from celery.signals import task_postrun, task_prerun, worker_init
from django.conf import settings
from redis import Redis

from accounts import broker

DONE, MOMENT = "month:done", "moment"
_travels: list[time_machine.travel] = []


@worker_init.connect
def carry(**_: Any) -> None:
    """Have tasks carry their moments; what is due is found by those of beat, so that nothing else is published."""
    mock.patch.object(broker, "publish").start()
    task_prerun.connect(travel)
    task_postrun.connect(come_back)


def travel(task: Any, **_: Any) -> None:
    _travels.append(time_machine.travel(datetime.fromisoformat(task.request.headers[MOMENT]), tick=False))
    _travels[-1].start()


def come_back(task: Any, state: str, **_: Any) -> None:
    _travels.pop().stop()
    Redis.from_url(settings.REDIS_URL).rpush(DONE, f"{task.name} {state}")

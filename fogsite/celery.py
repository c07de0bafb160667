"""The Celery application; tasks live beside the code they call (`accounts/tasks.py`, `games/tasks.py`)."""

import os
import socket
from typing import Any

from celery import Celery
from celery.signals import before_task_publish, celeryd_after_setup, celeryd_init, task_postrun, task_prerun
from kombu.transport import redis
from redis.exceptions import ConnectionError

from fogsite import request_ids

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fogsite.settings")

REQUEST_ID = "request_id"
"""The header of a task that has the id of the request, or of the other task, by which it was published."""


class Channel(redis.Channel):
    """Kombu's own, by which what is asked of a connection that was given up fails as with one that is lost.

    Where Redis stops while a worker waits for more and holds messages, kombu 5.7 gives the connection up before its
    channel is closed; the channel then gives the messages back, or acknowledges one, and asks None for its host. An
    AttributeError ends the worker. Redis hands such messages out again after the visibility timeout.
    """

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if getattr(self.connection, "client", None) is None:
            raise ConnectionError("The connection to Redis was given up.")
        found: dict[str, Any] = super()._connparams(asynchronous)  # type: ignore[misc]  # its types leave it out
        return found


redis.Transport.Channel = Channel

app = Celery("fogsite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@celeryd_init.connect
def wait_for_redis(conf: Any, **_: Any) -> None:
    """Let a worker wait for a slow Redis as long as the connection lives.

    A worker whose acknowledgement timed out would count the task as unfinished, and never be given another.
    """
    conf.broker_transport_options = {
        **conf.broker_transport_options,
        "socket_timeout": None,
        "socket_connect_timeout": 10,
        "socket_keepalive": True,
        "socket_keepalive_options": {socket.TCP_KEEPIDLE: 60, socket.TCP_KEEPINTVL: 15, socket.TCP_KEEPCNT: 4},
    }


@celeryd_after_setup.connect
def look_before_work(**_: Any) -> None:
    """Let a worker refuse to start where the web would."""
    from fogsite.start import refuse_demo_people  # imported late: models exist by now

    refuse_demo_people()


@before_task_publish.connect
def hand_on_id(headers: dict[str, Any], **_: Any) -> None:
    """Give a task the id of the request that publishes it."""
    if request_id := request_ids.current_work().id:
        headers.setdefault(REQUEST_ID, request_id)


@task_prerun.connect
def take_id(task: Any, task_id: str, **_: Any) -> None:
    """Note the id that a task was given; one that beat sent has the id that Celery gives to every task."""
    headers = task.request.headers or {}
    request_ids.begin_work(request_ids.Work(headers.get(REQUEST_ID) or task_id.replace("-", ""), task=task.name))


task_postrun.connect(request_ids.end_work)

"""The Celery application; tasks live beside the code they call (`accounts/tasks.py`, `games/tasks.py`)."""

import os
import socket
from typing import Any

from celery import Celery
from celery.signals import celeryd_after_setup, celeryd_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fogsite.settings")

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

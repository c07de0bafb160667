"""A kind of notice for tests, known to the worker that includes this module."""

import os
import signal
from typing import Any

from accounts import outbox
from accounts.channels import Notice
from accounts.models import User

KIND = "parts"


def write(user: User, payload: dict[str, Any]) -> Notice:
    """Return a letter with a number; `stops` is a process that falls silent while it is written."""
    if "stops" in payload:
        os.kill(payload["stops"], signal.SIGSTOP)
    return Notice(f"Letter {payload['number']}", "base", {"recipient": user}, thread=f"letter-{payload['number']}")


outbox.register(KIND, write)

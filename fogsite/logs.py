"""What the log is spared: a Redis or a PostgreSQL that is gone is one line a minute, not a traceback for each task,
page and try; tracebacks of what strangers send; and addresses that are secrets.
"""

import json
import logging
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import psycopg
from billiard.exceptions import RestartFreqExceeded
from django.conf import settings
from kombu.exceptions import OperationalError
from redis import RedisError

from fogsite import request_ids

OUTAGES = (OperationalError, RedisError, ConnectionError, RestartFreqExceeded)
"""What is raised where Redis is out of reach or refuses; the last by a worker that connects to it in vain."""
UNANSWERED = ("08", "53", "57P")
"""How PostgreSQL's codes begin where it lost the connection, has no room or is stopping."""
SECRET = re.compile(rf"(?<={'|'.join(settings.SECRET_ADDRESSES)})[^/\s]+")
"""What makes an address one for its reader alone."""


def masked(text: str) -> str:
    """Return a text of the log without the addresses that are secrets."""
    return SECRET.sub("…", text)


class Masked(logging.Formatter):
    """A line of the log, in which no address stands that is a secret; with the id of the request, if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        request_id = request_ids.current_work().id
        record.mark = request_id and f" {request_id}"
        return masked(super().format(record))


class Json(logging.Formatter):
    """The same as a JSON object in one line, for programs that read logs. What is empty is left out."""

    def format(self, record: logging.LogRecord) -> str:
        work = request_ids.current_work()
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": masked(record.getMessage()),
            "request": work.id,
            "view": work.view,
            "task": work.task,
            "exception": masked(self.formatException(record.exc_info)) if record.exc_info else "",
        }
        return json.dumps({name: value for name, value in told.items() if value})


class Expected(logging.Filter):
    """Passes over what a monitor is told: an error of its own for each time that it asks would hide all others."""

    def filter(self, record: logging.LogRecord) -> bool:
        path = getattr(getattr(record, "request", None), "path", "")
        return (path, getattr(record, "status_code", 0)) != ("/healthz", 503)


class Strangers(logging.Filter):
    """Says in one line what Django refuses as suspicious, such as a wrong Host: anybody can send it, and often."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security."):
            record.exc_text = None
            record.exc_info = None
        return True


class Outages(logging.Filter):
    """Let a message about a Redis or PostgreSQL out of reach through once a minute, in one line; others as they are."""

    SILENCE = 60.0  # seconds between two lines of a kind

    def __init__(self) -> None:
        super().__init__()
        self.silent_until: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if not tells_of_outage(record):
            return True
        record.outage = True  # for `error_service.py`: what tells of it is gone below
        kind = str(record.msg)
        now = time.monotonic()
        if now < self.silent_until.get(kind, now):
            return False
        self.silent_until[kind] = now + self.SILENCE
        record.msg = record.getMessage().partition("\n")[0]
        record.args = ()
        record.exc_text = None
        record.exc_info = None
        return True


def tells_of_outage(record: logging.LogRecord) -> bool:
    """Say whether the message, or the exception beside it, comes from a connection that failed."""
    given = record.args if isinstance(record.args, tuple) else ()
    told = [*given, record.exc_info[1] if record.exc_info else None]
    errors = [each for error in told if isinstance(error, BaseException) for each in chain(error)]
    return any(isinstance(error, OUTAGES) or has_no_database(error) for error in errors)


def has_no_database(error: BaseException) -> bool:
    """Say whether PostgreSQL could not be asked; where no connection is made there is no code. A deadlock has one."""
    return isinstance(error, psycopg.OperationalError) and (not error.sqlstate or error.sqlstate.startswith(UNANSWERED))


def chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an exception and those that it comes from."""
    while error:
        yield error
        error = error.__cause__ or error.__context__

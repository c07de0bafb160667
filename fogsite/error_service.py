"""Tells a service such as Sentry or GlitchTip of the errors in our log, if SENTRY_DSN names one.

What leaves is built here, of names in our code alone: the classes of exceptions, the modules, functions and lines that
they went through, and the name of the view or task. There is no text of an exception or message in it, and nothing of
the request: a hand, a name or an address could stand there.
"""

import errno
import logging
import re
import time
from collections.abc import Iterator
from traceback import walk_tb
from types import FrameType
from typing import Any

import sentry_sdk
from django.conf import settings
from sentry_sdk.transport import HttpTransport, Transport
from sentry_sdk.types import Event

from fogsite import request_ids, version
from fogsite.logs import chain, tells_of_outage

logger = logging.getLogger(__name__)

OURS = {"accounts", "fogsite", "games"}
NOT_SENT = ("django.security", "sentry_sdk", "urllib3")
"""Loggers of what strangers send, and of the sending itself."""
MOST_FRAMES = 100
MOST_WAITING = 100
"""Errors that wait to be sent; what comes then is in the log alone."""
PATIENCE = 2
"""Seconds for which a process that ends waits for its last errors to be sent."""
SILENCE = 60.0
"""Seconds between two lines that say that the service takes nothing."""
SQLSTATE = re.compile("[0-9A-Z]{5}", re.ASCII)
ALLOWED = {
    *("event_id", "timestamp", "platform", "level", "logger", "transaction", "tags", "message", "exception"),
    *("release", "environment"),
}
"""The parts of an event that leave."""


class Reports(logging.Handler):
    """Sends the errors of the log, in a thread of its own, so that nobody waits for the service."""

    def __init__(self, dsn: str, transport: type[Transport] | None = None) -> None:
        super().__init__(logging.ERROR)
        self.client = sentry_sdk.Client(
            dsn,
            transport=transport or Sending,
            transport_queue_size=MOST_WAITING,
            release=f"fogsite@{version.RELEASE}+{version.running_version()}",
            environment="development" if settings.DEVELOPMENT else "production",
            before_send=allowed,
            # It hooks into nothing and collects nothing by itself.
            default_integrations=False,
            auto_enabling_integrations=False,
            auto_session_tracking=False,
            send_client_reports=False,
            enable_backpressure_handling=False,
            include_source_context=False,
            max_breadcrumbs=0,
            spotlight=False,
            shutdown_timeout=PATIENCE,
        )

    def emit(self, record: logging.LogRecord) -> None:
        if is_sent(record):
            try:
                self.client.capture_event(event_of(record))
            except Exception:
                self.handleError(record)

    def close(self) -> None:
        self.client.close(timeout=PATIENCE)
        super().close()


class Sending(HttpTransport):
    """Sends over HTTP, and says at most once a minute that an error was not taken, and why."""

    silent_until = 0.0

    def on_dropped_event(self, reason: str) -> None:
        now = time.monotonic()
        if now >= self.silent_until:
            self.silent_until = now + SILENCE
            logger.warning("The error service did not take an error, which stands in the log alone: %s", reason)


def is_sent(record: logging.LogRecord) -> bool:
    """Say whether to tell of a line of the log.

    `/healthz` tells of outages, and each request would send one. A 503 that a page means is no error.
    """
    meant = record.name == "django.request" and not record.exc_info
    outage = getattr(record, "outage", False) or tells_of_outage(record)
    return not (meant or outage or record.name.startswith(NOT_SENT))


def event_of(record: logging.LogRecord) -> Event:
    """Return what leaves for a line of the log."""
    work = request_ids.current_work()
    event: Event = {
        "level": "fatal" if record.levelno >= logging.CRITICAL else "error",
        "logger": record.name,
        "transaction": work.view or work.task,
        "tags": {"request_id": work.id},
    }
    if record.exc_info and (error := record.exc_info[1]):
        event["exception"] = {"values": [described(each) for each in reversed([*chain(error)])]}
    else:
        event["message"] = f"Logged by {record.name} in {record.module}.{record.funcName}, line {record.lineno}"
    return event


def described(error: BaseException) -> dict[str, Any]:
    """Return an exception by its class, its code and the places that it went through."""
    kind = type(error)
    return {
        "type": kind.__name__,
        "module": kind.__module__,
        "value": code_of(error),
        "stacktrace": {"frames": [*places(error)][-MOST_FRAMES:]},
    }


def code_of(error: BaseException) -> str:
    """Return the code that PostgreSQL or the system gives an error, which holds no data; "" if there is none."""
    sqlstate = str(getattr(error, "sqlstate", None))
    if SQLSTATE.fullmatch(sqlstate):
        return f"SQLSTATE {sqlstate}"
    return errno.errorcode.get(error.errno or 0, "") if isinstance(error, OSError) else ""


def places(error: BaseException) -> Iterator[dict[str, Any]]:
    """Yield the places that an exception went through, the last one last."""
    for frame, line in walk_tb(error.__traceback__):
        module = module_of(frame)
        yield {
            "module": module,
            "filename": module if "/" in module else module.replace(".", "/") + ".py",
            "function": frame.f_code.co_qualname,
            "lineno": line,
            "in_app": module.partition(".")[0] in OURS or "/" in module,
        }


def module_of(frame: FrameType) -> str:
    """Return the module of a frame; of a template, which Jinja names after its file, the path in the project."""
    return str(frame.f_globals.get("__name__", "")).removeprefix(f"{settings.BASE_DIR}/")


def allowed(event: Event, hint: Any) -> Event:
    """Take away what the library adds to an event: the name of the machine, and all that a newer one may add."""
    return {name: part for name, part in event.items() if name in ALLOWED}  # type: ignore[return-value]

"""What goes to the log, and in which form (`LOGGING` of the settings)."""

import sys
from typing import Any

SPARED = (
    *("accounts.broker", "accounts.streams", "accounts.usage", "fogsite.cache", "fogsite.stream"),
    *("celery.app.trace", "celery.beat", "celery.utils.dispatch.signal", "celery.worker.consumer.consumer"),
    "celery.worker.request",
)
"""The loggers that say an outage once a minute."""
LOGGERS = {name: {"filters": ["outages"]} for name in SPARED} | {
    "django.request": {"filters": ["expected"]},
    "gunicorn.error": {"propagate": True},  # which writes addresses by itself, of pages that took too long
    "uvicorn": {"propagate": True},
    "urllib3": {"level": "ERROR"},  # it tells of each try to send an error
}
FORMATTERS = {
    "text": {
        "class": "fogsite.logs.Masked",
        "format": "{asctime} {levelname} {name}{mark}: {message}",
        "style": "{",
    },
    "json": {"class": "fogsite.logs.Json"},
}
FILTERS = {
    "outages": {"()": "fogsite.logs.Outages"},
    "expected": {"()": "fogsite.logs.Expected"},
    "strangers": {"()": "fogsite.logs.Strangers"},
}


def log_settings(level: str, form: str, dsn: str) -> dict[str, Any]:
    """Return `LOGGING`: lines from a level on, in a form (TEXT or JSON). Errors also go to a DSN, if there is one."""
    errors = {"errors": {"class": "fogsite.error_service.Reports", "dsn": dsn}} if dsn else {}
    stderr = {
        "class": "logging.StreamHandler",
        "stream": sys.stderr,
        "formatter": form.lower(),
        "filters": ["strangers"],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": FORMATTERS,
        "filters": FILTERS,
        "handlers": {"stderr": stderr, **errors},
        "loggers": LOGGERS,
        "root": {"handlers": ["stderr", *errors], "level": level},
    }

"""Which database a test run uses: SQLite, or PostgreSQL with `pytest --postgres` (or TEST_DATABASE=postgres).

Settings are read before any option is parsed, in the controller first and then in each xdist worker, so that the
choice travels through the environment; the process that made a thing takes it away.
"""

import atexit
import os
import secrets
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.db import connection

from tests.parts import postgres

URL, DIRECTORY = "TESTS_DATABASE_URL", "TESTS_DIRECTORY"


def is_postgres() -> bool:
    return os.environ.get("TEST_DATABASE") == "postgres" or "--postgres" in sys.argv


def directory() -> Path:
    """Return the name of a short-lived directory for this run and its workers; short, because sockets' paths must
    be.

    Only a test run makes it (`prepare`): linters read the settings too, and would leave it behind.
    """
    if DIRECTORY not in os.environ:
        os.environ[DIRECTORY] = str(Path(tempfile.gettempdir()) / f"fog{os.getpid()}-{secrets.token_hex(4)}")
        atexit.register(shutil.rmtree, os.environ[DIRECTORY], ignore_errors=True)
    return Path(os.environ[DIRECTORY])


def prepare() -> None:
    directory().mkdir(mode=0o755, exist_ok=True)


@cache
def url() -> str:
    """Return the URL of the database server; tests make databases of their own on it."""
    if not is_postgres():
        # Never made. A database in memory would make the live server share its connection between threads.
        return f"sqlite:///{directory()}/unused.sqlite3"
    if URL not in os.environ:
        os.environ["TEST_DATABASE"] = "postgres"
        os.environ[URL] = given() or started()
    return os.environ[URL]


def given() -> str:
    """Return a PostgreSQL named by DATABASE_URL, used where the wheel is not installed."""
    named = os.environ.get("DATABASE_URL", "")
    return named if named.startswith("postgres") and not postgres.wheel() else ""


def started() -> str:
    prepare()
    home = directory() / "pg"
    address = postgres.start(home)
    atexit.register(postgres.stop, home)
    return address


def settings() -> dict[str, Any]:
    """Return what the database settings of a test run add to the service's own."""
    if is_postgres():
        return {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False}
    return {
        "TEST": {"NAME": str(directory() / "test.sqlite3")},  # a file: live servers and workers read it too
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA foreign_keys=ON;",
        },
    }


def url_of_this_test() -> str:
    """Return the URL of this test's own database, for processes it starts."""
    name = connection.settings_dict["NAME"]
    if not is_postgres():
        return f"sqlite:///{name}"
    return urlunsplit(urlsplit(url())._replace(path=f"/{name}"))

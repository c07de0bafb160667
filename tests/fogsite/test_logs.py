"""What is written about a Redis or a PostgreSQL that is gone, and what is not: addresses that are secrets."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import traceback
from io import StringIO

import psycopg
import pytest
from django.db import OperationalError as DatabaseFails
from django.test import Client
from kombu.exceptions import OperationalError

from fogsite.logs import Outages
from fogsite.settings import BASE_DIR

GONE = "Error 111 connecting to localhost:6379. Connection refused."


@pytest.fixture
def beat(caplog: pytest.LogCaptureFixture) -> logging.Logger:
    """A logger as beat has one, which forgets what was said before."""
    logger = logging.getLogger("tests.beat")
    logger.filters = [Outages()]
    return logger


def send(logger: logging.Logger, error: Exception) -> None:
    """Say of a task that it could not be sent, as Celery's beat does."""
    try:
        try:
            raise error
        except Exception as first:
            raise RuntimeError(f"Couldn't apply scheduled task deliver: {first}") from first
    except RuntimeError as second:
        logger.error("Message Error: %s\n%s", second, traceback.format_stack(), exc_info=True)


def test_a_redis_that_is_gone_is_one_line_for_all_tasks(beat: logging.Logger, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(30):
        send(beat, OperationalError(GONE))

    assert caplog.messages == [f"Message Error: Couldn't apply scheduled task deliver: {GONE}"]
    assert caplog.records[0].exc_info is None


def test_it_is_said_again_after_a_minute(beat: logging.Logger, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        beat.error("beat: Connection error: %s. Trying again in %s seconds...", ConnectionRefusedError(GONE), 2.0)
    [outages] = [each for each in beat.filters if isinstance(each, Outages)]
    outages.silent_until = {kind: until - outages.SILENCE for kind, until in outages.silent_until.items()}
    beat.error("beat: Connection error: %s. Trying again in %s seconds...", ConnectionRefusedError(GONE), 32.0)

    assert caplog.messages == [
        f"beat: Connection error: {GONE}. Trying again in {wait} seconds..." for wait in (2.0, 32.0)
    ]


def test_every_other_error_keeps_its_traceback(beat: logging.Logger, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(2):
        send(beat, KeyError("no such task"))

    assert [record.exc_info is not None for record in caplog.records] == [True, True]
    assert all("\n" in message for message in caplog.messages)


def test_what_a_stranger_sends_is_one_line(client: Client) -> None:
    written = StringIO()
    [handler] = [each for each in logging.getLogger().handlers if type(each) is logging.StreamHandler]
    before = handler.setStream(written)
    try:
        assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    finally:
        handler.setStream(before)
    assert [line for line in written.getvalue().splitlines() if "evil.example" in line] != []
    assert "Traceback" not in written.getvalue()


def fail(logger: logging.Logger, error: psycopg.Error) -> None:
    """Say of a task that it failed at the database, as Celery does."""
    try:
        raise DatabaseFails(str(error)) from error
    except DatabaseFails as outer:
        logger.error("Task %(name)s raised unexpected: %(exc)s", {"name": "deliver_due", "exc": outer}, exc_info=True)


@pytest.mark.parametrize(
    "error",
    [
        psycopg.OperationalError("connection is bad: No such file or directory"),
        psycopg.errors.AdminShutdown("terminating connection"),
        psycopg.errors.DiskFull("No space left on device"),
    ],
)
def test_a_postgresql_that_is_gone_is_one_line_for_all_tasks(
    beat: logging.Logger, caplog: pytest.LogCaptureFixture, error: psycopg.Error
) -> None:
    for _ in range(30):
        fail(beat, error)

    assert caplog.messages == [f"Task deliver_due raised unexpected: {error}"]
    assert caplog.records[0].exc_info is None


@pytest.mark.parametrize(
    "error",
    [
        psycopg.errors.DeadlockDetected("deadlock detected"),
        psycopg.errors.LockNotAvailable("lock timeout"),
        psycopg.ProgrammingError("the query has 2 placeholders but 1 parameters were passed"),
    ],
)
def test_a_query_that_fails_keeps_its_traceback(
    beat: logging.Logger, caplog: pytest.LogCaptureFixture, error: psycopg.Error
) -> None:
    for _ in range(2):
        fail(beat, error)

    assert [record.exc_info is not None for record in caplog.records] == [True, True]


@pytest.mark.parametrize(
    "name", ["celery.app.trace", "accounts.broker", "fogsite.cache", "celery.beat", "celery.utils.dispatch.signal"]
)
def test_the_loggers_that_speak_of_redis_or_postgresql_are_held_back(name: str) -> None:
    assert {type(each) for each in logging.getLogger(name).filters} == {Outages}


SECRETS = """
from gunicorn.config import Config
from gunicorn.glogging import Logger
said = Logger(Config())
import fogsite.wsgi
said.error("Error handling request %s %s", "GET", "/t/secret/submit")
"""


def test_no_secret_address_stands_in_what_gunicorn_writes_by_itself() -> None:
    """It does where a page takes too long: then Django, which is loaded after it, is asked no more."""
    env = {"PATH": os.environ["PATH"], "DEVELOPMENT": "1", "DATABASE_URL": "sqlite://:memory:"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SECRETS],
        env=env,
        cwd=BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    [line] = [line for line in done.stderr.splitlines() if "Error handling" in line]
    assert line.endswith("ERROR gunicorn.error: Error handling request GET /t/…/submit")

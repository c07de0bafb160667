"""The real parts as fixtures."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.parts import redis
from tests.parts.mail import MailServer
from tests.parts.worker import Worker


@pytest.fixture(scope="session")
def redis_program_running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[redis.Redis]:
    server = redis.Redis(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def redis_server(redis_program_running: redis.Redis) -> Iterator[str]:
    """The URL of an empty Redis, which this process uses for its tasks and its cache."""
    redis_program_running.flush()
    with redis.used(redis_program_running.url):
        yield redis_program_running.url


@pytest.fixture
def hanging_redis() -> Iterator[redis.Hanging]:
    """A Redis that accepts and never answers, which this process uses for its tasks and its cache."""
    with redis.hanging() as server, redis.used(server.url):
        yield server


@pytest.fixture
def smtp_server() -> Iterator[MailServer]:
    server = MailServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def celery_worker(redis_server: str, smtp_server: MailServer) -> Iterator[Callable[[], Worker]]:
    """Starts a real worker on this test's database, Redis and mail server, as often as it is called."""
    started: list[Worker] = []

    def start() -> Worker:
        started.append(Worker(redis_server, smtp_server.url, "tests.parts.letters"))
        return started[-1]

    yield start
    for worker in started:
        worker.kill()
        sys.stdout.write("".join(worker.log))  # shown where the test failed


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium, which runs as root too."""
    # Playwright keeps an event loop in this thread, in which Django would otherwise refuse to ask the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    arguments = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
    return browser_type_launch_args | {"executable_path": chromium(), "args": arguments}


def chromium() -> str:
    """The browser's path. Without one its tests are skipped, or fail where CI says that all parts are there."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("There is no Chromium: install the package chromium.")
    return found

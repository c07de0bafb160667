"""The real parts as fixtures."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from games.core.seams import panels
from tests.parts import database, redis
from tests.parts.lacking import lacking
from tests.parts.mail import MailServer
from tests.parts.production import PATH, Production
from tests.parts.worker import Worker

INSTALL = Path(__file__).parents[1] / "install"
LACKING = {
    "chromium": "There is no Chromium: install chromium-headless-shell or chromium.",
    "desktop": "There is no Chromium that shows notifications: install chromium.",
}


@pytest.fixture(scope="session")
def redis_program_running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[redis.Redis]:
    with redis.started(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def redis_server(redis_program_running: redis.Redis, settings: Any) -> Iterator[str]:
    """The URL of an empty Redis, which this process uses for its tasks and its cache."""
    redis_program_running.flush()
    yield from _used(redis_program_running.url, settings)


@pytest.fixture
def hanging_redis(settings: Any) -> Iterator[redis.Hanging]:
    """A Redis that accepts and never answers, which this process uses for its tasks and its cache."""
    with redis.hanging() as server:
        for _url in _used(server.url, settings):
            yield server


def _used(url: str, settings: Any) -> Iterator[str]:
    """Set by the fixture by which tests set more: what is set last must be taken back first, or the rest stays."""
    for name, value in redis.settings_for(url).items():
        setattr(settings, name, value)
    with redis.served_by(url):
        yield url


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
def production_running() -> Iterator[Production]:
    """The service as deploy/ has it run, with all its parts."""
    for program in ("nginx", "openssl"):
        if shutil.which(program, path=PATH) is None:
            lacking(f"There is no {program}: install the package {program}.")
    service = Production(database.directory() / "production")
    try:
        service.start()
        yield service
    finally:
        service.stop()


@pytest.fixture
def production(production_running: Production) -> Iterator[Production]:
    """The running service, with nothing counted against anybody and no letter kept."""
    production_running.redis.flush()
    production_running.mail.heal()
    production_running.mail.letters.clear()
    before = {program: len(program.log) for program in production_running.running}
    yield production_running
    for program, start in before.items():
        sys.stdout.write("".join(program.log[start:]))  # shown where the test failed


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """A Chromium, which runs as root too."""
    # Playwright keeps an event loop in this thread, in which Django would otherwise refuse to ask the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    arguments = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
    return browser_type_launch_args | {"executable_path": chromium(), "args": arguments}


def chromium(kind: str = "chromium") -> str:
    """Return the browser's path; of one that shows notifications, where it is to be for a desktop."""
    found = subprocess.run([INSTALL, kind], capture_output=True, text=True, check=False).stdout.strip()
    return found or lacking(LACKING[kind])


@pytest.fixture
def without_panels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages show what the site shows: a feature of the tests counts what its own panels cost."""
    for place in panels.PLACES:
        ours = {name: panel for name, panel in place.panels if not panel.template.startswith("applause/")}
        monkeypatch.setattr(place.panels, "registered", ours)

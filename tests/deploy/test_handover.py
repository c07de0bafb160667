"""The web is restarted under load, as `fogsite-upgrade` restarts it: nobody is refused, and then all is new."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle

import pytest

from tests.attacks.visitor import Visitor
from tests.parts.production import Production

pytestmark = [pytest.mark.deep, pytest.mark.postgres, pytest.mark.xdist_group("production")]
THREADS = 4
PAGE, HEALTH = "/accounts/login/", "/healthz"
OLD, NEW = "Old Code", "New Code"
"""What differs between old code and new: words that the environment puts on every page, and the version."""


class Load:
    """Visitors who ask for a page and for the version, again and again; `answers` are what they got, in order."""

    def __init__(self, production: Production) -> None:
        self.visitors = [Visitor(production, f"127.9.0.{number}") for number in range(1, THREADS + 1)]
        self.answers: list[tuple[str, str]] = []
        self.over = threading.Event()
        self.grown = threading.Condition()

    def ask(self, visitor: Visitor) -> None:
        for path in cycle((PAGE, HEALTH)):
            if self.over.is_set():
                return
            answer = path, self.answer(visitor, path)
            with self.grown:
                self.answers.append(answer)
                self.grown.notify_all()

    def answer(self, visitor: Visitor, path: str) -> str:
        """Return which code answered, or what came instead."""
        try:
            page = visitor.get(path)
        except OSError as error:
            return repr(error)
        if path == HEALTH:
            return str(page.json["version"])
        return next((code for code in (OLD, NEW) if page.status == 200 and code in page.text), page.gist)

    def await_more(self, number: int) -> None:
        """Wait until so many more answers have come."""
        with self.grown:
            wanted = len(self.answers) + number
            assert self.grown.wait_for(lambda: len(self.answers) >= wanted, 120)

    @contextmanager
    def running(self) -> Iterator[None]:
        threads = [threading.Thread(target=self.ask, args=[visitor]) for visitor in self.visitors]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.over.set()
            for thread in threads:
                thread.join()


@pytest.fixture
def web(production: Production) -> Iterator[None]:
    """The web as it was before, when the test is over."""
    yield
    production.restart("web")


def test_a_restart_refuses_nobody_and_afterwards_every_answer_is_the_new_codes(
    production: Production, web: None
) -> None:
    production.restart("web", SITE_NAME=OLD, VERSION=OLD)
    load, afterwards = Load(production), Load(production)
    with load.running():
        load.await_more(50)
        production.restart("web", SITE_NAME=NEW, VERSION=NEW)
        with afterwards.running():
            afterwards.await_more(50)

    assert set(load.answers) == {(path, code) for path in (PAGE, HEALTH) for code in (OLD, NEW)}
    assert set(afterwards.answers) == {(PAGE, NEW), (HEALTH, NEW)}

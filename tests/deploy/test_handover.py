"""The web is restarted under load, as `fogsite-upgrade` restarts it: nobody is refused, and then all is new."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.attacks.visitor import Visitor
from tests.parts.production import Production

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("production")]
THREADS = 4
NAME = "SITE_NAME"
"""What differs between old code and new: a word that the environment puts on every page."""


class Load:
    """Visitors who ask for a page again and again; `answers` are what they got, in order."""

    def __init__(self, production: Production) -> None:
        self.visitors = [Visitor(production, f"127.9.0.{number}") for number in range(1, THREADS + 1)]
        self.answers: list[str] = []
        self.over = threading.Event()
        self.grown = threading.Condition()

    def ask(self, visitor: Visitor) -> None:
        while not self.over.is_set():
            answer = self.answer(visitor)
            with self.grown:
                self.answers.append(answer)
                self.grown.notify_all()

    def answer(self, visitor: Visitor) -> str:
        """Which code answered, or what came instead."""
        try:
            page = visitor.get("/accounts/login/")
        except OSError as error:
            return repr(error)
        return next((word for word in ("Old Code", "New Code") if word in page.text), page.gist)

    def await_more(self, number: int) -> None:
        """Waits until so many more answers have come."""
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
    production.restart("web", **{NAME: "Old Code"})
    load, afterwards = Load(production), Load(production)
    with load.running():
        load.await_more(50)
        production.restart("web", **{NAME: "New Code"})
        with afterwards.running():
            afterwards.await_more(50)

    assert set(load.answers) == {"Old Code", "New Code"}
    assert set(afterwards.answers) == {"New Code"}

"""The cast, and a kind of notice to tell them."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts import outbox
from accounts.channels import Notice
from accounts.models import User
from accounts.outbox import registry
from tests.drawing import drawn_without_queries  # noqa: F401  no template asks anything


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Requests leave the language they activated behind."""
    with translation.override("en"):
        yield


@pytest.fixture
def as_ann(ann: User, client: Client) -> Client:
    client.force_login(ann)
    return client


class Greeting:
    """A renderer that writes everything it's told to, and remembers who was greeted."""

    def __init__(self) -> None:
        self.answer: Notice | None = Notice("Hello", "greeting", {"words": "Hello & welcome"})
        self.greeted: list[tuple[str, dict[str, Any]]] = []

    def __call__(self, user: User, payload: dict[str, Any]) -> Notice | None:
        self.greeted.append((user.username, payload))
        return self.answer


@pytest.fixture
def greeting(settings: Any) -> Iterator[Greeting]:
    """The kind `greeting`, registered while the test runs."""
    greeting = Greeting()
    pages, mails = settings.TEMPLATES
    settings.TEMPLATES = [
        pages,
        {**mails, "DIRS": [*mails["DIRS"], settings.BASE_DIR / "tests/accounts/templates"]},
    ]
    outbox.register("greeting", greeting, "A greeting")
    yield greeting
    registry.registered.pop("greeting")


Woken = list[tuple[list[str], float]]


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> Woken:
    """What was published for the worker: the ids and the countdown of each task."""
    published: Woken = []

    def send_task(task: str, args: tuple[list[str]], countdown: float, retry: bool) -> None:
        assert (task, retry) == ("accounts.tasks.deliver", False)
        published.append((args[0], countdown))

    monkeypatch.setattr("accounts.broker.current_app.send_task", send_task)
    return published

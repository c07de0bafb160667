"""Who attacks, whom, and how it is judged."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from email.message import EmailMessage
from typing import Any

import pytest

from tests.attacks.people import NAMES, PASSWORD
from tests.attacks.report import SECTION
from tests.attacks.visitor import Visitor
from tests.parts.production import Production

Judge = Callable[..., None]
Visitors = Callable[[], Visitor]
Names = Callable[[], str]
Players = Callable[[], tuple[str, Visitor]]


@pytest.fixture(scope="session")
def inhabited(production_running: Production) -> None:
    """Everybody is there."""
    production_running.manage("shell", "-c", "from tests.attacks import people; people.make()")


@pytest.fixture(scope="session")
def names() -> Iterator[str]:
    return iter(NAMES)


@pytest.fixture(scope="session")
def sources() -> Iterator[str]:
    """Addresses that nobody has come from yet."""
    return (f"127.1.{third}.{fourth}" for third, fourth in itertools.product(range(256), range(1, 255)))


@pytest.fixture
def visitor(production: Production, sources: Iterator[str]) -> Visitors:
    """Makes somebody who comes from an address of their own."""
    return lambda: Visitor(production, next(sources))


@pytest.fixture
def name(inhabited: None, names: Iterator[str]) -> Names:
    """Names somebody with an account, to whom nothing has happened yet."""
    return lambda: next(names)


@pytest.fixture
def player(visitor: Visitors, name: Names) -> Players:
    """Somebody with an account to whom nothing has happened yet, signed in from an address of their own."""

    def signed_in() -> tuple[str, Visitor]:
        who, browser = name(), visitor()
        assert browser.sign_in(who, PASSWORD).gist == "302 /matches/"
        return who, browser

    return signed_in


@pytest.fixture
def judge(record_property: Callable[[str, object], None]) -> Judge:
    """Holds an attack's answer to what is expected, and notes both for the table."""

    def compare(number: str, attack: str, *, expected: Any, answer: Any) -> None:
        record_property(SECTION, f"{number:<3} {attack} | {expected} | {answer}")
        assert answer == expected, f"{number}: {attack}"

    return compare


def counted(answers: Iterable[Any]) -> str:
    """Return how often each answer was given, in the order in which they first were."""
    return ", ".join(f"{times} x {answer}" for answer, times in Counter(answers).items())


def at_most(limit: int, count: int) -> str:
    """Return what is answered where something must not happen more often than that."""
    return f"at most {limit}" if count <= limit else str(count)


def text_of(letters: Iterable[EmailMessage]) -> str:
    """Return all that letters say, as their readers see it."""
    parts = [part for letter in letters for part in letter.walk() if part.get_content_maintype() == "text"]
    return "\n".join(str(part.get_content()) for part in parts)

"""The dead man's switch: an address elsewhere hears that all is well, or that it is not, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import Message
from http import HTTPStatus
from typing import Any

import pytest
from django.test import override_settings

from fogsite import health, tasks
from tests.parts.loopback import posted_to
from tests.parts.ports import free_port

SECRET = "/0b7d3c5e-secret"


class Elsewhere:
    """A service that raises the alarm, and what it heard."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self.answer = HTTPStatus.OK

    def take(self, path: str, _headers: Message, body: bytes) -> HTTPStatus:
        self.heard.append((path, body))
        return self.answer


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    """One in the operator's own network, where nothing of a user's is ever posted to."""
    found = Elsewhere()
    with posted_to(found.take) as address, override_settings(PING_URL=address.rstrip("/") + SECRET):
        yield found


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The parts of the service, which a test may change."""
    found: dict[str, Any] = {"database": lambda: {"ok": True}, "letters": lambda: {"ok": True}}
    monkeypatch.setattr(health, "PARTS", found)
    return found


def test_while_all_is_well_the_address_is_asked(elsewhere: Elsewhere, parts: dict[str, Any]) -> None:
    tasks.ping()
    assert elsewhere.heard == [(SECRET, b"")]


def test_if_something_is_not_well_it_hears_that_and_not_what(elsewhere: Elsewhere, parts: dict[str, Any]) -> None:
    parts["letters"] = lambda: {"ok": False, "error": "No letter is taken."}
    tasks.ping()
    assert elsewhere.heard == [(f"{SECRET}/fail", b"")]


def test_a_part_that_cannot_be_asked_is_not_well(elsewhere: Elsewhere, parts: dict[str, Any]) -> None:
    def refuse() -> Any:
        raise ConnectionRefusedError

    parts["database"] = refuse
    tasks.ping()
    assert elsewhere.heard == [(f"{SECRET}/fail", b"")]


@pytest.mark.usefixtures("parts")
def test_a_ping_that_is_not_taken_is_one_line_in_the_log_without_the_secret(
    elsewhere: Elsewhere, caplog: pytest.LogCaptureFixture
) -> None:
    elsewhere.answer = HTTPStatus.NOT_FOUND
    tasks.ping()
    with override_settings(PING_URL=f"http://127.0.0.1:{free_port()}{SECRET}"):
        tasks.ping()

    assert [(each.levelname, each.getMessage()) for each in caplog.records] == [
        ("WARNING", "The ping to PING_URL was not taken: The server responded with status 404."),
        ("WARNING", "The ping to PING_URL was not taken: The address couldn’t be reached: Connection refused"),
    ]


def test_without_an_address_nothing_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(health, "whole_report", lambda: asked.append("report"))
    tasks.ping()
    assert asked == []

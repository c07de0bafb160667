"""Programs of the cast: each with a token of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts import tokens
from accounts.models import User

PLACE = "/api/v1/"


@pytest.fixture
def english() -> Iterator[None]:
    """Requests leave the language they activated behind."""
    with translation.override("en"):
        yield


class Program:
    """Something that shows a token and speaks JSON. Addresses are those below PLACE, or whole ones."""

    def __init__(self, token: str, **headers: str) -> None:
        self.token = token
        self.headers = {"Authorization": f"Bearer {token}", **headers} if token else headers
        self.client = Client()

    def get(self, address: str, **headers: str) -> Any:
        return self.client.get(place(address), headers={**self.headers, **headers})

    def post(self, address: str, **body: Any) -> Any:
        return self.client.post(place(address), body, "application/json", headers=self.headers)

    def put(self, address: str, **body: Any) -> Any:
        return self.client.put(place(address), body, "application/json", headers=self.headers)

    def delete(self, address: str) -> Any:
        return self.client.delete(place(address), headers=self.headers)


def place(address: str) -> str:
    return address if address.startswith(("/", "http")) else PLACE + address


def program(user: User, scope: str = "play", **headers: str) -> Program:
    """Return a program of the user's that has been used today."""
    token = tokens.create(user, "robot", scope)
    found = tokens.find(token)
    assert found is not None
    tokens.note_used(found)
    return Program(token, **headers)


@pytest.fixture
def anns(ann: User) -> Program:
    return program(ann)


@pytest.fixture
def bens(ben: User) -> Program:
    return program(ben)


@pytest.fixture
def cats(cat: User) -> Program:
    return program(cat)


def assert_refused(response: Any, status: int, code: str) -> dict[str, Any]:
    """Return the refusal's `extra`, once everything else about it is as it should be."""
    assert response.status_code == status
    assert response["Content-Type"] == "application/json"
    assert response["Cache-Control"] == "private, no-store"
    body = response.json()
    assert set(body) == {"code", "message", "extra"}
    assert body["code"] == code
    assert body["message"].endswith((".", "”."))
    extra: dict[str, Any] = body["extra"]
    return extra

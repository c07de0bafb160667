"""No query runs while a page or a mail is drawn: what a template shows was read before.

A conftest or module that imports `drawn_without_queries` has this watched over in all its tests.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.template.backends import django as of_django, jinja2 as of_jinja

THEIRS = ("admin/", "mfa/webauthn/authenticator_list.jinja")
"""How the names of templates begin that a library gives lists which are read only when they are drawn."""


def refuse(execute: Any, sql: str, *more: Any) -> Any:
    """Refuse a query, in whose place this runs."""
    raise AssertionError(f"A template asks: {sql}")


@pytest.fixture(autouse=True)
def drawn_without_queries(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates drawn from now on, by name; a query that one of them makes fails."""
    names: list[str] = []
    _watch(of_django.Template, monkeypatch, names)
    _watch(of_jinja.Template, monkeypatch, names)
    return names


def _watch(engine: Any, monkeypatch: pytest.MonkeyPatch, names: list[str]) -> None:
    draw = engine.render

    def watched(self: Any, *given: Any, **more: Any) -> Any:
        names.append(self.template.name)
        if str(self.template.name).startswith(THEIRS):
            return draw(self, *given, **more)
        with connection.execute_wrapper(refuse):
            return draw(self, *given, **more)

    monkeypatch.setattr(engine, "render", watched)

"""A label has one of few values, which name nobody: no name, id or address, even after odd requests."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from prometheus_client import REGISTRY
from prometheus_client.metrics import MetricWrapperBase

from accounts import outbox
from accounts.channels import CHANNELS
from accounts.models import Outbox
from fogsite import health, stream
from fogsite.celery import app
from fogsite.metrics import folder, requests, tasks
from fogsite.metrics.readings import OTHER, STATES, Readings, queue_names
from games.core.seams import sweeps
from games.rules import registry
from games.tasks import award_due
from tests.games import tables
from tests.parts.cast import person


def view_names(resolver: URLResolver, spaces: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the names of all views, as requests know them."""
    for each in resolver.url_patterns:
        if isinstance(each, URLPattern):
            yield ":".join([*spaces, each.name or each.lookup_str])
        else:
            yield from view_names(each, (*spaces, *([each.namespace] if each.namespace else [])))


def known() -> dict[str, set[str]]:
    """Return all values that a label may have, by the label's name."""
    sent = {f"{tasks.SWEEP} {name}" for name in (*sweeps.SWEEPS.registered, OTHER)}
    return {
        "view": {*view_names(get_resolver()), requests.NONE, requests.STATIC},
        "method": {"read", "write"},
        "status": {str(each.value) for each in HTTPStatus},
        "game": {*registry.slugs(), OTHER},
        "task": {*app.tasks, *sent},
        "result": {"hit", "miss", "success", "failure", OTHER, *Outbox.Status.values},
        "channel": {*CHANNELS},
        "source": {"snapshot", "log"},
        "kind": {*stream.KINDS},
        "part": {*health.PARTS},
        "queue": {*queue_names()},
        "sweep": {*sweeps.entries()},
        "state": {*STATES, OTHER},
    }


def ours() -> list[Any]:
    """Return what this process counts."""
    made = {each for each in REGISTRY._collector_to_names if isinstance(each, MetricWrapperBase)}
    return sorted((each for each in made if each._name.startswith("fogsite_")), key=lambda each: each._name)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests are counted, and nothing has been counted before."""
    monkeypatch.setattr(folder, "counts_here", lambda: True)
    for each in ours():
        if each._labelnames:
            each.clear()


def labels() -> set[tuple[str, str]]:
    """Return each label that is there, with its value."""
    families = [family for each in ours() for family in each.collect()] + [*Readings().collect()]
    return {
        (name, value)
        for family in families
        for sample in family.samples
        for name, value in sample.labels.items()
        if name != "le"
    }


@pytest.mark.usefixtures("db", "counting", "redis_server")
def test_no_label_names_anybody(django_capture_on_commit_callbacks: Any, caplog: pytest.LogCaptureFixture) -> None:
    odd = [person("Zoë.O'Hara+1"), person("m?secret=1&x"), person('x"} 1 9')]
    with django_capture_on_commit_callbacks(execute=True):
        match = tables.play_on(tables.begin(*odd[:2], public_id="oddmatch01"), 3)
    client = Client()
    client.force_login(odd[0], "accounts.backends.Backend")
    for path in (match.get_absolute_url(), "/nobody@example.org/", "/t/secret-token/", f"/players/{odd[0].username}/"):
        client.get(path)
    client.post(f"{match.get_absolute_url()}submit", {"move": "<script>", "expected": 1})
    client.generic("ODD-METHOD", "/")
    client.get("/static/css/none-there.css")
    outbox.deliver_due()
    award_due.apply()
    app.tasks[tasks.SWEEP].apply(args=("no sweep that is registered",))
    app.tasks[tasks.SWEEP].apply(args=("tally",))

    found = labels()

    assert {name for name, _ in found} >= {"view", "game", "task", "channel", "part", "queue", "status", "source"}
    assert ("view", "match") in found
    assert ("view", requests.NONE) in found
    assert ("view", requests.STATIC) in found
    assert ("game", "en-garde") in found
    assert [each for each in caplog.messages if each.startswith("Not read")] == []
    allowed = known()
    assert {(name, value) for name, value in found if value not in allowed[name]} == set()

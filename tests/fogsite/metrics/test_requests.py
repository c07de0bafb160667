"""Requests are counted by view, method and status, with the time that they took."""

from __future__ import annotations

import pytest
from django.test import Client
from prometheus_client import REGISTRY

from fogsite.metrics import folder, requests


def counted(**labels: str) -> float:
    return REGISTRY.get_sample_value("fogsite_requests_total", labels) or 0.0


def timed(**labels: str) -> float:
    return REGISTRY.get_sample_value("fogsite_request_seconds_count", labels) or 0.0


@pytest.mark.django_db
def test_a_request_is_counted_by_its_view(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "counts_here", lambda: True)
    requests.REQUESTS.clear()
    requests.SECONDS.clear()
    client = Client()

    client.get("/about/")
    client.head("/about/")
    client.get("/nothing/there/")
    client.post("/about/")

    assert counted(view="about", method="read", status="200") == 2
    assert counted(view="none", method="read", status="404") == 1
    assert timed(view="about", method="read") == 2
    assert REGISTRY.get_sample_value("fogsite_requests_running") == 0


@pytest.mark.django_db
def test_nothing_is_counted_where_no_folder_is_named() -> None:
    requests.REQUESTS.clear()

    Client().get("/about/")

    assert counted(view="about", method="read", status="200") == 0

"""The page that explains the API to people."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.api import schema
from tests.games.browsing import told


def test_every_operation_and_every_type_is_on_the_page_and_every_link_leads_somewhere(client: Client) -> None:
    page = client.get("/api/").content.decode()
    found = schema.described()
    names = {each["operationId"] for methods in found["paths"].values() for each in methods.values()}
    assert names <= set(re.findall(r'<article class="card operation" id="(\w+)"', page))
    assert set(re.findall(r'id="type-([\w.]+)"', page)) == set(found["components"]["schemas"])
    assert set(re.findall(r'href="#([\w.-]+)"', page)) <= set(re.findall(r'id="([\w.-]+)"', page))


def test_types_are_told_in_words(client: Client) -> None:
    page = re.sub(r"<[^>]+>", "", told(client.get("/api/")))
    for words in (
        "status: “over” | “playing” | “void”",
        "MatchSeen",
        "date-time | null",
        "[SeatSeen …]",
        "{…: string | integer | boolean}",
    ):
        assert words in page


def test_the_example_names_this_site(client: Client) -> None:
    assert "http://testserver/api/v1/turns/" in told(client.get("/api/"))


@pytest.mark.django_db
def test_the_page_costs_nothing(client: Client, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        page = client.get("/api/")
    assert page.status_code == 200

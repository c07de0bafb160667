"""The page that explains the API to people."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import get_language

from games.core.api import reference, schema
from tests.games.browsing import told


def test_every_operation_and_every_type_is_on_the_page_and_every_link_leads_somewhere(client: Client) -> None:
    page = client.get("/api/").content.decode()
    found = schema.description()
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


def test_an_operation_is_told_with_what_it_is_asked_by_and_how_it_refuses() -> None:
    (log,) = (each for section in reference.context()["sections"].values() for each in section if each["id"] == "log")
    assert (log["query"], log["takes"], log["gives"]) == ([("after", [{"text": "integer"}])], [], [{"name": "Log"}])
    assert log["refusals"] == ["400", "401", "404", "429"]
    assert log["said"] == [{"text": "Return what happened, as far as I may know. "}]
    described = schema.description()["paths"]["/api/v1/matches/{public_id}/log/"]["get"]["parameters"]
    assert [(each["name"], each["in"], each["required"]) for each in described] == [
        ("public_id", "path", True),
        ("after", "query", False),
    ]


def test_anything_that_is_asked_of_one_match_may_be_answered_by_404() -> None:
    paths = schema.description()["paths"]
    found = {each["operationId"]: each["responses"] for path in paths for each in paths[path].values() if "{" in path}
    assert [name for name, responses in found.items() if "404" not in responses or "405" in responses] == []


def test_types_of_a_game_are_told_apart_from_the_others() -> None:
    games = {each["name"]: each["game"] for each in reference.context()["types"]}
    assert (games["SealedAuction.View"], games["Log"]) == ("SealedAuction", "")


def test_it_is_drawn_once_for_each_language(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[object] = []
    draw = reference.context
    reference._drawn.cache_clear()

    def context() -> dict[str, Any]:
        drawn.append(get_language())
        return draw()

    monkeypatch.setattr(reference, "context", context)
    pages = [client.get("/api/", headers={"Accept-Language": language}) for language in ("en", "de", "en", "de")]
    assert drawn == ["en", "de"]
    assert ["Errors" in told(page) for page in pages] == [True, False, True, False]


def test_the_description_is_written_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    first = client.get("/api/v1/schema/").content
    monkeypatch.setattr(schema, "description", None)
    assert client.get("/api/v1/schema/").content == first


def test_the_example_names_this_site(client: Client) -> None:
    assert "http://testserver/api/v1/turns/" in told(client.get("/api/"))


@pytest.mark.django_db
def test_the_page_costs_nothing(client: Client, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        page = client.get("/api/")
    assert page.status_code == 200

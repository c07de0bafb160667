"""What a match page does not do: what costs most is counted, since time decides no test."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.core.models import Match
from games.core.pages import log_pages
from games.core.views import matches as views
from tests.games import tables
from tests.games.browsing import signed_in
from tests.parts.games import drawn, facts

pytestmark = pytest.mark.by_turns(8)


@pytest.fixture(params=drawn())
def match(request: pytest.FixtureRequest, ann: User, ben: User) -> Match:
    return tables.play_on(tables.begin(ann, ben, game=request.param), facts(request.param).costly)


@pytest.fixture(params=[0, 1], ids=["first seat", "second seat"])
def client(request: pytest.FixtureRequest, ann: User, ben: User) -> Client:
    """One of the players."""
    return signed_in((ann, ben)[request.param])


def parses(game: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return every text of a step of the game that is parsed from now on."""
    steps = import_module(f"games.rules.{game.replace('-', '_')}.steps")
    parse: Callable[[str], Any] = steps.parse
    parsed: list[str] = []

    def noted(text: str) -> Any:
        parsed.append(text)
        return parse(text)

    monkeypatch.setattr(steps, "parse", noted)
    return parsed


def test_only_the_entries_that_are_played_again_are_parsed(
    match: Match, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = parses(match.game, monkeypatch)
    assert client.get(match.get_absolute_url()).status_code == 200
    texts = match.entries.filter(seat__isnull=False).order_by("ply").values_list("text", flat=True)
    steps = [step for text in texts for step in text.split("; ")]
    assert len(parsed) < len(steps)
    assert parsed == steps[-len(parsed) :]


def test_nothing_is_parsed_and_no_query_runs_while_the_page_is_drawn(
    match: Match, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed, drawn, draw = parses(match.game, monkeypatch), [], views.render

    def counted(*given: Any, **more: Any) -> HttpResponse:
        before = len(parsed)
        with CaptureQueriesContext(connection) as queries:
            answer = draw(*given, **more)
        drawn.append((len(parsed) - before, [query["sql"] for query in queries]))
        return answer

    monkeypatch.setattr(views, "render", counted)
    page = client.get(match.get_absolute_url())
    assert (page.status_code, drawn) == (200, [(0, [])])


def test_the_page_shows_the_newest_part_of_the_log_and_leads_to_the_whole(match: Match, client: Client) -> None:
    page = client.get(match.get_absolute_url())
    log = page.context["page"].log
    assert (len(log.lines), log.earlier) == (log_pages.ENTRIES_SHOWN, True)
    assert 'href="?log=all#log"' in page.content.decode()
    whole = client.get(match.get_absolute_url(), {"log": "all"}).context["page"].log
    assert [line.ply for line in whole.lines][-log_pages.ENTRIES_SHOWN :] == [line.ply for line in log.lines]
    assert (whole.lines[0].ply, whole.earlier) == (0, False)


@pytest.mark.django_db
def test_the_token_of_forms_is_masked_once_for_all_forms_of_a_page(match: Match, client: Client) -> None:
    page = client.get(match.get_absolute_url()).content.decode()
    tokens = re.findall(r'name="csrfmiddlewaretoken" value="(\w{64})"', page)
    assert len(tokens) > 3
    assert len(set(tokens)) == 1

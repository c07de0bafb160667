"""A Redis that answers and refuses every write hurts nobody, and `/healthz` tells of it."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

import fogsite.cache
from accounts import broker
from accounts.models import User
from games.core.models import Match
from tests.games.browsing import form, forms, signed_in
from tests.games.programs import program
from tests.games.tables import begin, texts
from tests.parts import redis
from tests.parts.cast import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=redis.REFUSALS)
def refusing(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Yield the word that Redis refuses with. It's asked again every time, and so refuses every time."""
    monkeypatch.setattr(fogsite.cache.breaker, "rest", 0.0)
    monkeypatch.setattr(broker.breaker, "rest", 0.0)
    with redis.refusing(tmp_path_factory.mktemp("redis"), request.param) as server, redis.used(server.url):
        yield request.param


@pytest.fixture
def match(ann: User, ben: User, refusing: str) -> Match:
    """It begins and asks Ann while Redis refuses."""
    return begin(ann, ben)


def test_every_operation_of_the_cache_answers_as_if_nothing_were_stored(refusing: str) -> None:
    cache.set("a", 1)

    assert cache.get("a", "nothing") == "nothing"
    assert cache.add("a", 1) is True
    assert cache.set_many({"a": 1}) == ["a"]
    assert cache.delete("a") is False
    cache.clear()


def test_the_first_page_and_its_numbers_are_there(client: Client, refusing: str) -> None:
    assert client.get("/").status_code == 200


def test_one_signs_in(client: Client, ann: User, refusing: str) -> None:
    answer = form(client.get("/accounts/login/"), "login/").send(client, login="Ann", password=PASSWORD)
    assert (answer.status_code, answer.request["PATH_INFO"]) == (200, "/matches/")
    assert answer.context["user"] == ann


def test_a_wrong_password_is_an_answer_like_ever(client: Client, ann: User, refusing: str) -> None:
    answer = form(client.get("/accounts/login/"), "login/").send(client, login="Ann", password="guessed")
    assert (answer.status_code, answer.request["PATH_INFO"]) == (200, "/accounts/login/")


def test_a_visitor_tries_a_game(client: Client, refusing: str) -> None:
    answer = client.post("/try/en-garde", follow=True)
    assert answer.status_code == 200
    assert answer.request["PATH_INFO"] == Match.objects.get().get_absolute_url()


def test_a_move_is_made_by_page(match: Match, ann: User) -> None:
    browser = signed_in(ann)
    page = browser.get(match.get_absolute_url())
    assert page.status_code == 200
    submit = next(found for found in forms(page) if found.action.endswith("/submit"))
    assert submit.send(browser, move="F1").status_code == 200
    assert texts(match) == ["F1"]


def test_a_move_is_made_by_a_program(match: Match, ann: User) -> None:
    anns = program(ann)
    asked = anns.get(f"matches/{match.public_id}/")
    assert asked.status_code == 200
    done = anns.post(f"matches/{match.public_id}/submit/", move="F1", expected=asked.json()["serial"])
    assert (done.status_code, texts(match)) == (200, ["F1"])


def test_a_task_that_nobody_takes_is_logged_once_a_minute(refusing: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            broker.publish("accounts.tasks.deliver_due", [])
            cache.set("a", 1)
    told = sorted(each.name for each in caplog.records if each.name in ("accounts.broker", "fogsite.cache"))
    assert told == ["accounts.broker", "fogsite.cache"]


def test_health_says_that_redis_is_not_well(client: Client, refusing: str) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["parts"]["redis"]["ok"] is False

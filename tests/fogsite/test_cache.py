"""The cache keeps things, and may be lost."""

import logging

import pytest
from django.core.cache import cache

from fogsite.cache import breaker
from tests.parts import redis
from tests.parts.redis import Hanging


@pytest.mark.usefixtures("redis_server")
def test_the_cache_keeps_what_it_is_given() -> None:
    cache.set("a", [1, 2])
    cache.set_many({"b": 1, "c": 2})

    assert cache.get("a") == [1, 2]
    assert cache.get_many(["b", "c", "d"]) == {"b": 1, "c": 2}
    assert cache.add("a", 3) is False
    assert cache.incr("b") == 2
    assert cache.touch("a") is True
    assert cache.has_key("a") is True
    assert cache.delete("a") is True
    cache.delete_many(["b"])
    assert cache.get("b") is None
    cache.clear()
    assert cache.get("c") is None


def test_without_redis_every_operation_answers_as_if_nothing_were_stored() -> None:
    cache.set("a", 1)

    assert cache.get("a", "nothing") == "nothing"
    assert cache.get_many(["a"]) == {}
    assert cache.add("a", 1) is True
    assert cache.incr("a") == 1
    assert cache.set_many({"a": 1}) == ["a"]
    assert cache.touch("a") is False
    assert cache.has_key("a") is False
    assert cache.delete("a") is False
    cache.delete_many(["a"])
    cache.clear()


@pytest.mark.usefixtures("redis_server")
def test_counting_what_is_not_there_is_still_an_error() -> None:
    with pytest.raises(ValueError):
        cache.incr("unknown")


def test_a_redis_that_hangs_is_waited_for_once_and_not_by_every_operation(
    hanging_redis: Hanging, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(breaker, "rest", 3600.0)

    for _ in range(50):
        assert cache.get("a", "nothing") == "nothing"

    assert hanging_redis.asked() == 1


def test_an_outage_is_logged_once_a_minute(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    redis.forget_outages()
    monkeypatch.setattr(breaker, "rest", 0.0)

    with caplog.at_level(logging.WARNING, "fogsite.cache"):
        for _ in range(5):
            cache.get("a")

    assert len(caplog.records) == 1
    assert caplog.records[0].getMessage().startswith("The cache fails, going on without it: ")

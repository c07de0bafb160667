"""Who keeps the web busy: what is counted for whom, and when one network is said to do so alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from accounts import usage
from accounts.streams import redis_at

pytestmark = pytest.mark.xdist_group("redis")


class Clock:
    """A monotonic clock that each answer moves on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(usage, "monotonic", lambda: self.now)

    def answer(self, request: HttpRequest) -> HttpResponse:
        self.now += float(request.GET["lasts"])
        return HttpResponse(status=int(request.GET.get("status", 200)))

    def stream(self, request: HttpRequest) -> StreamingHttpResponse:
        return StreamingHttpResponse(self.parts(float(request.GET["lasts"])))

    def parts(self, lasts: float) -> Iterator[bytes]:
        for part in (b"one", b"two"):
            self.now += lasts / 2
            yield part


@pytest.fixture
def clock(redis_server: str, monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def ask(worker: usage.Usage, source: str, lasts: float, status: int = 200) -> None:
    worker(RequestFactory().get(f"/?lasts={lasts}&status={status}", REMOTE_ADDR=source))


def test_a_network_that_takes_half_of_the_time_keeps_the_web_busy(clock: Clock) -> None:
    one, other = usage.Usage(clock.answer), usage.Usage(clock.answer)
    for number in range(4):
        ask(one, f"192.0.2.{number}", 10)
        ask(other, f"198.51.{number}.1", 10)
    assert usage.one_network() == "192.0.2.0"


def test_many_networks_are_nobody(clock: Clock) -> None:
    worker = usage.Usage(clock.answer)
    for number in range(10):
        ask(worker, f"198.51.{number}.1", 10)
    assert usage.one_network() == ""


def test_little_is_nobodys_and_so_is_what_serves_nobody(clock: Clock) -> None:
    worker = usage.Usage(clock.answer)
    ask(worker, "192.0.2.1", 20)
    ask(worker, "192.0.2.1", 100, status=503)
    assert usage.one_network() == ""
    ask(worker, "192.0.2.1", 20)
    assert usage.one_network() == "192.0.2.0"


def test_a_stream_is_counted_to_its_end(clock: Clock) -> None:
    answer = usage.Usage(clock.stream)(RequestFactory().get("/?lasts=40", REMOTE_ADDR="192.0.2.1"))
    assert usage.one_network() == ""
    assert b"".join(answer) == b"onetwo"
    assert usage.one_network() == "192.0.2.0"


def test_a_stream_that_is_given_up_is_counted_until_then(clock: Clock) -> None:
    answer = usage.Usage(clock.stream)(RequestFactory().get("/?lasts=80", REMOTE_ADDR="192.0.2.1"))
    assert next(iter(answer)) == b"one"
    answer.close()
    assert usage._spent() == {"192.0.2.0": 40}


def test_with_ipv6_a_network_is_a_48(clock: Clock) -> None:
    worker = usage.Usage(clock.answer)
    for number in range(4):
        ask(worker, f"2001:db8:1:{number}::1", 10)
    assert usage.one_network() == "2001:db8:1::"


def test_what_was_spent_is_known_until_its_time_is_past_and_no_longer(clock: Clock) -> None:
    ask(usage.Usage(clock.answer), "192.0.2.1", 10)
    redis = redis_at(settings.REDIS_URL)
    (key,) = redis.scan_iter(f"{usage.PREFIX}*")
    assert usage.WINDOW < redis.ttl(key) <= usage.WINDOW * usage.WINDOWS


def test_without_redis_pages_are_answered_and_nobody_is_named(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    worker = usage.Usage(Clock(monkeypatch).answer)
    ask(worker, "192.0.2.1", 100)
    assert usage.one_network() == ""

"""Only so many count in a moving window of time, even if several processes count together."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
import time_machine
from django.conf import settings
from redis import Redis

from accounts import rates
from accounts.rates import Rate
from tests.parts.patience import PATIENCE

pytestmark = [pytest.mark.xdist_group("redis")]
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
THREE = Rate(3, 60, "user")


@pytest.fixture
def noon(redis_server: str) -> Any:
    """The time of day, which stands still unless it is shifted."""
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


def counted(number: int, key: str = "ann", rate: Rate = THREE) -> list[bool]:
    return [rates.count(key, rate) for _ in range(number)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("20/h/ip", [Rate(20, 3600, "ip")]),
        ("1/s/user, 2/m/key,3/d/ip", [Rate(1, 1, "user"), Rate(2, 60, "key"), Rate(3, 86400, "ip")]),
    ],
)
def test_rates_are_read(text: str, found: list[Rate]) -> None:
    assert rates.parse_rates(text) == found


@pytest.mark.parametrize("text", ["20", "20/h", "many/h/ip", "20/y/ip", "20/h/ip/key"])
def test_what_is_no_rate_is_refused(text: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        rates.parse_rates(text)


def test_each_of_our_limits_is_a_rate_by_something_we_count() -> None:
    found = {name: rates.parse_rates(text) for name, text in settings.LIMITS.items()}
    assert {rate.per for name, each in found.items() if name != "sign_in" for rate in each} == {
        *("user", "ip", "wide", "site", "known")
    }
    assert {rate.per for rate in found["sign_in"]} == {"ip", "key", "known"}


def test_so_many_are_counted_and_no_more(noon: Any) -> None:
    assert counted(5) == [True, True, True, False, False]


def test_each_key_is_counted_apart(noon: Any) -> None:
    counted(3)
    assert counted(1, "ben") == [True]


def test_the_window_moves_with_each_that_falls_out_of_it(noon: Any) -> None:
    for _ in range(3):
        counted(1)
        noon.shift(20)
    assert counted(2) == [True, False]  # the first is 60 seconds old
    noon.shift(19.9)
    assert counted(1) == [False]
    noon.shift(0.1)
    assert counted(2) == [True, False]


def test_what_was_refused_counts_for_nothing(noon: Any) -> None:
    counted(9)
    noon.shift(60)
    assert counted(4) == [True, True, True, False]


def test_the_time_to_wait_is_that_of_the_oldest_that_counts(noon: Any) -> None:
    assert rates.wait("ann", THREE) == 0
    counted(1)
    noon.shift(15)
    counted(1)
    assert rates.wait("ann", THREE) == 0
    counted(2)
    assert rates.wait("ann", THREE) == pytest.approx(45)
    noon.shift(45)
    assert rates.wait("ann", THREE) == 0


def test_nothing_at_all_is_a_rate_too(noon: Any) -> None:
    nothing = Rate(0, 60, "user")
    assert counted(1, rate=nothing) == [False]
    assert rates.wait("ann", nothing) == 0


def test_one_that_is_taken_back_makes_room_for_one(noon: Any) -> None:
    rates.uncount("ann")
    counted(3)
    rates.uncount("ann")
    assert counted(2) == [True, False]


def test_what_is_forgotten_is_counted_again(noon: Any) -> None:
    counted(3)
    rates.reset("ann")
    assert counted(4) == [True, True, True, False]


def test_many_who_count_at_once_are_counted_one_by_one(redis_server: str) -> None:
    begin = Barrier(12)

    def work(_: int) -> bool:
        begin.wait(PATIENCE)
        return rates.count("ann", THREE)

    with ThreadPoolExecutor(12) as pool:
        assert sorted(pool.map(work, range(12))) == [False] * 9 + [True] * 3


def test_what_counts_no_more_is_not_kept(redis_server: str) -> None:
    client = Redis.from_url(redis_server)
    counted(2)
    assert 0 < client.ttl(":1:rate:ann") <= 60
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=61)):
        counted(1)
    assert client.zcard(":1:rate:ann") == 1


def test_without_redis_nothing_is_counted_and_nobody_waits() -> None:
    assert counted(9) == [True] * 9
    assert counted(1, rate=Rate(0, 60, "user")) == [False]
    assert rates.wait("ann", THREE) == 0
    rates.uncount("ann")
    rates.reset("ann")

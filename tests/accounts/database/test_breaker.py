"""A service that fails is asked once, and then left alone for a while."""

from __future__ import annotations

import time

import pytest
import time_machine

from accounts.database.breaker import Breaker

REST = 5.0


class Service:
    """It answers with how often it was asked, or fails with `failure`."""

    failure: Exception | None = None
    asked = 0

    def __call__(self) -> int:
        self.asked += 1
        if self.failure:
            raise self.failure
        return self.asked


def _nobody(_failure: Exception) -> None:
    """Take a failure, and do nothing."""


class Clock:
    """The monotonic clock, standing still."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    standing = Clock()
    monkeypatch.setattr(time, "monotonic", standing)
    return standing


@pytest.fixture
def told() -> list[Exception]:
    """The failures that were told."""
    return []


@pytest.fixture
def breaker(clock: Clock, told: list[Exception]) -> Breaker:
    return Breaker(REST, (OSError, LookupError), told.append)


def failing(breaker: Breaker, failure: Exception) -> Service:
    """Return a service that has just failed."""
    service = Service()
    service.failure = failure
    assert breaker.attempt(service, -1) == -1
    return service


def test_a_service_that_answers_is_asked_every_time(breaker: Breaker, told: list[Exception]) -> None:
    service = Service()
    assert [breaker.attempt(service, -1) for _ in range(3)] == [1, 2, 3]
    assert told == []


def test_one_that_fails_is_not_asked_again_and_everybody_gets_the_other_answer(breaker: Breaker) -> None:
    service = failing(breaker, OSError("gone"))
    service.failure = None
    assert [breaker.attempt(service, number) for number in range(3)] == [0, 1, 2]
    assert service.asked == 1


def test_after_its_rest_it_is_asked_again(breaker: Breaker, clock: Clock) -> None:
    service = failing(breaker, OSError("gone"))
    service.failure = None
    clock.now += REST - 0.01
    assert breaker.attempt(service, -1) == -1
    clock.now += 0.01
    assert [breaker.attempt(service, -1) for _ in range(2)] == [2, 3]


def test_one_that_fails_again_rests_again_from_then_on(breaker: Breaker, clock: Clock) -> None:
    service = failing(breaker, OSError("gone"))
    clock.now += REST
    assert breaker.attempt(service, -1) == -1
    clock.now += REST - 0.01
    assert breaker.attempt(service, -1) == -1
    assert service.asked == 2


def test_every_failure_is_told_once_and_a_rest_is_not(breaker: Breaker, told: list[Exception], clock: Clock) -> None:
    gone, unknown = OSError("gone"), KeyError("unknown")
    service = failing(breaker, gone)
    breaker.attempt(service, -1)
    clock.now += REST
    failing(breaker, unknown)
    assert told == [gone, unknown]


def test_what_is_no_failure_of_the_service_is_for_the_caller(breaker: Breaker, told: list[Exception]) -> None:
    service = Service()
    service.failure = ValueError("not a number")
    with pytest.raises(ValueError, match="not a number"):
        breaker.attempt(service, -1)
    service.failure = None
    assert breaker.attempt(service, -1) == 2
    assert told == []


def test_each_breaker_stands_for_its_own_service(breaker: Breaker) -> None:
    failing(breaker, OSError("gone"))
    other = Breaker(REST, (OSError,), _nobody)
    assert other.attempt(Service(), -1) == 1


def test_a_clock_that_is_set_in_the_meantime_changes_no_rest() -> None:
    breaker = Breaker(REST, (OSError,), _nobody)
    with time_machine.travel(0, tick=False):
        service = failing(breaker, OSError("gone"))
    with time_machine.travel(10**9, tick=False):
        assert breaker.attempt(service, -1) == -1
    assert service.asked == 1

"""Counting what is done, within a moving window of time: 20 an hour are at most 20 in any 3600 seconds.

Counts are kept in Django's cache, under a lock, and nothing is counted while that is gone. A right password's count is
taken back, which the libraries that count cannot do. What many count at once needs no lock: it is counted in windows
that follow each other, so that twice as much may be done around the end of one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.core.cache import cache

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
HELD = 10
"""Seconds after which the lock of somebody who died is free again."""
MAX_WAIT = 1.0
"""Seconds for which somebody waits to count; then it counts as too much."""
PAUSE = 0.01
SHARED = {"wide", "site"}
"""What many count at once."""


@dataclass(frozen=True)
class Rate:
    """So many in so many seconds; `per` says what is counted apart: "user", "ip", "wide" (a network of many customers),
    "site" (all strangers together), "known" (a browser in which somebody has signed in) or "key"."""

    amount: int
    seconds: int
    per: str


def parsed(text: str) -> list[Rate]:
    """The rates that a text as "20/h/ip,60/h/user" names. Raises ValueError or KeyError for any other text."""
    return [_parsed(each.strip()) for each in text.split(",") if each.strip()]


def _parsed(text: str) -> Rate:
    amount, unit, per = text.split("/")
    return Rate(int(amount), UNITS[unit], per)


def count(key: str, rate: Rate) -> bool:
    """Count one more under a key; False where that is too much, and then it is not counted."""
    if rate.per in SHARED:
        return _count_shared(key, rate)
    with _held(key) as held:
        times = _times(key, rate)
        if not held or len(times) >= rate.amount:
            return False
        cache.set(key, [time.time(), *times], rate.seconds)
        return True


def take_back(key: str, rate: Rate) -> None:
    """Count one less; where somebody holds the count for long, it stays, which is never too little."""
    with _held(key) as held:
        if held and (times := _times(key, rate)):
            cache.set(key, times[1:], rate.seconds)


def wait(key: str, rate: Rate) -> float:
    """Seconds until one more may be counted; 0 where it may be now."""
    if rate.per in SHARED:
        is_full = cache.get(_window(key, rate), 0) >= rate.amount
        return rate.seconds - time.time() % rate.seconds if is_full else 0.0
    times = _times(key, rate)
    if rate.amount and len(times) >= rate.amount:
        return float(times[rate.amount - 1] + rate.seconds - time.time())
    return 0.0


def _count_shared(key: str, rate: Rate) -> bool:
    """As `count`, in a window."""
    window = _window(key, rate)
    cache.add(window, 0, rate.seconds)
    try:
        return cache.incr(window) <= rate.amount
    except ValueError:  # the window has just ended
        return True


def _window(key: str, rate: Rate) -> str:
    return f"{key}:{int(time.time() // rate.seconds)}"


def forget(key: str) -> None:
    """Begin to count anew."""
    cache.delete(key)


def _times(key: str, rate: Rate) -> list[float]:
    """When what still counts was done, the newest first."""
    begin = time.time() - rate.seconds
    return [when for when in cache.get(key, []) if when > begin]


@contextmanager
def _held(key: str) -> Iterator[bool]:
    """Keep others from counting under this key; whether that came about in time."""
    lock, ends = f"{key}:lock", time.monotonic() + MAX_WAIT
    while not cache.add(lock, True, HELD):
        if time.monotonic() >= ends:
            yield False
            return
        time.sleep(PAUSE)
    try:
        yield True
    finally:
        cache.delete(lock)

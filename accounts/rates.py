"""Counting what is done, within a moving window of time: 20 an hour are at most 20 in any 3600 seconds.

Counts are kept in Redis, and nothing is counted while that is gone. Each count is one step there (a script), so that no
two processes count past each other. A right password's count is taken back, which the libraries that count cannot do.
"""

import time
from dataclasses import dataclass
from typing import Protocol, TypeVar, cast
from uuid import uuid4

from django.core.cache import cache

T = TypeVar("T")
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}

# A sorted set holds what still counts, each by when it was done. KEYS[1]: the set; ARGV: now, how long it counts in
# seconds, how many may be in it, and a name of its own for the new one.
COUNT = """
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1] - ARGV[2])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
"""
TAKE_BACK = "return redis.call('ZPOPMAX', KEYS[1])"
# ARGV[1]: which of them, the newest being 0.
NTH_NEWEST = "return redis.call('ZREVRANGE', KEYS[1], ARGV[1], ARGV[1], 'WITHSCORES')"


class Scripts(Protocol):
    """What the cache can do beside what every cache of Django's can (`fogsite/cache.py`)."""

    def run(self, script: str, key: str, *values: float | str, otherwise: T) -> T: ...


@dataclass(frozen=True)
class Rate:
    """So many in so many seconds; `per` says what is counted apart: "user", "ip", "wide" (a network of many customers),
    "site" (all strangers together), "known" (a browser in which somebody has signed in) or "key"."""

    amount: int
    seconds: int
    per: str


def parse_rates(text: str) -> list[Rate]:
    """Return the rates that a text as "20/h/ip,60/h/user" names. Raises ValueError or KeyError for any other text."""
    return [_parsed(each.strip()) for each in text.split(",") if each.strip()]


def _parsed(text: str) -> Rate:
    amount, unit, per = text.split("/")
    return Rate(int(amount), UNITS[unit], per)


def count(key: str, rate: Rate) -> bool:
    """Count one more under a key. Return False where that is too much; then it is not counted."""
    values = (time.time(), rate.seconds, rate.amount, uuid4().hex)
    return rate.amount > 0 and _run(COUNT, key, *values, otherwise=1) == 1


def uncount(key: str) -> None:
    """Count one less."""
    _run(TAKE_BACK, key, otherwise=None)


def wait(key: str, rate: Rate) -> float:
    """Return the seconds until one more may be counted; 0 where it may be now."""
    if not rate.amount:
        return 0.0
    found = _run(NTH_NEWEST, key, rate.amount - 1, otherwise=list[bytes]())
    return max(0.0, float(found[1]) + rate.seconds - time.time()) if found else 0.0


def reset(key: str) -> None:
    """Begin the count again."""
    cache.delete(_name(key))


def _run(script: str, key: str, *values: float | str, otherwise: T) -> T:
    return cast(Scripts, cache).run(script, _name(key), *values, otherwise=otherwise)


def _name(key: str) -> str:
    return f"rate:{key}"

"""A cache that may be lost: without Redis every page still works, a little slower and unthrottled.

So it does with one that answers and refuses: because it is full, a replica, still loading, or wants a password.
"""

import logging
import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

T = TypeVar("T")


class Outage:
    """Remembers that Redis failed, so that not every operation waits for it."""

    REST = 5.0  # seconds in which Redis is not asked again: a hanging one costs each operation its whole timeout

    def __init__(self) -> None:
        self.until = 0.0

    def is_on(self) -> bool:
        return time.monotonic() < self.until

    def begin(self, error: Exception) -> None:
        self.until = time.monotonic() + self.REST
        log.warning("The cache fails, going on without it: %s", error)


outage = Outage()


def attempt(operation: Callable[[], T], miss: T) -> T:
    """The operation's result, or `miss` while Redis is out of reach or refuses."""
    if outage.is_on():
        return miss
    try:
        return operation()
    except (RedisError, OSError) as error:
        outage.begin(error)
        return miss


class FailOpenRedisCache(RedisCache):
    """Django's Redis cache, in which an operation that Redis does not do answers as if nothing were stored."""

    def add(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """True where Redis is gone: a throttle asks `add` whether it is the first, and in doubt it is."""
        return attempt(lambda: super(FailOpenRedisCache, self).add(key, value, timeout, version), True)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return attempt(lambda: super(FailOpenRedisCache, self).get(key, default, version), default)

    def set(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        attempt(lambda: super(FailOpenRedisCache, self).set(key, value, timeout, version), None)

    def touch(self, key: str, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return attempt(lambda: super(FailOpenRedisCache, self).touch(key, timeout, version), False)

    def delete(self, key: str, version: int | None = None) -> bool:
        return attempt(lambda: super(FailOpenRedisCache, self).delete(key, version), False)

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        return attempt(lambda: super(FailOpenRedisCache, self).get_many(keys, version), {})

    def has_key(self, key: str, version: int | None = None) -> bool:
        return attempt(lambda: super(FailOpenRedisCache, self).has_key(key, version), False)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """The new count, or `delta` (a first count) where Redis is gone. Raises ValueError where the key is not set."""
        return attempt(lambda: super(FailOpenRedisCache, self).incr(key, delta, version), delta)

    def set_many(
        self, data: dict[str, Any], timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[str]:
        return attempt(lambda: super(FailOpenRedisCache, self).set_many(data, timeout, version), list(data))

    def delete_many(self, keys: Iterable[str], version: int | None = None) -> None:
        attempt(lambda: super(FailOpenRedisCache, self).delete_many(keys, version), None)

    def clear(self) -> None:
        attempt(lambda: super(FailOpenRedisCache, self).clear(), None)

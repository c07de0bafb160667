"""A cache that may be lost: without Redis every page still works, a little slower and unthrottled.

So it does with one that answers and refuses: because it is full, a replica, still loading, or wants a password.
"""

import logging
from collections.abc import Iterable
from functools import partial
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from prometheus_client import Counter
from redis.exceptions import RedisError

from accounts import metrics
from accounts.database.breaker import Breaker

T = TypeVar("T")
log = logging.getLogger(__name__)

REST = 5.0
"""Seconds for which Redis is not asked again: one that hangs costs each operation its whole timeout."""

NOTHING = object()
"""Shown where a value is missing."""
READS = Counter("fogsite_cache_reads", "Values that were looked for in the cache.", ["result"])

breaker = Breaker(REST, (RedisError, OSError), partial(log.warning, "The cache fails, going on without it: %s"))


class FailOpenRedisCache(RedisCache):
    """Django's Redis cache, in which an operation that Redis does not do answers as if nothing were stored."""

    def add(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Add a value; return True if Redis is gone.

        A throttle asks `add` whether it is the first, and in doubt it is.
        """
        return breaker.attempt(lambda: super(FailOpenRedisCache, self).add(key, value, timeout, version), True)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        found = breaker.attempt(lambda: super(FailOpenRedisCache, self).get(key, NOTHING, version), NOTHING)
        metrics.count_one(READS, "miss" if found is NOTHING else "hit")
        return default if found is NOTHING else found

    def set(self, key: str, value: Any, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        breaker.attempt(lambda: super(FailOpenRedisCache, self).set(key, value, timeout, version), None)

    def touch(self, key: str, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return breaker.attempt(lambda: super(FailOpenRedisCache, self).touch(key, timeout, version), False)

    def delete(self, key: str, version: int | None = None) -> bool:
        return breaker.attempt(lambda: super(FailOpenRedisCache, self).delete(key, version), False)

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        return breaker.attempt(lambda: super(FailOpenRedisCache, self).get_many(keys, version), {})

    def has_key(self, key: str, version: int | None = None) -> bool:
        return breaker.attempt(lambda: super(FailOpenRedisCache, self).has_key(key, version), False)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Return the new count, or `delta` (a first count) where Redis is gone.

        Raises ValueError where the key is not set.
        """
        return breaker.attempt(lambda: super(FailOpenRedisCache, self).incr(key, delta, version), delta)

    def set_many(
        self, data: dict[str, Any], timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[str]:
        return breaker.attempt(lambda: super(FailOpenRedisCache, self).set_many(data, timeout, version), list(data))

    def delete_many(self, keys: Iterable[str], version: int | None = None) -> None:
        breaker.attempt(lambda: super(FailOpenRedisCache, self).delete_many(keys, version), None)

    def run(self, script: str, key: str, *values: float | str, otherwise: T) -> T:
        """Run a script on a key, as one step. Return what it returns, or `otherwise` where Redis is gone."""
        client = self._cache.get_client(key, write=True)
        return breaker.attempt(lambda: client.eval(script, 1, self.make_and_validate_key(key), *values), otherwise)

    def clear(self) -> None:
        breaker.attempt(lambda: super(FailOpenRedisCache, self).clear(), None)

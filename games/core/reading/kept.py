"""What takes long to count, kept for a while in the cache, the same for every reader."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache import cache

T = TypeVar("T")


def cached(key: str, seconds: int, count: Callable[[], T]) -> T:
    """Return what was counted within so many seconds, plain values; without Redis count again at each call."""
    found: Any = cache.get_or_set(key, count, seconds)
    counted: T = found
    return counted

"""How many people watch a match that runs: a number that Redis keeps for a minute, and nowhere who they are."""

import logging
from collections.abc import Collection
from functools import partial
from time import time

from django.conf import settings
from django.utils.crypto import salted_hmac

from accounts.database.breaker import Breaker
from accounts.streams import REST, redis_at

logger = logging.getLogger(__name__)

PRESENT = 75
"""Seconds for which somebody counts whose page has asked for news."""
MAX_COUNTED = 999
"""Watchers that are told of at most."""

breaker = Breaker(REST, (Exception,), partial(logger.warning, "Nobody counts who watches: %r"))


def count_watcher(public_id: str, who: str) -> int:
    """Count somebody among those who watch a match, by what tells people apart; the number of all, 1 without Redis."""
    mark = salted_hmac("watchers", f"{public_id} {who}").hexdigest()[:16]
    return breaker.attempt(partial(_noted, f"watchers:{public_id}", mark), 1)


def watcher_number(public_id: str) -> int:
    """Return how many watch a match, 0 without Redis."""
    return watcher_numbers([public_id])[public_id]


def watcher_numbers(public_ids: Collection[str]) -> dict[str, int]:
    """Return how many watch each of these matches, asked at once; 0 without Redis."""
    nobody = dict.fromkeys(public_ids, 0)
    return breaker.attempt(partial(_numbers, public_ids), nobody) if public_ids else nobody


def _noted(key: str, mark: str) -> int:
    now = time()
    pipe = redis_at(settings.REDIS_URL).pipeline(transaction=False)
    pipe.zadd(key, {mark: now})
    pipe.zremrangebyscore(key, "-inf", now - PRESENT)
    pipe.zcard(key)
    pipe.expire(key, PRESENT)
    return min(int(pipe.execute()[2]), MAX_COUNTED)


def _numbers(public_ids: Collection[str]) -> dict[str, int]:
    pipe = redis_at(settings.REDIS_URL).pipeline(transaction=False)
    since = time() - PRESENT
    for public_id in public_ids:
        pipe.zcount(f"watchers:{public_id}", since, "+inf")
    return {each: min(int(count), MAX_COUNTED) for each, count in zip(public_ids, pipe.execute(), strict=True)}

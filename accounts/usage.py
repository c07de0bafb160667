"""Who keeps the web busy: how long its workers have answered for each wider network within the last minutes.

By this a site that is busy with one network is told from one that answers nobody
(`games/core/services/public_check.py`). Each worker adds up what it has done and hands it to Redis now and then;
without Redis nobody is known to keep anything busy.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from http import HTTPStatus
from time import monotonic, time
from typing import cast

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponseBase, StreamingHttpResponse
from redis import RedisError

from accounts import limits
from accounts.database.breaker import Breaker
from accounts.streams import redis_at

logger = logging.getLogger(__name__)

WINDOW = 60
WINDOWS = 2
"""Seconds that are added up together, and how many of them are looked at: what runs and the one before."""
PREFIX = "usage:"
HANDED_OVER = 5.0
"""Seconds after which a worker hands over what it has added up."""
REST = 30.0
FULL = 30.0
"""Seconds of workers' time within all windows below which nobody is said to keep them busy."""

breaker = Breaker(REST, (RedisError, OSError), partial(logger.warning, "Not noted who keeps the web busy: %r"))


Seconds = dict[str, float]
"""Of workers' time, by network."""


class Usage:
    """Adds up the time of pages that are answered, streams to their end, but not of answers by which nobody is
    served."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.spent: Seconds = defaultdict(float)
        self.handed_over = monotonic()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begin = monotonic()
        response = self.get_response(request)
        if response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
            network = limits.wide_network(request)
            self._count(network, monotonic() - begin)
            # The server sends files by itself.
            if isinstance(response, StreamingHttpResponse) and not isinstance(response, FileResponse):
                response.streaming_content = self._counted(network, cast(Iterator[bytes], response.streaming_content))
        return response

    def _counted(self, network: str, parts: Iterable[bytes]) -> Iterator[bytes]:
        """Pass on the parts of an answer, and count how long they take to be worked out and sent."""
        begin = monotonic()
        try:
            yield from parts
        finally:
            self._count(network, monotonic() - begin)

    def _count(self, network: str, seconds: float) -> None:
        self.spent[network] += seconds
        now = monotonic()
        if now - self.handed_over >= HANDED_OVER:
            spent = self.spent
            self.spent = defaultdict(float)
            self.handed_over = now
            breaker.attempt(partial(_add, spent), None)


def _add(spent: Seconds) -> None:
    key = f"{PREFIX}{_window()}"
    pipe = redis_at(settings.REDIS_URL).pipeline(transaction=False)
    for network, seconds in spent.items():
        pipe.hincrbyfloat(key, network, seconds)
    pipe.expire(key, WINDOW * WINDOWS)
    pipe.execute()


def one_network() -> str:
    """Return the network that alone has kept the web busy, for at least half of the time that was spent; "" where none
    has.
    """
    nothing: Seconds = {}
    spent = breaker.attempt(_spent, nothing)
    total = sum(spent.values())
    most = max(spent, key=spent.__getitem__, default="")
    return most if total >= FULL and spent[most] >= total / 2 else ""


def _spent() -> Seconds:
    """Return what was spent within the windows."""
    found: Seconds = defaultdict(float)
    redis = redis_at(settings.REDIS_URL)
    now = _window()
    for window in range(now - WINDOWS + 1, now + 1):
        for network, seconds in cast(dict[bytes, bytes], redis.hgetall(f"{PREFIX}{window}")).items():
            found[network.decode()] += float(seconds)
    return found


def _window() -> int:
    return int(time() // WINDOW)

"""Requests, counted by the name of their view: never by their address, which may be a secret or name somebody."""

from collections.abc import Callable
from time import perf_counter

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBase
from prometheus_client import Counter, Gauge, Histogram

from accounts import metrics
from fogsite.metrics import folder

NONE = "none"
"""The label of requests that lead to no view."""
STATIC = "static"
"""The label of requests for static files."""
READS = {"GET", "HEAD", "OPTIONS"}
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
"""Seconds."""

REQUESTS = Counter("fogsite_requests", "Requests that were answered.", ["view", "method", "status"])
SECONDS = Histogram("fogsite_request_seconds", "Time until an answer.", ["view", "method"], buckets=BUCKETS)
RUNNING = Gauge("fogsite_requests_running", "Processes that work on a request.", multiprocess_mode="livesum")


class Requests:
    """Counts requests, and how long they take. Where nothing is counted it is no part of the chain."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not folder.counts_here():
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        metrics.show_number(RUNNING, 1)
        begun = perf_counter()
        try:
            response = self.get_response(request)
        finally:
            metrics.show_number(RUNNING, 0)
        view = view_of(request)
        method = "read" if request.method in READS else "write"
        metrics.observe(SECONDS, perf_counter() - begun, view, method)
        metrics.count_one(REQUESTS, view, method, response.status_code)
        return response


def view_of(request: HttpRequest) -> str:
    """Return the name of the view that answered."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name
    return STATIC if request.path_info.startswith(f"/{settings.STATIC_URL.strip('/')}/") else NONE

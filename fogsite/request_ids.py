"""The id of a request: in nginx's log, in ours, in that of the workers, and on the page that says that we failed.

It belongs to a context, so that no function has to hand it on. A task that a request publishes has the same id. A task
that beat sends has one of its own.
"""

import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, NamedTuple

from django.conf import settings
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponseBase

HEADER = "X-Request-ID"
WELL_FORMED = re.compile("[0-9a-f]{32}", re.ASCII)


class Work(NamedTuple):
    """A request or a task that this thread is busy with."""

    id: str = ""
    view: str = ""
    """The name of its view, or the function if the address has no name; "" until it is found, and for tasks."""
    task: str = ""
    """The name of the task; "" for requests."""


NOTHING = Work()

_work = ContextVar("work", default=NOTHING)


def current_work() -> Work:
    """Return what this thread is busy with; `NOTHING` if with neither."""
    return _work.get()


def begin_work(work: Work) -> None:
    """Note what this thread is busy with from now on."""
    _work.set(work)


def end_work(**_: Any) -> None:
    """Note that this thread is busy with nothing any more."""
    _work.set(NOTHING)


def request_id_of(text: str) -> str:
    """Return the id that the proxy gave to a request, or a new one.

    A visitor may send anything, so only the proxy's word is taken, and only if it looks like an id.
    """
    return text if settings.BEHIND_PROXY and WELL_FORMED.fullmatch(text) else secrets.token_hex(16)


class RequestIds:
    """Gives each request its id, and each answer the id of its request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request_id = request_id_of(request.META.get("HTTP_X_REQUEST_ID", ""))
        begin_work(Work(request_id))
        response = self.get_response(request)
        response.headers[HEADER] = request_id
        return response

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        match = request.resolver_match
        begin_work(Work(current_work().id, view=match.view_name if match else ""))


# Django logs an answer of 400 and more after the last middleware has returned it. So the id stays until the answer has
# been sent.
request_finished.connect(end_work)

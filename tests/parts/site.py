"""The site and its streams at one address in this process, as `make run` has them: for the browsers of tests."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from a2wsgi import WSGIMiddleware
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.handlers.wsgi import WSGIHandler

from fogsite import asgi
from tests.parts.patience import until
from tests.parts.ports import free_port


class Site:
    """Streams, pages and static files."""

    def __init__(self) -> None:
        self.pages: Any = WSGIMiddleware(StaticFilesHandler(WSGIHandler()))  # type: ignore[arg-type]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        of_streams = scope["type"] == "lifespan" or scope["path"] in (asgi.PATH, asgi.OF_PROGRAMS)
        await (asgi.application if of_streams else self.pages)(scope, receive, send)


@contextmanager
def served() -> Iterator[str]:
    """Run the site while the `with` lasts; yield its address."""
    port = free_port()
    config = uvicorn.Config(Site(), port=port, log_level="error", access_log=False, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until(lambda: server.started, lambda: "the site does not start")
    try:
        yield f"http://localhost:{port}"
    finally:
        server.should_exit = True
        thread.join(30)

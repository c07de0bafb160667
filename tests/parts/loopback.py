"""A server of our own machine, to which is posted what leads outside."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from email.message import Message
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Take = Callable[[str, Message, bytes], HTTPStatus]
"""Takes path, headers and body of a post, and says what it is answered."""


@contextmanager
def posted_to(take: Take) -> Iterator[str]:
    """Run a server while the `with` lasts; yield its address."""

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = take(self.path, self.headers, body)
            with suppress(OSError):  # who waited may have died
                self.send_response(status)
                self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()

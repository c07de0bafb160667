"""A server that takes posts, as webhooks and push services do, and can fall silent between a post and its answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.message import Message
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Receiver:
    """Its address, and the headers of every post it has taken; while it is silent none is answered, and `silent` is
    set once somebody waits."""

    def __init__(self) -> None:
        self.address = ""
        self.taken: list[Message] = []
        self.silent = threading.Event()
        self.answers = threading.Event()
        self.answers.set()

    def silence(self) -> None:
        """From now on whoever posts waits."""
        self.silent.clear()
        self.answers.clear()

    def heal(self) -> None:
        self.answers.set()

    def take(self, headers: Message) -> None:
        self.taken.append(headers)
        if not self.answers.is_set():
            self.silent.set()
            self.answers.wait()


@contextmanager
def receiver() -> Iterator[Receiver]:
    """The server, while it runs."""
    found = Receiver()

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            found.take(self.headers)
            with suppress(OSError):  # who waited may have died
                self.send_response(HTTPStatus.CREATED)
                self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    found.address = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield found
    finally:
        found.heal()
        server.shutdown()
        server.server_close()

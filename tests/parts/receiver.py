"""A server that takes posts, as webhooks and push services do, and can fall silent between a post and its answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from http import HTTPStatus

from tests.parts.loopback import posted_to


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
        """Let everybody who posts wait, from now on."""
        self.silent.clear()
        self.answers.clear()

    def heal(self) -> None:
        self.answers.set()

    def take(self, _path: str, headers: Message, _body: bytes) -> HTTPStatus:
        self.taken.append(headers)
        if not self.answers.is_set():
            self.silent.set()
            self.answers.wait()
        return HTTPStatus.CREATED


@contextmanager
def receiver() -> Iterator[Receiver]:
    """Run the server while the `with` lasts."""
    found = Receiver()
    with posted_to(found.take) as found.address:
        try:
            yield found
        finally:
            found.heal()

"""A browser's stream of events through the proxy, with what has come of it and when it ended."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from http.client import HTTPConnection
from types import TracebackType

from tests.attacks.visitor import Lines, Visitor
from tests.parts.production import HOST

PATIENCE = 30
"""Seconds in which what must come has come, on a machine that does much else."""


class Stream:
    """What a visitor hears at `/stream/` while the `with` lasts: `words` are the matches that have something new.

    `status` is what the request is answered with; `ended` when the service has ended it, by the monotonic clock.
    """

    def __init__(self, visitor: Visitor, lines: Lines = ()) -> None:
        self.visitor, self.lines = visitor, lines
        self.connection = HTTPConnection(HOST)
        self.words: list[str] = []
        self.ended = 0.0
        self.grown = threading.Condition()
        self.reader = threading.Thread(target=self._read, daemon=True)

    def __enter__(self) -> Stream:
        cookies = "; ".join(f"{name}={value}" for name, value in self.visitor.cookies.items())
        self.connection.sock = self.socket = self.visitor.production.connect(self.visitor.source)
        self.connection.request("GET", "/stream/", headers=dict([("Host", HOST), ("Cookie", cookies), *self.lines]))
        self.answer = self.connection.getresponse()
        self.reader.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with suppress(OSError):  # the other side may be gone
            self.socket.shutdown(socket.SHUT_RDWR)
        self.reader.join()
        self.answer.close()
        self.connection.close()

    @property
    def status(self) -> int:
        return self.answer.status

    def _read(self) -> None:
        try:
            for line in self.answer:
                if line.startswith(b"data: "):
                    self._note(line.decode().removeprefix("data: ").strip())
        except OSError:
            pass  # cut off, by either side
        with self.grown:
            self.ended = time.monotonic()
            self.grown.notify_all()

    def _note(self, word: str) -> None:
        with self.grown:
            self.words.append(word)
            self.grown.notify_all()

    def await_word(self) -> str:
        """Return the first word that comes, or has come; "" where none does."""
        with self.grown:
            self.grown.wait_for(lambda: self.words, PATIENCE)
            return self.words[0] if self.words else ""

    def ends(self) -> bool:
        """Say whether the service ends it."""
        with self.grown:
            return self.grown.wait_for(lambda: bool(self.ended), PATIENCE)

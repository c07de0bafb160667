"""A mail server that notes each letter before it says yes, and can be made to fail as mail servers do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from typing import NamedTuple

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.parts.mail import MailServer


class Arrival(NamedTuple):
    """A letter: when it came, in seconds since the epoch, its Message-ID, and to whom it went."""

    at: float
    name: str
    address: str


class Sink(MailServer):
    """A mail server that gives every recipient `answer` while it's set, and takes `slowness` seconds a letter.

    `silence("data")` keeps a sender waiting for the yes to a letter that has arrived. `unanswered` are the Message-IDs
    of all such letters. Only these may come a second time.
    """

    def __init__(self) -> None:
        super().__init__()
        self.arrivals: list[Arrival] = []
        self.unanswered: set[str] = set()
        self.answer, self.slowness = "", 0.0

    def heal(self) -> None:
        super().heal()
        self.answer, self.slowness = "", 0.0

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, rcpt_options: list[str]
    ) -> str:
        return self.answer or await super().handle_RCPT(server, session, envelope, address, rcpt_options)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        await asyncio.sleep(self.slowness)
        assert isinstance(envelope.content, bytes)
        name = str(message_from_bytes(envelope.content)["Message-ID"]).strip()
        self.arrivals.append(Arrival(time.time(), name, envelope.rcpt_tos[0].lower()))
        if self.silent_at == "data":
            self.unanswered.add(name)
        await self.reach("data")
        return "250 OK"

    @contextmanager
    def down(self) -> Iterator[None]:
        """Let nothing listen at its port while the `with` lasts."""
        port = self.controller.port
        self.stop()
        yield
        self.controller = type(self.controller)(self, hostname="127.0.0.1", port=port, ready_timeout=10)
        self.start()

    def arrived_after(self, moment: float) -> float | None:
        """Return when the first letter since a moment came."""
        return min((arrival.at for arrival in self.arrivals if arrival.at >= moment), default=None)

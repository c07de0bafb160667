"""A mail server that notes what each letter says, and takes nothing for people whose mailbox fails now."""

from __future__ import annotations

import re
from datetime import datetime
from email import message_from_bytes, policy
from zoneinfo import ZoneInfo

from aiosmtpd.smtp import SMTP, Envelope, Session
from django.utils import timezone

from tests.month.book import REMINDER, TURN, Book, Letter
from tests.parts.mail import MailServer

KINDS = {"Your turn: ": TURN, "Your time is running out: ": REMINDER}
MATCH = re.compile(r"/m/(\w+)/")
UNTIL = re.compile(r"You have until (\w+, \d+ \w+ \d+, \d+:\d+) \((\S+)\)")


class Sink(MailServer):
    """A sink that writes into a book, by the clock of this process. Letters come while the clock is held still."""

    def __init__(self) -> None:
        super().__init__()
        self.book = Book()

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, rcpt_options: list[str]
    ) -> str:
        habit = self.book.people.get(int(address.partition("@")[0]))
        if habit is not None and habit.is_deaf(timezone.now()):
            return "451 The mailbox takes nothing just now"
        return await super().handle_RCPT(server, session, envelope, address, rcpt_options)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        self.book.letters.append(read(envelope.content, envelope.rcpt_tos[0], timezone.now()))
        return "250 OK"


def read(content: bytes, address: str, at: datetime) -> Letter:
    """Return a letter as its reader understands it."""
    message = message_from_bytes(content, policy=policy.default)
    body = message.get_body(["plain"])
    text = "" if body is None else body.get_content()
    kind = next((kind for words, kind in KINDS.items() if str(message["Subject"]).startswith(words)), "")
    match, until = MATCH.search(text), UNTIL.search(" ".join(text.split()))
    return Letter(address, match.group(1) if match else "", kind, at, _moment(*until.groups()) if until else None)


def _moment(text: str, zone: str) -> datetime:
    return datetime.strptime(text, "%A, %d %B %Y, %H:%M").replace(tzinfo=ZoneInfo(zone))

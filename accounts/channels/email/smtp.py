"""Talking to a mail server: one conversation for many letters, none of them longer than it may be."""

import io
import smtplib
from contextlib import suppress
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend
from django.core.mail.message import utf8_charset_qp

LETTERS_A_CONVERSATION = 100
"""Letters by one connection; some servers want no more."""
QUOTED_PRINTABLE: Any = utf8_charset_qp
"""How letters with other signs than ASCII are written: not every server takes eight bits (RFC 6152)."""
GOODBYE = 5.0
"""Seconds in which a server may say goodbye."""


class SmtpBackend(EmailBackend):
    """Django's, with a limit for the whole of a conversation, not just for each word of it.

    Reaching the server ends after EMAIL_TIMEOUT, a letter after EMAIL_LETTER_TIMEOUT. A connection that was opened is
    kept from letter to letter, until it is closed.
    """

    connection: "TimedConnection | None"
    letters = 0
    idle = False

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return TimedSSL if self.use_ssl else TimedConnection

    def open(self) -> bool | None:
        if self.connection and self.idle and not self._takes_more(self.connection):
            self.close()
        self.idle = False
        opened = super().open()
        if opened:
            self.letters = 0
        return opened

    def _takes_more(self, connection: "TimedConnection") -> bool:
        """Say whether the server still listens and may be given another letter."""
        connection.allow(GOODBYE)
        with suppress(OSError, smtplib.SMTPException):
            return self.letters < LETTERS_A_CONVERSATION and connection.noop()[0] == 250
        return False

    def _send(self, email_message: EmailMessage) -> bool:
        if self.connection:
            self.connection.allow(settings.EMAIL_LETTER_TIMEOUT)
        if not email_message.message().as_bytes().isascii():
            email_message.encoding = QUOTED_PRINTABLE
        self.letters = self.letters + 1
        self.idle = True
        return bool(super()._send(email_message))  # type: ignore[misc]  # Django's types leave it out

    def _close_connection(self, connection: "TimedConnection") -> None:
        connection.allow(GOODBYE)
        super()._close_connection(connection)  # type: ignore[misc]


class TimedConnection(smtplib.SMTP):
    """A plain connection, or one that becomes encrypted; it gives up at a moment, however slowly the server speaks."""

    def __init__(self, *args: Any, **given: Any) -> None:
        self.allow(given["timeout"])
        super().__init__(*args, **given)

    def allow(self, seconds: float) -> None:
        """Let what comes now last so long."""
        self.deadline = monotonic() + seconds

    def hurry(self) -> None:
        """Let the socket wait no longer than is allowed. Raises TimeoutError where the time is over."""
        left = self.deadline - monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        if self.sock:
            self.sock.settimeout(left)

    def send(self, s: Any) -> None:
        try:
            self.hurry()
        except TimeoutError as error:
            self.close()
            raise smtplib.SMTPServerDisconnected(str(error)) from error
        super().send(s)

    def getreply(self) -> tuple[int, bytes]:
        if self.file is None:
            self.file = io.BufferedReader(_Replies(self))
        return super().getreply()


class TimedSSL(TimedConnection, smtplib.SMTP_SSL):
    """A connection that is encrypted from the first."""


class _Replies(io.RawIOBase):
    """What the server says, however few bytes at a time."""

    def __init__(self, server: TimedConnection) -> None:
        self.server = server

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.server.hurry()
        assert self.server.sock is not None
        return self.server.sock.recv_into(buffer)

"""Conversations with a mail server: many letters in one, none without an end."""

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection

from accounts.channels import Rejection
from accounts.channels.email import smtp, transport
from accounts.channels.email.url import mail_settings
from tests.parts.mail import MailServer


@pytest.fixture
def backend(settings: Any, smtp_server: MailServer) -> Iterator[smtp.SmtpBackend]:
    """What the service sends by, at a real server."""
    use(settings, smtp_server.url)
    made = get_connection()
    assert isinstance(made, smtp.SmtpBackend)
    yield made
    made.close()


def use(settings: Any, url: str) -> None:
    for name, value in mail_settings(url).items():
        setattr(settings, name, value)


def letter(number: int = 1) -> EmailMessage:
    return EmailMessage(f"Letter {number}", "Hello", to=["ann@example.org"])


def send(backend: smtp.SmtpBackend, *numbers: int) -> None:
    for number in numbers:
        backend.open()
        assert backend.send_messages([letter(number)]) == 1


def test_many_letters_go_by_one_connection(backend: smtp.SmtpBackend, smtp_server: MailServer) -> None:
    send(backend, 1, 2, 3)
    assert [each["Subject"] for each in smtp_server.letters] == ["Letter 1", "Letter 2", "Letter 3"]
    assert len(smtp_server.conversations) == 1


@pytest.fixture
def strict_server() -> Iterator[MailServer]:
    """A server that does not take eight bits."""
    server = MailServer(seven_bit=True)
    server.start()
    yield server
    server.stop()


LONG = "Zug um Zug, " * 200
BODIES = ["Hello", "Schöne Grüße", "お知らせ " * 300, "😀 = 100 %", LONG, f"{LONG}ü", "https://example.org/?a=1&b=ü"]


@pytest.mark.parametrize("text", BODIES)
def test_a_server_that_takes_no_eight_bits_gets_every_letter_as_it_was_written(
    settings: Any, strict_server: MailServer, text: str
) -> None:
    use(settings, strict_server.url)
    message = EmailMultiAlternatives("Grüße", text, "Sëaled <we@example.org>", to=["ann@example.org"])
    message.attach_alternative(f"<p>{text}</p>", "text/html")
    assert message.send() == 1
    [letter], [written] = strict_server.letters, strict_server.written
    assert [part.get_content().strip() for part in letter.iter_parts()] == [text.strip(), f"<p>{text}</p>"]
    assert {part["Content-Transfer-Encoding"] for part in letter.iter_parts()} <= {"7bit", "quoted-printable"}
    assert (letter["Subject"], letter["From"]) == ("Grüße", "Sëaled <we@example.org>")
    assert written.isascii()
    assert max(map(len, written.splitlines())) <= 998


def test_after_so_many_it_is_another(
    backend: smtp.SmtpBackend, smtp_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "LETTERS_A_CONVERSATION", 2)
    send(backend, 1, 2, 3, 4, 5)
    assert (len(smtp_server.letters), len(smtp_server.conversations)) == (5, 3)


def test_a_connection_that_the_server_has_ended_is_made_again(
    backend: smtp.SmtpBackend, smtp_server: MailServer
) -> None:
    send(backend, 1)
    smtp_server.controller.hang_up()
    send(backend, 2)
    assert [each["Subject"] for each in smtp_server.letters] == ["Letter 1", "Letter 2"]


def test_a_server_that_falls_silent_is_given_up(
    backend: smtp.SmtpBackend, smtp_server: MailServer, settings: Any
) -> None:
    settings.EMAIL_LETTER_TIMEOUT = 0.3
    smtp_server.silence("data")
    backend.open()
    with pytest.raises(OSError, match="timed out"):
        backend.send_messages([letter()])
    smtp_server.heal()
    backend.close()
    settings.EMAIL_LETTER_TIMEOUT = 40
    send(backend, 2)
    assert smtp_server.letters[-1]["Subject"] == "Letter 2"


class Dribbling:
    """A server that says one letter after another, without pause and without end."""

    def __init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.talk, daemon=True)
        self.thread.start()

    def talk(self) -> None:
        client, _ = self.listening.accept()
        with client:
            while not self.over.wait(0.01):
                try:
                    client.sendall(b"2")
                except OSError:
                    return

    def stop(self) -> None:
        self.over.set()
        self.thread.join(5)
        self.listening.close()


def test_a_server_that_never_ends_its_sentence_is_given_up(settings: Any) -> None:
    server = Dribbling()
    use(settings, f"smtp://127.0.0.1:{server.listening.getsockname()[1]}")
    settings.EMAIL_TIMEOUT = 0.5
    try:
        with pytest.raises(OSError, match="timed out"):
            get_connection().open()
    finally:
        server.stop()


@pytest.mark.parametrize("security", ["smtp+tls", "smtp+ssl"])
def test_encrypted_connections_have_the_same_end(settings: Any, security: str) -> None:
    use(settings, f"{security}://mail.example.org")
    kind = get_connection().connection_class  # type: ignore[attr-defined]
    assert issubclass(kind, smtp.TimedConnection)
    assert kind.send is smtp.TimedConnection.send


def test_a_server_that_cannot_be_reached_is_a_refusal_that_may_pass(settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    use(settings, f"smtp://127.0.0.1:{port}")
    with pytest.raises(ConnectionRefusedError) as error:
        get_connection().open()
    refusal = transport.explain(error.value)
    assert isinstance(refusal, Rejection)
    assert (refusal.permanent, refusal.of_all) == (False, False)

"""The drill's mail server notes what it takes, and fails as it is told."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.drill.sink import Sink

LETTER = "Message-ID: <1@example.org>\r\n\r\nYour turn.\r\n"


@pytest.fixture
def sink() -> Iterator[Sink]:
    server = Sink()
    server.start()
    yield server
    server.stop()


def send(sink: Sink) -> None:
    with smtplib.SMTP("127.0.0.1", sink.controller.port, timeout=20) as client:
        client.sendmail("games@example.org", ["Ann@example.org"], LETTER)


def arrived(sink: Sink) -> list[tuple[str, str]]:
    return [(arrival.name, arrival.address) for arrival in sink.arrivals]


def test_a_letter_is_noted_with_its_message_id(sink: Sink) -> None:
    send(sink)
    assert arrived(sink) == [("<1@example.org>", "ann@example.org")]
    assert sink.arrived_after(sink.arrivals[0].at) == sink.arrivals[0].at
    assert sink.arrived_after(sink.arrivals[0].at + 1) is None
    assert not sink.unanswered


def test_a_letter_whose_sender_never_hears_a_yes_is_noted_too(sink: Sink) -> None:
    sink.silence("data")
    with ThreadPoolExecutor() as pool:
        sent = pool.submit(send, sink)
        assert sink.silent.wait(20)
        assert arrived(sink) == [("<1@example.org>", "ann@example.org")]
        assert sink.unanswered == {"<1@example.org>"}
        sink.controller.hang_up()
    with pytest.raises(smtplib.SMTPServerDisconnected):
        sent.result()


def test_every_recipient_is_answered_as_it_is_told_until_it_is_well(sink: Sink) -> None:
    sink.answer = "451 Try again later"
    with pytest.raises(smtplib.SMTPRecipientsRefused, match="451"):
        send(sink)
    sink.heal()
    send(sink)
    assert len(sink.arrivals) == 1


def test_while_it_is_down_nobody_answers_and_afterwards_it_is_where_it_was(sink: Sink) -> None:
    with sink.down(), pytest.raises(ConnectionRefusedError):
        send(sink)
    send(sink)
    assert len(sink.arrivals) == 1

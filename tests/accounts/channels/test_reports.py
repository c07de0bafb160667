"""Reports of letters that could not be delivered: which failures are found in them, however they are wrapped."""

from __future__ import annotations

import base64
import quopri
import re

import pytest

from accounts.channels.email import reports
from accounts.channels.email.reports import DeliveryFailure
from tests.accounts.reports import report

TO = "bounces@example.org"
GIVEN_UP = DeliveryFailure(final=True, status="5.2.2")
STATUS_PART = "Content-Type: message/delivery-status\n"


def found(text: bytes | str) -> DeliveryFailure | None:
    """Return what is found in a letter."""
    read = reports.parse_report(text.encode() if isinstance(text, str) else text)
    assert read is None or read.to[0] == TO
    return read.failure if read else None


@pytest.mark.parametrize(
    ("action", "status", "judged"),
    [
        ("failed", "5.1.1", DeliveryFailure(True, "5.1.1")),
        ("failed", " 5.2.2 (mailbox full)", DeliveryFailure(True, "5.2.2")),
        ("failed", "4.4.7", DeliveryFailure(True, "4.4.7")),
        ("failed", "4.2.2", DeliveryFailure(True, "4.2.2")),
        ("failed", "2.0.0", DeliveryFailure(True, "4.0.0")),
        ("failed", "no idea", DeliveryFailure(True, "4.0.0")),
        ("delayed", "4.4.1", DeliveryFailure(False, "4.4.1")),
        ("delayed", "5.1.1", DeliveryFailure(False, "4.0.0")),
        ("delivered", "2.0.0", None),
        ("relayed", "5.1.1", None),
        ("expanded", "5.1.1", None),
        ("", "5.1.1", None),
    ],
)
def test_the_action_alone_says_whether_a_letter_is_given_up(
    action: str, status: str, judged: DeliveryFailure | None
) -> None:
    assert reports.judged(action, status) == judged


@pytest.mark.parametrize("action", ["Failed", "FAILED", "failed (after five days)"])
def test_an_action_is_read_in_any_case_and_with_a_comment(action: str) -> None:
    assert found(report(TO, action)) == GIVEN_UP


@pytest.mark.parametrize(
    ("blocks", "worst"),
    [
        ([("failed", "4.4.1"), ("failed", "5.1.1")], DeliveryFailure(True, "5.1.1")),
        ([("failed", "5.1.1"), ("failed", "4.4.1")], DeliveryFailure(True, "5.1.1")),
        ([("failed", "4.4.1"), ("delayed", "4.7.1")], DeliveryFailure(True, "4.4.1")),
        ([("delivered", "2.0.0"), ("failed", "5.1.1")], DeliveryFailure(True, "5.1.1")),
        ([("delivered", "2.0.0"), ("relayed", "5.1.1")], None),
    ],
)
def test_of_several_recipients_the_worst_counts(blocks: list[tuple[str, str]], worst: DeliveryFailure | None) -> None:
    told = "\n\n".join(f"Action: {action}\nStatus: {status}" for action, status in blocks)
    assert found(report(TO).decode().replace("Action: failed\nStatus: 5.2.2", told)) == worst


# --- Wrappings ------------------------------------------------------------------------------------------------------


def typed(kind: str) -> str:
    """Return the report with its delivery status named so."""
    return report(TO).decode().replace("message/delivery-status", kind)


def encoded(kind: str, encoding: str) -> str:
    """Return the report with its delivery status written in an encoding."""
    text = typed(kind)
    start = text.index("\n\n", text.index(f"Content-Type: {kind}"))
    end = text.index("\n--", start)
    body = text[start + 2 : end].encode()
    written = base64.encodebytes(body) if encoding == "base64" else quopri.encodestring(body)
    return f"{text[:start]}\nContent-Transfer-Encoding: {encoding}\n\n{written.decode()}{text[end:]}"


def inside(outer: str, text: str, depth: int = 1) -> str:
    """Return a letter that holds another one's content as its first part, beside a footer."""
    head, body = text.split("\n\n", 1)
    kind = re.search(r"Content-Type:.*?(?=\n\S)", head, re.DOTALL)
    assert kind is not None
    edge = f"edge{depth}"
    footer = f"--{edge}\nContent-Type: text/plain\n\nThis message was scanned.\n--{edge}--\n"
    head = head.replace(kind[0], f'Content-Type: {outer}; boundary="{edge}"')
    wrapped = f"{head}\n\n--{edge}\n{kind[0]}\n\n{body}\n{footer}"
    return wrapped if depth == 1 else inside(outer, wrapped, depth - 1)


def status_alone() -> str:
    """Return a letter that is nothing but a delivery status."""
    return f"To: {TO}\nMIME-Version: 1.0\n{STATUS_PART}\nReporting-MTA: dns; mx\n\nAction: failed\nStatus: 5.2.2\n"


GLOBAL, PLAIN = "message/global-delivery-status", "message/delivery-status"
WRAPPINGS = {
    "as RFC 3464 says": typed(PLAIN),
    "called mixed": typed(PLAIN).replace("multipart/report", "multipart/mixed"),
    "beside a footer": inside("multipart/mixed", typed(PLAIN)),
    "three deep": inside("multipart/mixed", typed(PLAIN), 3),
    "in another report": inside("multipart/report", typed(PLAIN)),
    "in a related part": inside("multipart/related", typed(PLAIN)),
    "international": typed(GLOBAL),
    "international, beside a footer": inside("multipart/mixed", typed(GLOBAL)),
    "alone": status_alone(),
    "in capitals": typed("MESSAGE/Delivery-Status"),
    "with Windows line ends": typed(PLAIN).replace("\n", "\r\n"),
    "international, with Windows line ends": typed(GLOBAL).replace("\n", "\r\n"),
    "blank line with a space": typed(PLAIN).replace("+0000 (UTC)\n\nFinal", "+0000 (UTC)\n \nFinal"),
    "with an alternative in front": typed(PLAIN).replace(
        "Content-Type: text/plain; charset=us-ascii", "Content-Type: multipart/alternative; boundary=none"
    ),
} | {f"{kind} in {way}": encoded(kind, way) for kind in (GLOBAL, PLAIN) for way in ("base64", "quoted-printable")}


@pytest.mark.parametrize("way", WRAPPINGS)
def test_a_report_is_found_however_it_is_wrapped(way: str) -> None:
    assert found(WRAPPINGS[way]) == GIVEN_UP


@pytest.mark.parametrize("way", WRAPPINGS)
@pytest.mark.parametrize("kind", ["message/rfc822", "message/global"])
def test_a_report_that_a_person_forwards_counts_for_nothing(way: str, kind: str) -> None:
    forwarded = f"--f\nContent-Type: {kind}\n\n{WRAPPINGS[way]}\n--f--\n"
    for outer in ("multipart/mixed", "multipart/report"):
        text = f"To: {TO}\nContent-Type: {outer}; boundary=f\n\n--f\n\nWhat is this?\n{forwarded}"
        assert found(text) is None


QMAIL = f"""\
From: MAILER-DAEMON@mail.example.org
To: {TO}
Subject: failure notice

Hi. This is the qmail-send program at mail.example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<ann@example.org>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

"""
EXIM = f"""\
X-Failed-Recipients: ann@example.org
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mail.example.org>
To: {TO}
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.
"""


def test_reports_in_plain_text_by_qmail_and_exim_are_read() -> None:
    assert found(QMAIL) == found(QMAIL.replace("\n", "\r\n")) == DeliveryFailure(True, "5.1.1")
    assert found(QMAIL.replace(" (#5.1.1)", "")) == found(EXIM) == DeliveryFailure(True, "4.0.0")


@pytest.mark.parametrize(
    "text",
    [
        "Hi. This is the third letter I get from you.\n\nRegards",
        "Hello,\n\nHi. This is the qmail-send program\n\n<ann@example.org>:\nquoted",
        "> Hi. This is the qmail-send program\n>\n> <ann@example.org>:\n> (#5.1.1)",
    ],
)
def test_what_people_write_is_no_report(text: str) -> None:
    assert found(f"To: {TO}\n\n{text}") is None

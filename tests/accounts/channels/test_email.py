"""One notice as one mail."""

import smtplib
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import ImproperlyConfigured

from accounts import outbox
from accounts.channels import Notice
from accounts.channels.email.transport import explain
from accounts.channels.email.url import mail_settings
from accounts.models import Outbox, User
from tests.accounts.conftest import Greeting
from tests.accounts.outbox.test_delivery import queued


def sent(user: User, key: str = "1") -> mail.EmailMultiAlternatives:
    outbox.deliver(queued(user, key).pk)
    message = mail.outbox[-1]
    assert isinstance(message, mail.EmailMultiAlternatives)
    return message


@pytest.mark.django_db
def test_a_mail_has_text_and_html_each_rightly_escaped(ann: User, greeting: Greeting) -> None:
    message = sent(ann)
    assert message.subject == "Hello"
    assert str(message.body).startswith("Hello & welcome\n\n-- \nSealed Move\n")
    [(html, kind)] = message.alternatives
    assert "<p>Hello &amp; welcome</p>" in str(html)
    assert kind == "text/html"


@pytest.mark.django_db
def test_the_message_id_belongs_to_the_row_and_to_nothing_else(ann: User, ben: User, greeting: Greeting) -> None:
    first = sent(ann)
    Outbox.objects.all().delete()
    assert sent(ann).extra_headers["Message-ID"] == first.extra_headers["Message-ID"]
    others = [sent(ann, "2").extra_headers["Message-ID"], sent(ben).extra_headers["Message-ID"]]
    assert len({first.extra_headers["Message-ID"], *others}) == 3
    assert first.extra_headers["Message-ID"].endswith("@testserver>")
    assert str(first.message()).count("Message-ID") == 1


@pytest.mark.django_db
def test_mails_of_one_thread_refer_to_one_id(ann: User, greeting: Greeting) -> None:
    greeting.answer = Notice("Hello", "greeting", thread="match 7")
    first, second = sent(ann, "1"), sent(ann, "2")
    assert first.extra_headers["References"] == second.extra_headers["References"]
    assert first.extra_headers["In-Reply-To"] == first.extra_headers["References"]
    greeting.answer = Notice("Hello", "greeting", thread="match 8")
    assert sent(ann, "3").extra_headers["References"] != first.extra_headers["References"]


@pytest.mark.django_db
def test_a_mail_that_can_be_stopped_says_how_in_header_and_body(ann: User, greeting: Greeting) -> None:
    greeting.answer = Notice("Hello", "greeting", preference="turn_mails")
    message = sent(ann)
    stop = message.extra_headers["List-Unsubscribe"].strip("<>")
    assert stop.startswith("http://testserver/mail/stop/")
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message.extra_headers["Auto-Submitted"] == "auto-generated"
    assert f"Unsubscribe from these emails: {stop}" in str(message.body)


@pytest.mark.django_db
def test_a_mail_that_cannot_be_stopped_offers_no_link(ann: User, greeting: Greeting) -> None:
    message = sent(ann)
    assert "List-Unsubscribe" not in message.extra_headers
    assert "Unsubscribe from" not in str(message.body)


@pytest.mark.django_db
def test_a_subject_cannot_smuggle_headers_in(ann: User, greeting: Greeting) -> None:
    greeting.answer = Notice("Hello\r\nBcc: everybody@example.org", "greeting")
    message = sent(ann)
    assert message.subject == "Hello Bcc: everybody@example.org"
    assert message.recipients() == ["ann@example.org"]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["", "nowhere", "ann@example.org\nBcc: ben@example.org"])
def test_without_a_valid_address_the_notice_fails_for_good(ann: User, greeting: Greeting, address: str) -> None:
    User.objects.filter(pk=ann.pk).update(email=address)
    row = queued(ann)
    outbox.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, row.error) == ("failed", "We don’t have a valid email address to write to.")
    assert mail.outbox == []


@pytest.mark.django_db
def test_a_letter_goes_to_the_domain_that_was_meant_by_idna_2008(ann: User, greeting: Greeting) -> None:
    User.objects.filter(pk=ann.pk).update(email="ann@straße.example")  # as a row of older days may spell it
    message = sent(ann)
    assert message.recipients() == ["ann@xn--strae-oqa.example"]
    assert message.message()["To"] == "ann@xn--strae-oqa.example"


ANSWERS = [
    (smtplib.SMTPRecipientsRefused({"a@b.c": (550, b"No such user")}), True, "responded with 550: No such user"),
    (smtplib.SMTPRecipientsRefused({"a@b.c": (450, b"Try later")}), False, "responded with 450: Try later"),
    (smtplib.SMTPDataError(554, b"Rejected"), True, "responded with 554: Rejected"),
    (smtplib.SMTPDataError(451, b"Full"), False, "responded with 451: Full"),
    (smtplib.SMTPSenderRefused(550, b"Who are you", "us@b.c"), False, "responded with 550: Who are you"),
    (smtplib.SMTPAuthenticationError(535, b"Wrong password"), False, "responded with 535: Wrong password"),
    (smtplib.SMTPConnectError(421, b"Busy"), False, "responded with 421: Busy"),
    (smtplib.SMTPServerDisconnected("gone"), False, "couldn’t be reached: gone"),
    (ConnectionRefusedError(111, "Connection refused"), False, "couldn’t be reached: [Errno 111] Connection refused"),
    (TimeoutError(), False, "couldn’t be reached: TimeoutError"),
]


@pytest.mark.parametrize(("error", "permanent", "words"), ANSWERS)
def test_only_a_refusal_of_the_recipient_or_the_mail_is_for_good(error: Any, permanent: bool, words: str) -> None:
    told = explain(error)
    assert told.permanent is permanent
    assert str(told).endswith(words)


URLS = [
    ("smtp://mail.example.org", {"EMAIL_HOST": "mail.example.org", "EMAIL_PORT": 25}),
    ("smtp+tls://ann:a%40b+c@mail.example.org", {"EMAIL_PORT": 587, "EMAIL_USE_TLS": True}),
    ("smtp+tls://ann:a%40b+c@mail.example.org", {"EMAIL_HOST_USER": "ann", "EMAIL_HOST_PASSWORD": "a@b+c"}),
    ("smtp+ssl://mail.example.org:4465", {"EMAIL_PORT": 4465, "EMAIL_USE_SSL": True}),
]


@pytest.mark.parametrize(("url", "expected"), URLS)
def test_email_url_names_the_server(url: str, expected: dict[str, Any]) -> None:
    assert mail_settings(url).items() >= expected.items()


BROKEN = {
    "mail.example.org": "it does not begin with smtp://, smtp+tls:// or smtp+ssl://",
    "pigeon://ann:secret@mail.example.org": "it does not begin with smtp://, smtp+tls:// or smtp+ssl://",
    "smtp://ann:secret@mail.example.org:secret": "its port is not a number from 1 to 65535",
    "smtp://ann:secret@mail.example.org:70000": "its port is not a number from 1 to 65535",
    "smtp://ann:secret@": "it names no host",
    "smtp://ann:secret@[mail": "Invalid IPv6 URL",
}


@pytest.mark.parametrize("url", BROKEN)
def test_a_broken_email_url_is_refused_in_one_sentence_without_the_password(url: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        mail_settings(url)
    assert str(refusal.value).startswith(f"EMAIL_URL is not understood: {BROKEN[url]}.")
    assert "secret" not in str(refusal.value)

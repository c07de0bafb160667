"""Letters that come back: whose they were, what is noted, and what a stranger cannot make of it."""

from __future__ import annotations

import io
import logging
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts import leaving, outbox
from accounts.channels.email import envelope, folder
from accounts.models import Endpoint, Outbox, Preferences, User
from accounts.outbox import bounces
from tests.accounts.conftest import Greeting
from tests.accounts.outbox.test_delivery import queued
from tests.accounts.reports import report

ROW = UUID(int=7)
NOWHERE = UUID(int=8)


@pytest.fixture(autouse=True)
def address(settings: Any) -> None:
    settings.BOUNCE_ADDRESS = "bounces@example.org"


@pytest.fixture
def letter(ann: User, greeting: Greeting) -> Outbox:
    """A letter that the mail server has taken."""
    row = queued(ann)
    outbox.deliver(row.pk)
    return Outbox.objects.get(pk=row.pk)


def piped(monkeypatch: pytest.MonkeyPatch, text: bytes, **given: Any) -> None:
    """Give the command a letter, as a mail server does."""
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text)))
    call_command("bounces", **given)


def state(row: Outbox) -> tuple[str, str, str]:
    """Return what is noted: of the letter, that it was sent and what was reported; and the address that is marked."""
    found = Outbox.objects.select_related("recipient").get(pk=row.pk)
    assert found.recipient is not None
    return found.status, found.report, found.recipient.bounced


# --- The envelope ---------------------------------------------------------------------------------------------------


def test_a_row_is_read_from_its_sender_no_matter_what_becomes_of_its_case(settings: Any) -> None:
    sender = envelope.envelope_sender(ROW)
    name, host = sender.split("@")
    assert (len(name), name[:8], host) == (54, "bounces+", "example.org")
    assert [envelope.row_of(each) for each in (sender, sender.upper(), sender.title())] == [ROW] * 3
    settings.BOUNCE_ADDRESS = f"{'b' * 17}@example.org"  # as long as it may be
    assert len(envelope.envelope_sender(ROW).split("@")[0]) == 64


def test_a_sender_holds_while_its_key_is_a_former_one(settings: Any) -> None:
    sender = envelope.envelope_sender(ROW)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key", [settings.SECRET_KEY]
    assert envelope.row_of(sender) == ROW
    settings.SECRET_KEY_FALLBACKS = []
    assert envelope.row_of(sender) is None


def test_a_sender_that_was_not_signed_here_names_no_row() -> None:
    sender = envelope.envelope_sender(ROW)
    signature, other = sender[34:54], envelope.envelope_sender(NOWHERE)
    assert envelope.row_of(sender.replace(signature, other[34:54])) is None
    for each in ("", "bounces@example.org", sender.replace("+", ""), sender.replace(signature, "ß" * 20), sender[:50]):
        assert envelope.row_of(each) is None


@pytest.mark.django_db
def test_letters_leave_with_that_sender_and_say_that_they_are_from_the_site(letter: Outbox, settings: Any) -> None:
    [message] = mail.outbox
    assert message.from_email == envelope.envelope_sender(letter.pk)
    assert message.message()["From"] == settings.DEFAULT_FROM_EMAIL


def test_where_no_address_is_set_the_sender_is_the_ordinary_one(settings: Any) -> None:
    settings.BOUNCE_ADDRESS = ""
    assert envelope.envelope_sender(ROW) == settings.DEFAULT_FROM_EMAIL


# --- What is reported -----------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_letter_that_comes_back_for_good_marks_row_and_address(letter: Outbox, monkeypatch: Any) -> None:
    piped(monkeypatch, report(envelope.envelope_sender(letter.pk)))
    assert state(letter) == ("sent", "5.2.2", "ann@example.org")
    assert User.objects.get(username="Ann").is_unreachable
    piped(monkeypatch, report(envelope.envelope_sender(letter.pk), "delayed", "4.4.1"))  # comes late, says less
    assert state(letter) == ("sent", "5.2.2", "ann@example.org")


@pytest.mark.django_db
@pytest.mark.parametrize("status", ["4.4.1", "5.1.1", ""])
def test_a_delay_is_noted_and_nothing_else(letter: Outbox, status: str) -> None:
    assert bounces.record_report(report(envelope.envelope_sender(letter.pk), "delayed", status))
    assert state(letter) == ("sent", "4.4.1" if status == "4.4.1" else "4.0.0", "")
    assert not Outbox.objects.get(pk=letter.pk).came_back


@pytest.mark.django_db
@pytest.mark.parametrize("status", ["4.4.7", "4.2.2", "2.0.0", "no idea", ""])
def test_a_letter_that_is_given_up_has_come_back_no_matter_what_its_status(letter: Outbox, status: str) -> None:
    assert bounces.record_report(report(envelope.envelope_sender(letter.pk), "failed", status))
    noted = status if status.startswith("4") else "4.0.0"
    assert state(letter) == ("sent", noted, "")  # once says little of the address
    assert Outbox.objects.get(pk=letter.pk).came_back
    assert bounces.record_report(
        report(envelope.envelope_sender(letter.pk), "delayed", "4.4.1")
    )  # comes late, says less
    assert state(letter) == ("sent", noted, "")


def sent_daily(user: User, number: int) -> list[Outbox]:
    """Return letters to a user, one a day."""
    about = {"status": "sent", "attempts": 1, "address": user.email}
    start = timezone.now() - timedelta(days=number)
    return [queued(user, f"{day}", sent_at=start + timedelta(days=day), **about) for day in range(number)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given_up", "marked"),
    [([0], False), ([0, 2], False), ([0, 1], True), ([1, 0], True), ([0, 2, 1], True), ([0, 0], False)],
)
def test_two_letters_in_a_row_that_are_given_up_for_a_passing_reason_mark_the_address(
    ann: User, greeting: Greeting, given_up: list[int], marked: bool
) -> None:
    letters = sent_daily(ann, 4)
    for index in given_up:
        bounces.record_report(report(envelope.envelope_sender(letters[index].pk), "failed", "4.4.7"))
    assert User.objects.get(pk=ann.pk).is_unreachable is marked


@pytest.mark.django_db
def test_a_letter_before_the_address_was_proved_makes_no_two_in_a_row(ann: User, greeting: Greeting) -> None:
    first, second = sent_daily(ann, 2)
    bounces.record_report(report(envelope.envelope_sender(first.pk), "failed", "4.4.7"))
    assert first.sent_at is not None
    User.objects.filter(pk=ann.pk).update(proved=first.sent_at + timedelta(hours=1))
    bounces.record_report(report(envelope.envelope_sender(second.pk), "failed", "4.4.7"))
    assert not User.objects.get(pk=ann.pk).is_unreachable


@pytest.mark.django_db
def test_two_letters_told_as_one_are_one_in_a_row(ann: User, greeting: Greeting) -> None:
    first, second = sent_daily(ann, 2)
    Outbox.objects.filter(pk=second.pk).update(sent_at=first.sent_at)
    for each in (first, second):
        bounces.record_report(report(envelope.envelope_sender(each.pk), "failed", "4.4.7"))
    assert not User.objects.get(pk=ann.pk).is_unreachable


@pytest.mark.django_db
def test_a_pipe_may_say_to_whom_a_report_came(letter: Outbox, monkeypatch: Any) -> None:
    piped(monkeypatch, report("postmaster@example.org"))
    assert state(letter) == ("sent", "", "")
    piped(monkeypatch, report("postmaster@example.org"), recipient=envelope.envelope_sender(letter.pk).upper())
    assert state(letter) == ("sent", "5.2.2", "ann@example.org")


@pytest.mark.django_db
def test_a_report_that_is_not_about_our_letters_changes_nothing_but_a_line_in_the_log(
    letter: Outbox, ann: User, ben: User, monkeypatch: Any, caplog: pytest.LogCaptureFixture
) -> None:
    sender = envelope.envelope_sender(letter.pk)
    waiting = queued(ann, "2")
    nested = b"Content-Type: multipart/mixed; boundary=x\n\n--x\n" * 2000
    letters = [
        report(sender.replace(sender[34:54], envelope.envelope_sender(NOWHERE)[34:54])),  # forged
        report(envelope.envelope_sender(NOWHERE)),  # of a row that is gone
        report(envelope.envelope_sender(waiting.pk)),  # of one that was never sent
        report(sender, "delivered", "2.0.0"),
        f"To: {sender}\nSubject: I am on holiday\n\nBack on Monday.".encode(),
        b"",
        b"\xff\x00" * 500,
        nested,
        f"To: {sender}\n".encode() + b"Content-Type: multipart/report; boundary=\n\nAction: failed\nStatus: 5.1.1",
    ]
    before = list(Outbox.objects.order_by("pk").values()), list(User.objects.order_by("pk").values())
    for number, text in enumerate(letters, 1):
        piped(monkeypatch, text)
        assert len(caplog.records) == number
        assert "example.org" not in caplog.text
    assert before == (list(Outbox.objects.order_by("pk").values()), list(User.objects.order_by("pk").values()))
    assert {each.levelno for each in caplog.records} == {logging.WARNING}


@pytest.mark.django_db
def test_all_that_one_letter_told_comes_back_with_it(ann: User, greeting: Greeting) -> None:
    Preferences.objects.create(user=ann, rhythm="hourly")
    past = timezone.now() - timedelta(hours=3)
    for key in ("1", "2"):
        queued(ann, key, held=past, next_try=past, created=past)
    other = queued(ann, "3", status="sent", sent_at=past, attempts=1, address=ann.email)
    first = Outbox.objects.get(key="1")
    outbox.deliver(first.pk)
    assert len(mail.outbox) == 1
    bounces.record_report(report(envelope.envelope_sender(first.pk)))
    assert dict(Outbox.objects.values_list("key", "report")) == {"1": "5.2.2", "2": "5.2.2", "3": ""}
    assert other.report == ""


@pytest.mark.django_db
def test_what_was_never_sent_does_not_come_back_with_what_may_have_been(ann: User, greeting: Greeting) -> None:
    tried = queued(ann, "1", attempts=1, address=ann.email)  # the server took it, and its answer never came
    queued(ann, "2", attempts=1, address=ann.email)
    bounces.record_report(report(envelope.envelope_sender(tried.pk)))
    assert dict(Outbox.objects.values_list("key", "report")) == {"1": "5.2.2", "2": ""}


# --- The address ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_only_the_address_of_the_account_is_marked(letter: Outbox, ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(email="ann@new.example")
    bounces.record_report(report(envelope.envelope_sender(letter.pk)))
    assert state(letter) == ("sent", "5.2.2", "")


@pytest.mark.django_db
def test_a_link_to_a_new_password_that_comes_back_marks_the_account_that_has_the_address(
    ann: User, client: Client
) -> None:
    client.post("/accounts/password/reset/", {"email": "Ann@Example.org"})
    row = Outbox.objects.get()
    outbox.deliver(row.pk)
    bounces.record_report(report(envelope.envelope_sender(row.pk)))
    ann.refresh_from_db()
    assert ann.is_unreachable


@pytest.mark.django_db
def test_who_cannot_be_reached_is_told_by_other_ways_once(letter: Outbox, ann: User) -> None:
    Endpoint.objects.create(user=ann, channel="webhook", name="Room", address="https://example.org/", shape="slack")
    Endpoint.objects.create(user=ann, channel="webhook", name="Old", address="https://example.org/", off=timezone.now())
    another = queued(ann, "2")
    outbox.deliver(another.pk)
    for each in (letter, letter, another):
        bounces.record_report(report(envelope.envelope_sender(each.pk)))
    [row] = Outbox.objects.filter(kind="bounced").select_related("endpoint")
    assert row.endpoint is not None
    assert (row.endpoint.name, row.channel) == ("Room", "webhook")
    bounces.arrives(ann)
    outbox.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, row.error) == ("obsolete", "")  # all is well again by then


@pytest.mark.django_db
def test_every_page_says_so_until_the_owner_opens_a_link_and_presses(
    letter: Outbox, ann: User, as_ann: Client, client: Client
) -> None:
    bar = "Emails to ann@example.org are bouncing."
    assert bar not in as_ann.get("/settings/").content.decode()
    bounces.record_report(report(envelope.envelope_sender(letter.pk)))
    for path in ("/settings/", "/settings/mails/"):
        assert bar in as_ann.get(path).content.decode()
    as_ann.post("/settings/address/ask")
    outbox.deliver_due()
    path = next(word for word in str(mail.outbox[-1].body).split() if "/mail/arrives/" in word)
    visitor = Client()
    assert "ann@example.org" in visitor.get(path).content.decode()
    assert state(letter)[2] == "ann@example.org"  # looking changes nothing
    visitor.post(path)
    assert state(letter)[2] == ""
    assert bar not in as_ann.get("/settings/").content.decode()
    bounces.record_report(report(envelope.envelope_sender(letter.pk)))  # of before
    assert state(letter)[2] == ""


@pytest.mark.django_db
def test_the_link_is_good_for_a_day_and_for_its_address(ann: User, client: Client) -> None:
    link = f"/mail/arrives/{bounces.link_token(ann)}/"
    assert client.get(link).status_code == 200
    assert client.post(f"{link[:-2]}x/").status_code == 404
    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=False):
        assert client.post(link).status_code == 404
    User.objects.filter(pk=ann.pk).update(email="ann@new.example")
    assert client.post(link).status_code == 404


@pytest.mark.django_db
def test_an_address_that_is_changed_at_this_moment_is_not_proved_by_the_link_to_the_former(ann: User) -> None:
    User.objects.filter(pk=ann.pk).update(email="ann@new.example", bounced="ann@new.example")
    bounces.arrives(ann)
    assert User.objects.get(pk=ann.pk).is_unreachable


@pytest.mark.django_db
def test_a_new_address_that_is_proved_clears_the_mark(letter: Outbox, ann: User, as_ann: Client) -> None:
    bounces.record_report(report(envelope.envelope_sender(letter.pk)))
    made = EmailAddress.objects.create(user=ann, email="ann@new.example")
    made.send_confirmation(None)
    outbox.deliver_due()
    as_ann.post(next(word for word in str(mail.outbox[-1].body).split() if "/confirm-email/" in word))
    ann.refresh_from_db()
    assert (ann.email, ann.bounced) == ("ann@new.example", "")
    assert ann.proved is not None


@pytest.mark.django_db
def test_nothing_is_asked_of_who_can_be_reached(ann: User, as_ann: Client) -> None:
    assert as_ann.post("/settings/address/ask").status_code == 302
    assert not Outbox.objects.exists()


@pytest.mark.django_db
def test_who_leaves_takes_the_mark_along(letter: Outbox, ann: User) -> None:
    bounces.record_report(report(envelope.envelope_sender(letter.pk)))
    ann.refresh_from_db()
    leaving.anonymise(ann)
    assert list(User.objects.values_list("bounced", "proved")) == [("", None)]


@pytest.mark.parametrize(
    ("status", "came_back", "words"),
    [
        ("5.2.2", True, "Bounced: the mailbox is full (5.2.2)."),
        ("5.1.1", True, "Bounced: this address doesn’t exist (5.1.1)."),
        ("5.9.9", True, "Bounced: the mail server gave no reason (5.9.9)."),
        ("4.2.2", True, "Bounced: the mailbox is full (4.2.2)."),
        ("4.2.2", False, "Not delivered yet: the mailbox is full (4.2.2)."),
        ("4.4.1", False, "Not delivered yet: the mail server couldn’t be reached (4.4.1)."),
        ("", False, ""),
    ],
)
def test_a_report_is_said_in_words(status: str, came_back: bool, words: str) -> None:
    assert bounces.report_in_words(Outbox(report=status, came_back=came_back)) == words


# --- The folder -----------------------------------------------------------------------------------------------------


class Server:
    """Stands in for an IMAP server with some unread letters."""

    letters: dict[str, bytes]
    opened: list[str]

    def __init__(self, host: str, port: int, timeout: float) -> None:
        assert (host, port) == ("mail.example.org", 993)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: nothing is kept open."""

    def login(self, user: str, password: str) -> None:
        assert (user, password) == ("bounces@example.org", "p@ss")

    def select(self, name: str) -> tuple[str, list[bytes]]:
        self.opened.append(name)
        return ("NO", [b"no such folder"]) if name == '"Lost"' else ("OK", [b"1"])

    def uid(self, command: str, *given: str) -> tuple[str, Any]:
        if command == "search":
            assert given == ("UNSEEN",)
            return "OK", [" ".join(self.letters).encode()]
        if command == "fetch":
            assert given[1] == "(BODY.PEEK[]<0.1000000>)"  # read only once it is taken, and never without end
            return "OK", [(b"1 (UID", self.letters[given[0]]), b")"]
        assert given[1:] == ("+FLAGS.SILENT", r"(\Seen)")
        del self.letters[given[0]]
        return "OK", [None]


@pytest.mark.django_db
def test_each_letter_of_the_folder_is_read_once_and_a_broken_one_stops_no_other(
    letter: Outbox, settings: Any, monkeypatch: Any, capsys: Any
) -> None:
    settings.BOUNCE_IMAP_URL = "imaps://bounces%40example.org:p%40ss@mail.example.org/Sent%20back"
    monkeypatch.setitem(folder.SERVERS, "imaps", (Server, 993))
    Server.letters = {"1": b"\xff\x00", "2": report(envelope.envelope_sender(letter.pk)), "3": b"Subject: hello\n\n"}
    Server.opened = []
    for told in ("3 letters read, 1 of them reports of ours.", "0 letters read, 0 of them reports of ours."):
        call_command("bounces", imap=True)
        assert capsys.readouterr().out.strip() == told
    assert (state(letter), Server.opened) == (("sent", "5.2.2", "ann@example.org"), ['"Sent back"'] * 2)


def test_a_folder_that_is_not_there_is_an_error_of_the_command(settings: Any, monkeypatch: Any) -> None:
    settings.BOUNCE_IMAP_URL = "imaps://bounces%40example.org:p%40ss@mail.example.org/Lost"
    monkeypatch.setitem(folder.SERVERS, "imaps", (Server, 993))
    Server.letters, Server.opened = {"1": b""}, []
    with pytest.raises(CommandError, match=r"The folder could not be read: error\."):
        call_command("bounces", imap=True)


@pytest.mark.parametrize(
    "url", ["imaps://", "http://a:b@c/", "imaps://user@host/", "imaps://:b@host/", "imaps://a:b@host:x/", "imaps://["]
)
def test_an_address_of_a_folder_that_makes_no_sense_is_never_repeated(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^BOUNCE_IMAP_URL is not understood: write imaps://user"):
        folder.parse_folder(url)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("", "BOUNCE_IMAP_URL is not set"),
        ("nonsense", "BOUNCE_IMAP_URL is not understood"),
        ("imap://a:b@127.0.0.1:1/", "The folder could not be read: ConnectionRefusedError."),
    ],
)
def test_a_folder_that_cannot_be_read_is_an_error_of_the_command(settings: Any, url: str, words: str) -> None:
    settings.BOUNCE_IMAP_URL = url
    with pytest.raises(CommandError, match=words):
        call_command("bounces", imap=True)

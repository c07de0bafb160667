"""A server that refuses everybody: all letters wait, none fails, one at a time is tried until one is taken."""

import smtplib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import outbox
from accounts.models import Halt, Outbox, Preferences, User
from accounts.outbox import delivery, halts
from tests.accounts.conftest import Greeting
from tests.accounts.outbox.test_delivery import queued
from tests.accounts.outbox.test_endpoints import TURN
from tests.parts.cast import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("greeting")]
Status = Outbox.Status
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


class Server:
    """A mail server that refuses the addresses it knows nothing of, or everybody; `asked` is who letters were for.

    `words` are what it says of an address it knows nothing of.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.unknown: set[str] = set()
        self.words = b"5.1.1 No such user"
        self.error: Exception | None = None
        self.asked: list[str] = []
        send = EmailMultiAlternatives.send

        def ask(message: EmailMultiAlternatives) -> int:
            [address] = message.to
            self.asked.append(address)
            if address in self.unknown:
                raise smtplib.SMTPRecipientsRefused({address: (550, self.words)})
            if self.error:
                raise self.error
            return send(message)

        monkeypatch.setattr(EmailMultiAlternatives, "send", ask)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, noon: Any) -> Server:
    return Server(monkeypatch)


@pytest.fixture
def people() -> list[User]:
    return [person(name) for name in ("Ann", "Ben", "Cat", "Dan", "Eve")]


def address(user: User) -> str:
    return user.email


def states() -> list[tuple[str, int]]:
    """Return status and attempts of each row, by key."""
    return list(Outbox.objects.order_by("key").values_list("status", "attempts"))


def queue(people: list[User]) -> None:
    for number, user in enumerate(people):
        queued(user, str(number), next_try=NOON - MINUTE + timedelta(seconds=number))


REFUSALS = [
    smtplib.SMTPAuthenticationError(535, b"Wrong password"),
    smtplib.SMTPSenderRefused(550, b"5.7.1 Who are you", "us@example.org"),
    smtplib.SMTPConnectError(554, b"Your network is on a list"),
    smtplib.SMTPHeloError(550, b"Go away"),
    smtplib.SMTPNotSupportedError("STARTTLS extension not supported by server."),
    smtplib.SMTPRecipientsRefused({"ann@example.org": (554, b"5.7.1 <ann@example.org>: Relay access denied")}),
]


@pytest.mark.parametrize("error", REFUSALS, ids=lambda error: type(error).__name__)
def test_a_server_that_refuses_us_is_asked_once_and_all_letters_wait(
    server: Server, people: list[User], error: Exception
) -> None:
    server.error = error
    queue(people)
    outbox.deliver_due()
    outbox.deliver_due()
    assert [outbox.deliver(row.pk) for row in Outbox.objects.all()] == [False] * 5
    assert len(server.asked) == 1
    assert states() == [(Status.PENDING, 0)] * 5
    assert Halt.objects.get().since == NOON


PASSING = [
    smtplib.SMTPAuthenticationError(454, b"Later"),
    smtplib.SMTPSenderRefused(421, b"Too many", "us@example.org"),
    smtplib.SMTPConnectError(421, b"Busy"),
    smtplib.SMTPServerDisconnected("gone"),
    smtplib.SMTPRecipientsRefused({"relay@example.org": (550, b"relay@example.org: no such user")}),
    ConnectionRefusedError(111, "Connection refused"),
]


@pytest.mark.parametrize("error", PASSING, ids=lambda error: type(error).__name__)
def test_what_may_pass_or_concerns_one_halts_nothing(server: Server, people: list[User], error: Exception) -> None:
    server.error = error
    queue(people[:2])
    outbox.deliver_due()
    assert len(server.asked) == 2
    assert not Halt.objects.exists()


def test_one_mailbox_that_does_not_exist_fails_and_the_others_get_theirs(server: Server, people: list[User]) -> None:
    server.unknown = {"ann@example.org", "ben@example.org", "dan@example.org"}
    queue(people)
    outbox.deliver_due()
    failed, sent = (Status.FAILED, 1), (Status.SENT, 1)
    assert states() == [failed, failed, sent, failed, sent]
    assert not Halt.objects.exists()
    assert set(Outbox.objects.filter(status=Status.FAILED).values_list("failed_at", flat=True)) == {NOON}


def test_a_sweep_looks_at_no_letter_of_a_halted_server(server: Server, people: list[User]) -> None:
    """There may be thousands, and other channels wait behind them."""

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            outbox.deliver_due()
        return len(queries)

    server.error = REFUSALS[0]
    queue(people[:1])
    outbox.deliver_due()
    assert Halt.objects.exists()
    before = asked()
    queue(people[1:])
    assert asked() == before


def test_three_mailboxes_refused_in_a_row_are_no_coincidence_and_wait_too(server: Server, people: list[User]) -> None:
    server.unknown = set(map(address, people))
    queue(people)
    outbox.deliver_due()
    assert server.asked == ["ann@example.org", "ben@example.org", "cat@example.org"]
    assert states() == [(Status.PENDING, 0)] * 5
    assert outbox.health()["failed"] == 0


def test_strangers_whose_addresses_do_not_exist_halt_nothing(server: Server, people: list[User]) -> None:
    strangers = [f"{name}@nowhere.example" for name in "abc"]
    server.unknown = {*strangers, *map(address, people[:2])}
    for stranger in strangers:
        outbox.queue_to(stranger, "greeting", {})
    queue(people[:2])
    outbox.deliver_due()
    assert not Halt.objects.exists()
    assert outbox.health() == {"ok": False, "late": 0, "failed": 5, "refused": 5, "halted": None}


def test_mailboxes_at_fault_halt_letters_once_and_then_fail(server: Server, people: list[User], noon: Any) -> None:
    *gone, dan = people[:4]
    server.unknown = set(map(address, gone))
    queue(gone)
    outbox.deliver_due()
    assert Halt.objects.exists()
    noon.shift(60)
    queued(dan, "9", next_try=datetime.now(UTC))
    outbox.deliver_due()
    assert not Halt.objects.exists()
    assert states() == [*[(Status.FAILED, 1)] * 3, (Status.SENT, 1)]
    for user in gone:
        queued(user, f"more for {user.pk}", next_try=datetime.now(UTC))
    outbox.deliver_due()
    assert not Halt.objects.exists()


def test_one_whose_own_server_denies_to_relay_halts_letters_once_and_is_then_tried_by_itself(
    server: Server, people: list[User], noon: Any
) -> None:
    ann, *others = people
    server.unknown, server.words = {address(ann)}, b"host mx.example.org said: 554 Relay access denied"
    queue([ann])
    outbox.deliver_due()
    assert Halt.objects.exists()
    noon.shift(60)
    for user in others:
        queued(user, f"{user.pk}", next_try=datetime.now(UTC))
    assert outbox.deliver_due() == 5
    assert not Halt.objects.exists()
    assert Outbox.objects.filter(status=Status.SENT).count() == 4
    assert Outbox.objects.get(recipient=ann).next_try == datetime.now(UTC) + delivery.LADDER[0]


def test_a_mailbox_that_failed_before_a_letter_was_taken_does_not_count(server: Server, people: list[User]) -> None:
    ann, ben, cat, dan, eve = people
    server.unknown = set(map(address, (ann, ben, cat, eve)))
    queue([ann, dan, ben, cat])  # Dan's is taken
    outbox.deliver_due()
    queued(ann, "again", next_try=NOON)
    outbox.deliver_due()
    assert not Halt.objects.exists()
    queued(eve, "first", next_try=NOON)
    outbox.deliver_due()
    assert Halt.objects.exists()


def test_one_mailbox_refused_three_times_halts_nothing(server: Server, people: list[User]) -> None:
    ann = people[0]
    server.unknown = {"ann@example.org"}
    for key in "123":
        queued(ann, key, next_try=NOON - MINUTE)
    outbox.deliver_due()
    assert states() == [(Status.FAILED, 1)] * 3
    assert not Halt.objects.exists()


def test_what_is_tried_often_enough_without_success_waits_as_well(server: Server, people: list[User]) -> None:
    server.error = smtplib.SMTPServerDisconnected("gone")
    for user in people[:3]:
        queued(user, str(user.pk), attempts=len(delivery.LADDER), next_try=NOON)
    outbox.deliver_due()
    assert states() == [(Status.PENDING, len(delivery.LADDER))] * 3
    assert Halt.objects.exists()


def test_one_letter_is_tried_at_growing_intervals(server: Server, people: list[User], noon: Any) -> None:
    server.error = REFUSALS[0]
    queue(people)
    tried = []
    for _second in range(0, 60 * 60, 10):
        before = len(server.asked)
        outbox.deliver_due()
        tried += [(datetime.now(UTC) - NOON) / MINUTE] * (len(server.asked) - before)
        noon.shift(10)
    assert tried == [0, 1, 3, 8, 18, 33, 48]
    assert states() == [(Status.PENDING, 0)] * 5


def test_it_is_another_letter_each_time_and_addresses_that_are_proved_come_first(
    server: Server, people: list[User], noon: Any
) -> None:
    server.unknown = {"stranger@example.com", *map(address, people)}
    outbox.queue_to("stranger@example.com", "greeting", {})
    queue(people)
    outbox.deliver_due()
    del server.asked[:]
    for _time in range(3):
        noon.shift(15 * 60)
        outbox.deliver_due()
    assert server.asked == ["dan@example.org", "eve@example.org", "stranger@example.com"]


def test_what_is_not_owed_any_more_tells_nothing_and_the_next_is_tried(
    server: Server, people: list[User], noon: Any
) -> None:
    server.error = REFUSALS[0]
    queue(people)
    outbox.deliver_due()
    User.objects.filter(username__in=["Ben", "Cat"]).update(is_active=False)
    noon.shift(60)
    outbox.deliver_due()
    assert server.asked == ["ann@example.org", "dan@example.org"]


def test_when_one_is_taken_all_go_out_and_one_that_is_refused_then_fails(
    server: Server, people: list[User], noon: Any
) -> None:
    server.unknown = set(map(address, people))
    queue(people)
    outbox.deliver_due()
    server.unknown = {"ben@example.org"}
    noon.shift(60)
    assert outbox.deliver_due() == 5
    assert [status for status, _attempts in states()] == [Status.SENT, Status.FAILED, *[Status.SENT] * 3]
    assert not Halt.objects.exists()
    assert len(mail.outbox) == 4


def test_of_two_sweeps_one_tries_a_letter(server: Server, people: list[User], noon: Any) -> None:
    server.error = REFUSALS[0]
    queue(people)
    outbox.deliver_due()
    noon.shift(60)
    first, second = halts.to_try(datetime.now(UTC)), halts.to_try(datetime.now(UTC))
    assert [next(first, None), next(second, None)] == ["email", None]


def test_another_channel_goes_on(server: Server, people: list[User]) -> None:
    halts.halt("pigeon", "No bread.")
    queue(people)
    assert outbox.deliver_due() == 5
    assert Halt.objects.get().channel == "pigeon"


# --- The alarm ------------------------------------------------------------------------------------------------------


def test_health_counts_what_is_refused_and_since_when_all_wait(server: Server, people: list[User], noon: Any) -> None:
    server.unknown = set(map(address, people))
    queue(people[:2])
    outbox.deliver_due()
    assert outbox.health() == {"ok": True, "late": 0, "failed": 2, "refused": 2, "halted": None}
    third = queued(people[2], "9", next_try=NOON)
    outbox.deliver(third.pk)
    noon.shift(30)
    assert outbox.health() == {"ok": False, "late": 0, "failed": 0, "refused": 3, "halted": 30}


def test_health_is_not_well_while_nobody_can_be_reached(server: Server, people: list[User]) -> None:
    server.error = ConnectionRefusedError(111, "Connection refused")
    queue(people[:3])
    outbox.deliver_due()
    assert outbox.health() == {"ok": False, "late": 0, "failed": 0, "refused": 3, "halted": None}


def test_the_outbox_page_says_that_all_wait_and_why(
    server: Server, people: list[User], client: Client, admin_user: User
) -> None:
    server.error = REFUSALS[0]
    queue(people)
    client.force_login(admin_user)
    url = reverse("admin:accounts_outbox_changelist")
    assert "refused everyone" not in client.get(url).content.decode()
    outbox.deliver_due()
    page = client.get(url).content.decode()
    assert "We can’t send anything by email: the server has been refusing all messages since 2 Mar 2026, 12:00." in page
    assert (
        "After 2 Mar 2026, 12:01, we’ll try again with one message. "
        "The mail server responded with 535: Wrong password" in page
    )


def test_trying_again_now_tries_one_of_those_that_wait(
    server: Server, people: list[User], client: Client, admin_user: User
) -> None:
    server.error = REFUSALS[0]
    queue(people)
    outbox.deliver_due()
    server.error = None
    client.force_login(admin_user)
    row = Outbox.objects.order_by("key").first()
    assert row is not None
    data = {"action": "try_again_now", "_selected_action": [str(row.pk)]}
    client.post(reverse("admin:accounts_outbox_changelist"), data)
    assert outbox.deliver_due() == 5
    assert not Halt.objects.exists()


def test_the_command_says_that_all_wait(server: Server, people: list[User]) -> None:
    server.error = REFUSALS[0]
    queue(people)
    outbox.deliver_due()
    out = StringIO()
    call_command("deliver", "--dry-run", stdout=out)
    assert out.getvalue().endswith(
        "5 notices are due; nothing was sent.\n"
        "Nothing is sent by email since 2026-03-02 12:00: The mail server responded with 535: Wrong password\n"
    )


def test_a_server_that_is_well_is_asked_by_the_first_letter_after_a_time_without_any(
    server: Server, people: list[User], noon: time_machine.Traveller
) -> None:
    ann, *_ = people
    halts.halt("email", "The server takes nothing.")
    for _ in range(20):
        noon.shift(MINUTE)
        outbox.deliver_due()
    queued(ann, "1")
    outbox.deliver_due()
    assert (server.asked, Halt.objects.exists()) == ([ann.email], False)


def test_what_its_reader_wants_later_does_not_stand_for_a_letter_that_was_tried(
    server: Server, people: list[User], greeting: Greeting, noon: time_machine.Traveller
) -> None:
    ann, *_ = people
    greeting.answer = TURN
    Preferences.objects.create(user=ann, rhythm="hourly")
    halts.halt("email", "The server takes nothing.")
    noon.shift(MINUTE)
    queued(ann, "1")
    outbox.deliver_due()
    assert (server.asked, Outbox.objects.get().held) == ([], NOON + MINUTE)
    noon.shift(59 * MINUTE)
    outbox.deliver_due()
    assert (server.asked, Halt.objects.exists()) == ([ann.email], False)

"""A sweep ends itself, two of them share the work; what is over is forgotten, what is late is noticed."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.db import connection
from django.utils import timezone

from accounts import outbox, tasks
from accounts.channels import Notice, outward
from accounts.channels.email.transport import EmailTransport
from accounts.database import portions
from accounts.models import Endpoint, Outbox, OutboxCount, User
from accounts.outbox import counts, delivery, strangers, upkeep
from tests.accounts.conftest import Greeting
from tests.accounts.outbox.test_delivery import queued
from tests.parts.cast import person
from tests.parts.patience import PATIENCE

pytestmark = pytest.mark.django_db
Status = Outbox.Status
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


class SlowServer:
    """Takes so many seconds a letter, by a clock of its own that sweeps go by."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
        self.now, self.seconds, self.woken = 0.0, seconds, 0
        monkeypatch.setattr(delivery, "monotonic", lambda: self.now)
        monkeypatch.setattr(delivery, "wake_sweep", self.wake)
        monkeypatch.setattr(EmailTransport, "send", self.send)

    def wake(self) -> None:
        self.woken += 1

    def send(self, row: Outbox, notice: Notice) -> None:
        self.now += self.seconds


def test_a_sweep_with_the_slowest_letter_at_its_end_stays_within_task_limit_and_lease() -> None:
    letter = settings.EMAIL_TIMEOUT + settings.EMAIL_LETTER_TIMEOUT
    longest = settings.OUTBOX_SWEEP_LASTS + max(letter, settings.OUTBOX_STRANGERS_LAST + outward.TIMEOUT)
    assert longest + 20 <= settings.CELERY_TASK_TIME_LIMIT
    assert delivery.LEASE.total_seconds() > settings.CELERY_TASK_TIME_LIMIT


@pytest.mark.parametrize("by", ["sweep", "ids"])
def test_a_sweep_at_a_slow_server_ends_in_time_and_has_another_go_on(
    ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    ids = [str(queued(ann, f"{number:02}").pk) for number in range(20)]
    server = SlowServer(monkeypatch, 5.0)
    tasks.deliver(ids) if by == "ids" else tasks.deliver_due()
    assert server.now == settings.OUTBOX_SWEEP_LASTS == 30
    assert server.woken == 1
    assert list(Outbox.objects.order_by("key").values_list("status", "attempts", "lease")) == [
        *[(Status.SENT, 1, None)] * 6,
        *[(Status.PENDING, 0, None)] * 14,
    ]


class Strangers:
    """Servers that take seconds for a post, by the clock of the thread that waits for them.

    What is posted is noted by sweep. A post to a host named "wait" ends once another host has been posted to.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **seconds: float) -> None:
        self.seconds, self.clock = seconds, threading.local()
        self.sent: list[list[str]] = []
        self.reached = threading.Event()
        monkeypatch.setattr(outward, "post", self.post)
        monkeypatch.setattr(delivery, "monotonic", self.now)

    def now(self) -> float:
        return float(getattr(self.clock, "now", 0.0))

    def post(self, address: str, *_: Any) -> outward.Answer:
        host = address.split("/")[2]
        if host == "wait":
            assert self.reached.wait(PATIENCE)
        else:
            self.reached.set()
        self.sent[-1].append(address.removeprefix("https://"))
        self.clock.now = self.now() + self.seconds.get(host, 0.0)
        return outward.Answer(204)

    def sweep(self) -> list[str]:
        """Sweep once; where it has posted to."""
        self.sent.append([])
        assert outbox.deliver_due() == len(self.sent[-1])
        return sorted(self.sent[-1])


def to_hook(user: User, key: str, address: str, **fields: Any) -> Outbox:
    """Return a notice for a webhook of a user's."""
    made, _ = Endpoint.objects.get_or_create(user=user, channel="webhook", shape="discord", address=address)
    return queued(user, f"{key}@{made.pk}", channel="webhook", endpoint=made, **fields)


def test_a_webhook_that_is_queued_behind_anothers_slow_ones_waits_for_one_sweep_at_most(
    ann: User, ben: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Queue three matches for ten webhooks of one account, each taking 9.5 s, as the slowest may."""
    servers = Strangers(monkeypatch, slow=9.5)
    for match in range(3):
        for number in range(10):
            to_hook(ann, f"{match}", f"https://slow/{number}")
    assert [len(servers.sweep()) for _ in range(3)] == [1, 1, 1]  # one a sweep, which lasts as long as that
    to_hook(ben, "1", "https://quick/")
    to_hook(ben, "2", "https://quick/")
    first = servers.sweep()
    assert (len(first), first[:2]) == (3, ["quick/", "quick/"])
    assert [len(servers.sweep()) for _ in range(27)] == [1] * 26 + [0]


def test_servers_of_several_users_are_waited_for_at_once(
    ann: User, ben: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = Strangers(monkeypatch)
    to_hook(ann, "1", "https://wait/")
    to_hook(ben, "1", "https://quick/")
    assert servers.sweep() == ["quick/", "wait/"]


def test_whose_server_was_slow_comes_last_for_an_hour(
    ann: User, ben: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strangers, "POSTS_AT_ONCE", 1)
    servers = Strangers(monkeypatch, slow=2.5, quick=2.0)
    with time_machine.travel(NOON, tick=False) as time:
        to_hook(ann, "1", "https://slow/")
        assert servers.sweep() == ["slow/"]
        time.shift(timedelta(minutes=1))
        to_hook(ben, "1", "https://quick/", next_try=NOON)
        assert servers.sweep() == ["quick/"]
        for minutes, first in ((58, "quick/"), (61, "slow/")):
            time.shift(timedelta(minutes=minutes))
            to_hook(ann, f"at {minutes}", "https://slow/", next_try=NOON)
            to_hook(ben, f"at {minutes}", "https://quick/", next_try=NOON)
            servers.sweep()
            assert servers.sent[-1][0] == first
            assert len(servers.sent[-1]) == 2


def test_users_are_served_in_turn_the_one_whose_last_post_is_longest_ago_first(
    ann: User, ben: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strangers, "POSTS_AT_ONCE", 1)
    servers = Strangers(monkeypatch)
    for number in range(3):
        to_hook(ann, f"{number}", "https://anns/")
    to_hook(ben, "1", "https://bens/")
    servers.sweep()
    assert servers.sent[-1] == ["anns/", "bens/", "anns/", "anns/"]
    for user, address in ((ann, "https://anns/"), (ben, "https://bens/")):
        to_hook(user, "later", address)
    servers.sweep()
    assert servers.sent[-1] == ["bens/", "anns/"]


def test_of_one_users_webhooks_one_that_takes_nothing_comes_last(
    ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = Strangers(monkeypatch)
    to_hook(ann, "1", "https://failing/", next_try=timezone.now() - timedelta(minutes=1))
    Endpoint.objects.update(failing=timezone.now())
    to_hook(ann, "1", "https://well/")
    servers.sweep()
    assert servers.sent[-1] == ["well/", "failing/"]


def test_one_quick_post_makes_nobody_first_whose_server_was_slow(ann: User, greeting: Greeting) -> None:
    endpoint = to_hook(ann, "1", "https://slow/").endpoint
    assert endpoint
    strangers.note_posted(endpoint, 2.5)
    strangers.note_posted(endpoint, 0.1)
    endpoint.refresh_from_db()
    assert endpoint.slow


def test_a_sweep_takes_up_as_many_posts_as_it_is_told(
    ann: User, ben: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = Strangers(monkeypatch)
    for user in (ann, ben):
        to_hook(user, "1", "https://quick/")
    servers.sent.append([])
    assert outbox.deliver_due(limit=1) == len(servers.sent[-1]) == 1


def test_while_a_post_of_a_user_is_in_flight_nobody_else_makes_another(
    ann: User, ben: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = Strangers(monkeypatch)
    held = to_hook(ann, "1", "https://anns/", status="sending", lease=timezone.now() + timedelta(minutes=1))
    to_hook(ann, "2", "https://anns/")
    to_hook(ben, "1", "https://bens/")
    assert servers.sweep() == ["bens/"]
    Outbox.objects.filter(pk=held.pk).update(lease=timezone.now() - timedelta(seconds=1))
    assert servers.sweep() == ["anns/", "anns/"]


def test_slow_webhooks_hold_up_no_letter_and_end_with_the_while_of_their_own(
    ann: User, ben: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strangers, "POSTS_AT_ONCE", 1)
    server, sent = SlowServer(monkeypatch, 0.0), list[tuple[str, float]]()

    def post(address: str, *_: Any) -> outward.Answer:
        sent.append((address, server.now))
        server.now += 5.0
        return outward.Answer(204)

    monkeypatch.setattr(outward, "post", post)
    for number in range(5):
        to_hook(person(f"User{number}"), "1", f"https://slow/{number}")
    queued(ben, "2")
    assert outbox.deliver_due() == 3
    assert Outbox.objects.get(channel="email").status == Status.SENT
    assert sent == [("https://slow/0", 0.0), ("https://slow/1", 5.0)]
    assert (server.now, server.woken) == (settings.OUTBOX_STRANGERS_LAST, 1)


def test_webhooks_get_their_while_of_a_sweep_that_letters_fill_but_not_after_one_that_hung(
    ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []

    def post(address: str, *_: Any) -> outward.Answer:
        sent.append(address)
        return outward.Answer(204)

    monkeypatch.setattr(outward, "post", post)
    to_hook(ann, "1", "https://quick/")
    for number in range(20):
        queued(ann, f"letter {number}")
    SlowServer(monkeypatch, 60.0)
    outbox.deliver_due()
    assert sent == []
    SlowServer(monkeypatch, 5.0)
    outbox.deliver_due()
    assert sent == ["https://quick/"]


def test_a_sweep_that_is_through_in_time_wakes_no_other(
    ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        queued(ann, str(number))
    server = SlowServer(monkeypatch, 5.0)
    assert outbox.deliver_due() == 6
    assert server.woken == 0


def test_another_sweep_is_asked_for_only_as_long_as_beat_would_not_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, dict[str, Any]]] = []

    def send_task(task: str, _args: object, **options: Any) -> None:
        asked.append((task, options))

    monkeypatch.setattr("accounts.broker.current_app.send_task", send_task)
    outbox.wake_sweep()
    options = {"countdown": 0, "retry": False, "expires": settings.OUTBOX_SWEEP}
    assert asked == [("accounts.tasks.deliver_due", options)]


def test_a_sweep_goes_on_while_rows_are_due(ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "ROWS_A_SWEEP", 3)
    for number in range(8):
        queued(ann, str(number))
    assert outbox.deliver_due() == 8
    assert len(mail.outbox) == 8


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_share_the_rows(greeting: Greeting) -> None:
    ann, begun = person("Ann"), Barrier(2)
    for number in range(30):
        queued(ann, str(number))

    def sweep(_number: int) -> int:
        try:
            begun.wait(timeout=PATIENCE)
            return outbox.deliver_due()
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        taken = list(pool.map(sweep, range(2)))
    assert sum(taken) == len(mail.outbox) == 30
    assert set(Outbox.objects.values_list("status", "attempts")) == {(Status.SENT, 1)}


# --- What is logged -------------------------------------------------------------------------------------------------


def test_the_log_says_where_writing_failed_and_names_no_address(
    ann: User, greeting: Greeting, caplog: pytest.LogCaptureFixture
) -> None:
    def render(user: User, payload: dict[str, Any]) -> Notice:
        raise ValueError(f"{user.email} is odd")

    outbox.register("greeting", render)
    row = queued(ann)
    outbox.deliver(row.pk)
    assert f"greeting {row.pk} could not be written: ValueError" in caplog.text
    assert "in render" in caplog.text
    assert "@example.org" not in caplog.text


# --- What is forgotten ----------------------------------------------------------------------------------------------


def test_what_was_told_is_forgotten_after_ninety_days_and_what_waits_never(ann: User, greeting: Greeting) -> None:
    old, kept = NOON - timedelta(days=90), NOON - timedelta(days=90, seconds=-1)
    for name, at in (("old", old), ("kept", kept)):
        queued(ann, f"{name} sent", status=Status.SENT, created=at, sent_at=at)
        queued(ann, f"{name} failed", status=Status.FAILED, created=at, failed_at=at)
        queued(ann, f"{name} obsolete", status=Status.OBSOLETE, created=at)
    queued(ann, "sent late", status=Status.SENT, created=old, sent_at=kept)
    queued(ann, "failed late", status=Status.FAILED, created=old, failed_at=kept)
    queued(ann, "waiting", created=old)
    queued(ann, "on its way", status=Status.SENDING, created=old, lease=NOON)
    with time_machine.travel(NOON):
        tasks.remove_old()
    assert sorted(Outbox.objects.values_list("key", flat=True)) == [
        *["failed late", "kept failed", "kept obsolete", "kept sent"],
        *["on its way", "sent late", "waiting"],
    ]


def test_of_what_is_forgotten_the_number_is_kept_by_day_kind_channel_and_status(ann: User, greeting: Greeting) -> None:
    old, morning = NOON - timedelta(days=100), NOON - timedelta(days=91, hours=12)
    for number in range(3):
        queued(ann, f"sent {number}", status=Status.SENT, created=old, sent_at=morning)
    queued(ann, "eve", status=Status.SENT, created=old, sent_at=morning - timedelta(seconds=1))
    queued(ann, "pigeon", status=Status.SENT, created=old, sent_at=morning, channel="pigeon")
    queued(ann, "failed", status=Status.FAILED, created=old, failed_at=morning)
    queued(ann, "obsolete", status=Status.OBSOLETE, created=old)
    outbox.queue_to("stranger@example.org", "greeting", {})
    Outbox.objects.filter(recipient=None).update(status=Status.OBSOLETE, created=NOON - timedelta(days=7))
    assert outbox.remove_old(NOON) == 8
    kept = [
        (date(2025, 11, 22), "email", "obsolete", 1),
        (date(2025, 11, 30), "email", "sent", 1),
        (date(2025, 12, 1), "email", "failed", 1),
        (date(2025, 12, 1), "email", "sent", 3),
        (date(2025, 12, 1), "pigeon", "sent", 1),
        (date(2026, 2, 23), "email", "obsolete", 1),
    ]
    assert counted() == kept
    assert outbox.remove_old(NOON) == 0
    queued(ann, "one more", status=Status.SENT, created=old, sent_at=morning)
    assert outbox.remove_old(NOON) == 1
    kept[3] = (date(2025, 12, 1), "email", "sent", 4)
    assert counted() == kept
    assert counts.removed() == counts.Removed(
        date(2025, 11, 22),
        [
            counts.Total("greeting", "email", "sent", 5),
            counts.Total("greeting", "email", "obsolete", 2),
            counts.Total("greeting", "email", "failed", 1),
            counts.Total("greeting", "pigeon", "sent", 1),
        ],
    )


def counted() -> list[tuple[Any, ...]]:
    found = OutboxCount.objects.filter(kind="greeting").order_by("day", "channel", "status")
    return list(found.values_list("day", "channel", "status", "number"))


def test_where_nothing_was_forgotten_there_is_no_day_since_when(db: None) -> None:
    assert counts.removed() == counts.Removed(None, [])


def test_what_cannot_be_counted_is_not_forgotten(
    ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued(ann, status=Status.OBSOLETE, created=NOON - timedelta(days=100))
    monkeypatch.setattr(counts.portions, "delete", lambda _rows: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        outbox.remove_old(NOON)
    assert (Outbox.objects.count(), OutboxCount.objects.count()) == (1, 0)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_count_each_row_once(greeting: Greeting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portions, "ROWS", 3)
    ann, begun = person("Ann"), Barrier(2)
    for number in range(40):
        queued(ann, str(number), status=Status.OBSOLETE, created=NOON - timedelta(days=100))

    def sweep(_number: int) -> int:
        try:
            begun.wait(timeout=PATIENCE)
            return outbox.remove_old(NOON)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        taken = list(pool.map(sweep, range(2)))
    assert (sum(taken), counted()) == (40, [(date(2025, 11, 22), "email", "obsolete", 40)])
    assert not Outbox.objects.exists()


# --- Health ---------------------------------------------------------------------------------------------------------

WELL = {"ok": True, "late": 0, "failed": 0, "refused": 0, "halted": None}


def test_nothing_is_wrong_with_letters_that_are_sent_or_just_due(ann: User, greeting: Greeting) -> None:
    outbox.deliver(queued(ann, "sent").pk)
    queued(ann, "due", next_try=timezone.now() - upkeep.LATE + timedelta(seconds=30))
    queued(ann, "to come", next_try=timezone.now() + timedelta(hours=1))
    assert outbox.health() == WELL


@pytest.mark.parametrize("fields", [{}, {"status": Status.SENDING, "lease": NOON}])
def test_letters_due_for_ten_minutes_are_late(ann: User, greeting: Greeting, fields: dict[str, Any]) -> None:
    queued(ann, next_try=timezone.now() - upkeep.LATE, **fields)
    assert outbox.health() == WELL | {"ok": False, "late": 1}


def test_nobodys_slow_webhooks_are_an_alarm(ann: User, greeting: Greeting) -> None:
    to_hook(ann, "1", "https://slow/", next_try=timezone.now() - upkeep.LATE)
    assert outbox.health() == WELL


def test_letters_that_failed_are_counted_for_a_day_and_are_no_alarm(ann: User, greeting: Greeting) -> None:
    for number, hours in enumerate((1, 23, 25)):
        at = timezone.now() - timedelta(hours=hours)
        queued(ann, str(number), status=Status.FAILED, failed_at=at)
    assert outbox.health() == WELL | {"failed": 2}

"""How many notices that others cause one address gets, and what becomes of one too many."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts import outbox
from accounts.channels import Notice
from accounts.models import Outbox, User
from accounts.outbox import delivery, registry
from tests.parts.cast import person
from tests.parts.patience import PATIENCE

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
Status = Outbox.Status
ONE_TOO_MANY = "We’d already sent 5 emails of this kind to this address within a day, so we didn’t send this one."


def write(_reader: User, payload: dict[str, Any]) -> Notice:
    proof = payload.get("proves", "")
    return Notice("Hello", "base", proof=proof, lasts=timedelta(hours=1) if proof else timedelta())


@pytest.fixture(autouse=True)
def kinds() -> Iterator[None]:
    """Two kinds of one pool, one of each other, and one of none."""
    outbox.register("call", write, "A call", "others")
    outbox.register("shout", write, "A shout", "others")
    outbox.register("proof", write, "A proof", "proofs")
    outbox.register("reset of a test", write, "A reset", "resets")
    outbox.register("turn of play", write, "A turn")
    yield
    for kind in ("call", "shout", "proof", "reset of a test", "turn of play"):
        registry.registered.pop(kind)


@pytest.fixture
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def queue(user: User, kind: str, *keys: object, **payload: Any) -> None:
    for key in keys:
        outbox.queue(user.pk, kind, str(key), payload)


def states(kind: str) -> list[str]:
    return list(Outbox.objects.filter(kind=kind).order_by("created", "key").values_list("status", flat=True))


def test_the_sixth_of_a_pool_is_not_sent_and_says_why(ann: User, noon: Any) -> None:
    queue(ann, "call", 1, 2, 3)
    outbox.deliver_due()
    queue(ann, "shout", 4, 5)
    outbox.deliver_due()
    queue(ann, "shout", 6)
    outbox.deliver_due()
    assert len(mail.outbox) == 5
    row = Outbox.objects.get(key="6")
    assert (row.status, row.error, row.sent_at) == (Status.OBSOLETE, ONE_TOO_MANY, None)


def test_its_recipient_finds_it_in_the_log(ann: User, noon: Any, client: Client) -> None:
    queue(ann, "call", *range(6))
    outbox.deliver_due()
    client.force_login(ann)
    assert client.get(reverse("sent_mails")).content.decode().count(ONE_TOO_MANY) == 1


def test_after_a_day_there_is_room_again(ann: User, noon: Any) -> None:
    queue(ann, "call", *range(5))
    outbox.deliver_due()
    noon.shift(registry.DAY - timedelta(seconds=1))
    queue(ann, "call", "early")
    outbox.deliver_due()
    noon.shift(timedelta(seconds=1))
    queue(ann, "call", "late")
    outbox.deliver_due()
    assert states("call") == [Status.SENT] * 5 + [Status.OBSOLETE, Status.SENT]


def test_what_is_in_no_pool_is_neither_limited_nor_counted(ann: User, noon: Any) -> None:
    queue(ann, "turn of play", *range(8))
    queue(ann, "call", *range(5))
    queue(ann, "turn of play", *range(8, 16))
    outbox.deliver_due()
    assert len(mail.outbox) == 21


def test_each_pool_and_each_address_counts_by_itself(ann: User, ben: User, noon: Any) -> None:
    for user in (ann, ben):
        queue(user, "call", *range(6))
        queue(user, "proof", *range(6))
    outbox.deliver_due()
    for user in (ann, ben):
        assert [message.to for message in mail.outbox].count([user.email]) == 10


def test_of_new_passwords_an_address_gets_as_many_as_a_day_has_hours(ann: User, noon: Any) -> None:
    queue(ann, "reset of a test", *range(25))
    outbox.deliver_due()
    assert len(mail.outbox) == 24
    row = Outbox.objects.get(status=Status.OBSOLETE)
    assert (
        row.error
        == "We’d already sent 24 emails of this kind to this address within a day, so we didn’t send this one."
    )


def test_an_address_counts_with_and_without_an_account_in_upper_and_lower_case(ann: User, noon: Any) -> None:
    for number in range(4):
        outbox.queue_to("ANN@example.org" if number % 2 else "ann@example.org", "call", {})
    User.objects.filter(pk=ann.pk).update(email="Ann@Example.org")
    outbox.deliver_due()
    queue(ann, "call", 5, 6)
    outbox.deliver_due()
    assert len(mail.outbox) == 5


def test_what_stands_behind_a_plus_makes_no_other_address_of_it(noon: Any) -> None:
    for number in range(6):
        outbox.queue_to(f"Victim+{number}@example.org", "call", {})
    outbox.queue_to("victim+5@example.com", "call", {})
    outbox.queue_to("victi+m@example.org", "call", {})
    outbox.deliver_due()
    literal = [f"victim+{number}@example.org" for number in range(5)]
    assert sorted(message.to[0] for message in mail.outbox) == sorted(
        ["victi+m@example.org", "victim+5@example.com", *literal]
    )
    assert Outbox.objects.get(status=Status.OBSOLETE).error == ONE_TOO_MANY


def test_a_user_causes_five_of_a_pool_wherever_they_go(ann: User, ben: User, noon: Any) -> None:
    for asker in (ann, ben):
        for number in range(6):
            outbox.queue_to(f"{asker.username}{number}@example.com", "proof", {}, asker=asker.pk)
    outbox.deliver_due()
    assert len(mail.outbox) == 10
    [one, other] = Outbox.objects.filter(status=Status.OBSOLETE)
    assert {one.asker, other.asker} == {ann, ben}
    assert (
        one.error
        == "The same person had already triggered 5 emails of this kind within a day, so we didn’t send this one."
    )
    noon.shift(registry.DAY)
    outbox.queue_to("late@example.com", "proof", {}, asker=ann.pk)
    outbox.deliver_due()
    assert mail.outbox[-1].to == ["late@example.com"]


def test_what_was_not_sent_does_not_count(ann: User, noon: Any) -> None:
    queue(ann, "call", *range(5))
    Outbox.objects.update(status=Status.FAILED)
    queue(ann, "call", *range(5, 10))
    outbox.deliver_due()
    assert len(mail.outbox) == 5


def test_what_waits_to_be_tried_again_is_looked_at_again(ann: User, noon: Any) -> None:
    queue(ann, "call", *range(5))
    outbox.deliver_due()
    Outbox.objects.filter(key="0").update(status=Status.PENDING, sent_at=None)
    queue(ann, "call", 5)
    assert outbox.deliver_due() == 2
    assert sorted(states("call")) == [Status.OBSOLETE] + [Status.SENT] * 5


def test_while_another_is_on_its_way_that_may_be_the_last_one_waits_a_minute(ann: User, noon: Any) -> None:
    queue(ann, "call", *range(5))
    outbox.deliver_due()
    queue(ann, "call", 5)
    on_its_way = {"status": Status.SENDING, "sent_at": None, "lease": NOON + delivery.LEASE}
    Outbox.objects.filter(key="0").update(**on_its_way)
    outbox.deliver_due()
    row = Outbox.objects.get(key="5")
    assert (row.status, row.attempts, row.next_try) == (Status.PENDING, 0, NOON + timedelta(minutes=1))
    Outbox.objects.filter(key="0").update(status=Status.FAILED, lease=None)
    noon.shift(timedelta(minutes=1))
    outbox.deliver_due()
    assert Outbox.objects.get(key="5").status == Status.SENT


# --- Proofs ---------------------------------------------------------------------------------------------------------


def test_while_a_link_is_good_no_other_is_sent(ann: User, noon: Any) -> None:
    queue(ann, "proof", 1, proves="this")
    outbox.deliver_due()
    noon.shift(timedelta(minutes=59))
    queue(ann, "proof", 2, proves="this")
    outbox.deliver_due()
    noon.shift(timedelta(minutes=1))
    queue(ann, "proof", 3, proves="this")
    outbox.deliver_due()
    assert states("proof") == [Status.SENT, Status.OBSOLETE, Status.SENT]
    assert "it’s still valid" in Outbox.objects.get(key="2").error


def test_what_proves_something_else_is_sent(ann: User, ben: User, noon: Any) -> None:
    queue(ann, "proof", 1, proves="this")
    queue(ann, "proof", 2, proves="that")
    queue(ben, "proof", 1, proves="this")
    outbox.deliver_due()
    assert len(mail.outbox) == 3


def test_each_address_of_a_mailbox_is_sent_its_own_link(noon: Any) -> None:
    for address in ("ann+1@example.org", "ann+2@example.org", "ann+1@example.org"):
        outbox.queue_to(address, "proof", {"proves": "this"})
    outbox.deliver_due()
    assert sorted(message.to[0] for message in mail.outbox) == ["ann+1@example.org", "ann+2@example.org"]


# --- At once --------------------------------------------------------------------------------------------------------


def at_once(monkeypatch: pytest.MonkeyPatch, look: str, ids: list[Any]) -> None:
    """Deliver these rows in as many threads: all claim before any looks at the others, all look before any sends."""
    claimed, seen = Barrier(len(ids)), Barrier(len(ids))
    looked: Callable[..., str] = getattr(delivery, look)

    def wait_and_look(*args: Any) -> str:
        claimed.wait(timeout=PATIENCE)
        try:
            return looked(*args)
        finally:
            seen.wait(timeout=PATIENCE)

    def work(pk: Any) -> None:
        try:
            outbox.deliver(pk)
        finally:
            connection.close()

    with monkeypatch.context() as patched, ThreadPoolExecutor(len(ids)) as pool:
        patched.setattr(delivery, look, wait_and_look)
        list(pool.map(work, ids))


@pytest.mark.django_db(transaction=True)
def test_of_two_that_are_sent_at_once_only_one_fills_the_last_place(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = person("Ann")
    queue(ann, "call", *range(4))
    outbox.deliver_due()
    queue(ann, "call", 4, 5)
    ids = list(Outbox.objects.filter(status=Status.PENDING).values_list("pk", flat=True))
    at_once(monkeypatch, "why_too_many", ids)
    assert len(mail.outbox) == 4
    with time_machine.travel(datetime.now(UTC) + delivery.PAUSE + timedelta(seconds=1)):
        outbox.deliver_due()
    assert len(mail.outbox) == 5
    assert sorted(states("call")) == [Status.OBSOLETE] + [Status.SENT] * 5


@pytest.mark.django_db(transaction=True)
def test_of_two_links_that_are_sent_at_once_one_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = person("Ann")
    queue(ann, "proof", 1, 2, proves="this")
    ids = list(Outbox.objects.values_list("pk", flat=True))
    at_once(monkeypatch, "told_before", ids)
    with time_machine.travel(datetime.now(UTC) + delivery.PAUSE + timedelta(seconds=1)):
        outbox.deliver_due()
    assert len(mail.outbox) == 1
    assert sorted(states("proof")) == [Status.OBSOLETE, Status.SENT]


def test_what_another_kind_of_notice_proves_does_not_stand_for_it(ann: User, noon: Any) -> None:
    for kind in ("proof", "reset of a test"):
        queue(ann, kind, 1, proves="the same")
        outbox.deliver_due()
    assert (states("proof"), states("reset of a test")) == ([Status.SENT], [Status.SENT])

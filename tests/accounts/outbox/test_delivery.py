"""A row first, a send second: queued once, claimed by one, tried again, given up, or no longer owed."""

from datetime import datetime, timedelta
from io import StringIO
from logging import ERROR, WARNING
from smtplib import SMTPAuthenticationError
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone, translation

from accounts import broker, outbox, tasks
from accounts.channels import DeliveryError, Notice
from accounts.channels.email.transport import EmailTransport
from accounts.models import Outbox, Preferences, User
from accounts.outbox import delivery
from tests.accounts.conftest import Greeting, Woken

pytestmark = pytest.mark.django_db
Status = Outbox.Status


def queued(user: User, key: str = "1", **fields: Any) -> Outbox:
    row = outbox.email_row(user.pk, "greeting", key, {"match": 7})
    for name, value in fields.items():
        setattr(row, name, value)
    row.save()
    return row


class Refusing:
    """Makes every mail end in the given error."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
        def send(transport: EmailTransport, row: Outbox, notice: Notice) -> None:
            raise error

        monkeypatch.setattr(EmailTransport, "send", send)


def test_a_notice_is_queued_once(ann: User, ben: User, greeting: Greeting) -> None:
    for _again in range(2):
        outbox.queue(ann.pk, "greeting", "1", {"match": 7})
    outbox.queue(ann.pk, "greeting", "2", {"match": 7})
    outbox.queue(ben.pk, "greeting", "1", {"match": 7})
    assert Outbox.objects.count() == 3


def test_several_are_queued_at_once(ann: User, ben: User, greeting: Greeting) -> None:
    outbox.queue_all([outbox.email_row(user.pk, "greeting", "1", {}) for user in (ann, ben)])
    assert Outbox.objects.count() == 2


def test_an_unknown_kind_cannot_be_queued(ann: User) -> None:
    with pytest.raises(LookupError, match="'unheard'"):
        outbox.queue(ann.pk, "unheard", "1", {})


def test_what_is_rolled_back_is_not_queued(ann: User, greeting: Greeting) -> None:
    with transaction.atomic():
        outbox.queue(ann.pk, "greeting", "1", {})
        transaction.set_rollback(True)
    assert not Outbox.objects.exists()


def test_the_commit_wakes_one_task_for_all(
    ann: User, ben: User, greeting: Greeting, woken: Woken, django_capture_on_commit_callbacks: Any
) -> None:
    letters = [outbox.email_row(user.pk, "greeting", "1", {}, timedelta(seconds=5)) for user in (ann, ben)]
    with django_capture_on_commit_callbacks(execute=True):
        outbox.queue_all(letters)
        assert woken == []
    [(ids, countdown)] = woken
    assert ids == [str(row.pk) for row in letters]
    assert 4 < countdown <= 5


def test_all_that_one_transaction_queues_wakes_one_task_but_for_what_is_rolled_back(
    ann: User, ben: User, greeting: Greeting, woken: Woken, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        for user in (ann, ben):
            outbox.queue(user.pk, "greeting", "1", {})
        with transaction.atomic():
            outbox.queue(ann.pk, "greeting", "2", {})
            transaction.set_rollback(True)
    [(ids, _)] = woken
    assert set(ids) == {str(row.pk) for row in Outbox.objects.filter(key="1")}
    assert len(ids) == 2


def test_what_is_due_later_or_goes_to_a_strangers_server_is_left_to_the_sweep(
    ann: User, greeting: Greeting, woken: Woken, django_capture_on_commit_callbacks: Any
) -> None:
    posted = outbox.email_row(ann.pk, "greeting", "2", {})
    posted.channel = "webhook"
    with django_capture_on_commit_callbacks(execute=True):
        outbox.queue(ann.pk, "greeting", "1", {}, timedelta(minutes=5))
        outbox.queue_all([posted])
    assert woken == []


def test_a_broker_that_fails_is_asked_once_and_then_left_alone(
    ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    asked = []

    def send_task(*args: Any, **kwargs: Any) -> None:
        asked.append(args)
        raise ConnectionError

    monkeypatch.setattr("accounts.broker.current_app.send_task", send_task)
    monkeypatch.setattr(broker.breaker, "rests_until", 0.0)
    with django_capture_on_commit_callbacks(execute=True):
        outbox.queue(ann.pk, "greeting", "1", {})
        outbox.queue(ann.pk, "greeting", "2", {})
    assert len(asked) == 1
    assert Outbox.objects.filter(status=Status.PENDING).count() == 2


def test_a_due_notice_is_sent_as_a_mail(ann: User, greeting: Greeting) -> None:
    row = queued(ann)
    assert outbox.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, row.attempts, row.lease, row.error) == (Status.SENT, 1, None, "")
    assert row.sent_at is not None
    assert mail.outbox[0].to == ["ann@example.org"]
    assert greeting.greeted == [("Ann", {"match": 7})]


def test_a_sent_notice_is_not_sent_again(ann: User, greeting: Greeting) -> None:
    row = queued(ann)
    assert [outbox.deliver(row.pk), outbox.deliver(row.pk)] == [True, False]
    assert len(mail.outbox) == 1


def test_the_task_takes_ids_and_may_run_twice(ann: User, greeting: Greeting) -> None:
    ids = [str(queued(ann, key).pk) for key in "12"]
    tasks.deliver(ids)
    tasks.deliver(ids)
    assert len(mail.outbox) == 2


def test_a_notice_that_another_worker_holds_is_left_alone(ann: User, greeting: Greeting) -> None:
    row = queued(ann, status=Status.SENDING, lease=timezone.now() + timedelta(seconds=1))
    assert not outbox.deliver(row.pk)
    assert mail.outbox == []


def test_a_notice_whose_worker_died_is_taken_up_again(ann: User, greeting: Greeting) -> None:
    queued(ann, status=Status.SENDING, attempts=1, lease=timezone.now() - timedelta(seconds=1))
    assert outbox.deliver_due() == 1
    assert len(mail.outbox) == 1


def test_a_worker_that_was_too_slow_does_not_overwrite_what_another_found(ann: User, greeting: Greeting) -> None:
    row = queued(ann)
    slow = delivery._free(row.pk, halted=False)
    assert slow is not None
    assert delivery._claim(slow, timezone.now())
    with time_machine.travel(timezone.now() + delivery.LEASE + timedelta(seconds=1)):
        outbox.deliver(row.pk)
    delivery._put_off(slow, "too late", permanent=True)
    row.refresh_from_db()
    assert row.status == Status.SENT


def test_the_reader_is_addressed_in_their_own_language_and_zone(
    ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.filter(pk=ann.pk).update(language="de", time_zone="Europe/Rome")
    seen = []

    def render(user: User, payload: dict[str, Any]) -> None:
        seen.append((translation.get_language(), timezone.get_current_timezone_name()))

    outbox.register("greeting", render)
    outbox.deliver(queued(ann).pk)
    assert seen == [("de", "Europe/Rome")]
    assert (translation.get_language(), timezone.get_current_timezone_name()) == ("en", "UTC")


def test_a_notice_no_longer_owed_becomes_obsolete(ann: User, greeting: Greeting) -> None:
    greeting.answer = None
    row = queued(ann)
    outbox.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, row.sent_at, mail.outbox) == (Status.OBSOLETE, None, [])


@pytest.mark.parametrize("wanted", [True, False])
def test_mails_that_were_switched_off_are_not_sent(ann: User, greeting: Greeting, wanted: bool) -> None:
    greeting.answer = Notice("Hello", "greeting", preference="turn_mails")
    Preferences.objects.create(user=ann, turn_mails=wanted, end_mails=not wanted)
    row = queued(ann)
    outbox.deliver(row.pk)
    row.refresh_from_db()
    assert row.status == (Status.SENT if wanted else Status.OBSOLETE)
    assert len(mail.outbox) == wanted


@pytest.mark.parametrize("change", [{"is_active": False}, {"is_bot": True}])
def test_closed_accounts_and_bots_get_no_mail(ann: User, greeting: Greeting, change: dict[str, bool]) -> None:
    User.objects.filter(pk=ann.pk).update(**change)
    row = queued(ann)
    outbox.deliver(row.pk)
    row.refresh_from_db()
    assert row.status == Status.OBSOLETE


def test_after_a_passing_failure_the_waits_grow_until_three_days_are_over(
    ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    Refusing(monkeypatch, DeliveryError("The mail server is tired."))
    row = queued(ann)
    waits = []
    with time_machine.travel(row.next_try, tick=False) as clock:
        while outbox.deliver_due():
            row.refresh_from_db()
            waits.append(row.next_try - timezone.now())
            clock.move_to(row.next_try)
    assert [wait.total_seconds() / 60 for wait in waits[:-1]] == [1, 5, 15, 60, 180, *[360] * 11]
    assert (row.status, row.error) == (Status.FAILED, "The mail server is tired.")


def test_a_refusal_for_good_is_not_tried_again(ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch) -> None:
    Refusing(monkeypatch, DeliveryError("No such user.", permanent=True))
    row = queued(ann)
    outbox.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, row.error, row.lease) == (Status.FAILED, "No such user.", None)


def test_the_log_says_of_each_failed_try_why_and_names_no_address(
    ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(message: EmailMultiAlternatives) -> None:
        raise SMTPAuthenticationError(535, f"{ann.email} and hunter2 do not fit".encode())

    monkeypatch.setattr(EmailMultiAlternatives, "send", refuse)
    row = queued(ann)
    outbox.deliver(row.pk)
    alarm = "Letters by email are refused no matter who they are for, so all of them wait; see /admin/."
    assert caplog.record_tuples == [
        ("accounts.outbox.delivery", WARNING, f"greeting {row.pk} was not sent: SMTPAuthenticationError"),
        ("accounts.outbox.halts", ERROR, alarm),
    ]


def test_a_notice_that_cannot_be_written_blocks_no_other(ann: User, ben: User, greeting: Greeting) -> None:
    def render(user: User, payload: dict[str, Any]) -> Notice | None:
        if user == ann:
            raise KeyError("match")
        return greeting.answer

    outbox.register("greeting", render)
    bad, good = queued(ann), queued(ben)
    assert outbox.deliver_due() == 2
    bad.refresh_from_db()
    good.refresh_from_db()
    assert (bad.status, good.status) == (Status.PENDING, Status.SENT)
    assert bad.error == "KeyError while the notice was written; see the server's log."


def test_a_kind_nobody_writes_any_more_fails_with_a_sentence(ann: User, greeting: Greeting) -> None:
    row = queued(ann, kind="forgotten")
    outbox.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, row.error) == (
        Status.FAILED,
        "Nothing knows how to write notices of the kind “forgotten”.",
    )


def test_a_channel_nobody_provides_fails_with_a_sentence(ann: User, greeting: Greeting) -> None:
    row = queued(ann, channel="pigeon")
    outbox.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, row.error) == (Status.FAILED, "There is no way of telling called “pigeon”.")


def test_the_sweep_takes_what_is_due_oldest_first(ann: User, greeting: Greeting) -> None:
    now = timezone.now()
    later = queued(ann, "later", next_try=now + timedelta(minutes=1))
    for minutes in (1, 3, 2):
        queued(ann, str(minutes), next_try=now - timedelta(minutes=minutes))
    queued(ann, "1", channel="webhook")
    assert outbox.deliver_due(limit=2) == 2
    left = Outbox.objects.filter(status=Status.PENDING).values_list("key", flat=True)
    assert sorted(left) == ["1", "1", later.key]


@pytest.mark.postgres
def test_the_sweep_reads_due_rows_alone_however_many_were_sent(ann: User, greeting: Greeting) -> None:
    now = timezone.now()
    sent = [
        Outbox(recipient=ann, kind="greeting", key=str(number), status=Status.SENT, sent_at=now)
        for number in range(20_000)
    ]
    Outbox.objects.bulk_create(sent, batch_size=5_000)
    queued(ann, "due")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE accounts_outbox")
    assert "Index Scan using outbox_unsent" in delivery.due_rows(now).order_by("next_try")[:200].explain()


def test_the_state_of_a_notice_can_be_asked_for(ann: User, greeting: Greeting) -> None:
    def status() -> str | None:
        [notice] = outbox.queued("greeting", [(ann.pk, "1")])
        return notice.status if notice else None

    assert status() is None
    row = queued(ann)
    assert status() == Status.PENDING
    outbox.deliver(row.pk)
    assert status() == Status.SENT


def test_the_state_of_a_notice_is_not_that_of_another(ann: User, greeting: Greeting) -> None:
    for key in ("1", "2", "3"):
        queued(ann, key)
    Outbox.objects.filter(key="2").update(status=Status.FAILED)
    found = outbox.queued("greeting", [(ann.pk, key) for key in "123"])
    assert [notice and notice.status for notice in found] == [Status.PENDING, Status.FAILED, Status.PENDING]


def test_the_command_delivers_what_is_due(ann: User, greeting: Greeting) -> None:
    queued(ann)
    out = StringIO()
    call_command("deliver", stdout=out)
    assert out.getvalue() == "1 notices taken up.\n"
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("limit", [0, -5])
@pytest.mark.parametrize("look", [[], ["--dry-run"]])
def test_the_command_refuses_a_number_of_rows_that_makes_no_sense(limit: int, look: list[str], db: None) -> None:
    with pytest.raises(CommandError, match=r"^The number of rows must be 1 or more\.$"):
        call_command("deliver", *look, limit=limit)


def test_the_command_can_only_look(ann: User, greeting: Greeting) -> None:
    queued(ann, next_try=datetime.fromisoformat("2026-05-04T10:00:00Z"))
    out = StringIO()
    call_command("deliver", "--dry-run", stdout=out)
    assert out.getvalue() == ("2026-05-04 10:00 Ann greeting 1 (0 tries)\n1 notices are due; nothing was sent.\n")
    assert mail.outbox == []


def test_what_came_of_a_row_is_written_into_it_alone_and_only_by_who_holds_it(ann: User, greeting: Greeting) -> None:
    now = timezone.now()
    mine, _other, taken = (queued(ann, key, status=Status.SENDING, lease=now) for key in ("mine", "other", "taken"))
    Outbox.objects.filter(pk=taken.pk).update(lease=now + timedelta(seconds=1))  # somebody else has taken it
    for row in (mine, taken):
        delivery._finish(row, status=Status.SENT, sent_at=now)
    found = dict(Outbox.objects.values_list("key", "status"))
    assert found == {"mine": Status.SENT, "other": Status.SENDING, "taken": Status.SENDING}

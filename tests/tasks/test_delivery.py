"""What is queued arrives: a real worker, Redis and mail server, and what happens when one of them dies."""

import re
import signal
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import broker, outbox, streams, tasks
from accounts.models import Outbox, User
from fogsite.celery import app
from games.core.services import play
from tests.games.tables import begin
from tests.parts import letters, redis
from tests.parts.mail import MailServer, Moment
from tests.parts.patience import PATIENCE, until
from tests.parts.worker import Worker

pytestmark = [
    *(pytest.mark.postgres, pytest.mark.django_db(transaction=True)),
    *(pytest.mark.xdist_group("tasks"), pytest.mark.by_turns(8)),
]

StartWorker = Callable[[], Worker]


def queue_for(user: User, *numbers: int) -> None:
    with transaction.atomic():
        for number in numbers:
            outbox.queue(user.pk, letters.KIND, str(number), {"number": number})


def wait_until_sent(count: int) -> None:
    """Wait until the worker has written the row, after the mail server took the letter.

    No event tells of it, so look until it has.
    """
    sent = Outbox.objects.filter(status=Outbox.Status.SENT)
    until(lambda: sent.count() >= count, lambda: list(Outbox.objects.values("status", "error", "attempts")))


def let_claims_lapse() -> None:
    """Let five minutes pass."""
    claimed = Outbox.objects.filter(status=Outbox.Status.SENDING)
    assert claimed.update(lease=timezone.now() - timedelta(seconds=1)) == 1


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("Ann", "ann@example.org", "en-garde-2026")


def test_what_is_queued_arrives_by_mail(ann: User, celery_worker: StartWorker, smtp_server: MailServer) -> None:
    celery_worker()

    queue_for(ann, 1, 2)
    wait_until_sent(2)

    assert sorted(letter["Subject"] for letter in smtp_server.letters) == ["Letter 1", "Letter 2"]
    assert {letter["To"] for letter in smtp_server.letters} == {"ann@example.org"}


def test_a_sign_ups_letter_arrives_and_its_link_makes_the_account(
    celery_worker: StartWorker, smtp_server: MailServer
) -> None:
    celery_worker()
    client = Client()
    dora = {"username": "Dora", "email": "dora@example.org", "password1": "a long walk by the sea"}

    assert client.post(reverse("account_signup"), dora).status_code == 302
    letter = smtp_server.wait()
    body = letter.get_body(("plain",))
    assert body is not None
    found = re.search(r"http://testserver(/sign-up/\S+)", body.get_content())
    assert found is not None
    page = client.post(found[1])

    assert letter["To"] == "dora@example.org"
    assert page.headers["Location"] == reverse("my_matches")
    assert User.objects.get().username == "Dora"
    wait_until_sent(1)


def test_a_change_that_is_rolled_back_tells_nobody(ann: User, smtp_server: MailServer) -> None:
    with transaction.atomic():
        outbox.queue(ann.pk, letters.KIND, "1", {"number": 1})
        transaction.set_rollback(True)

    assert outbox.deliver_due() == 0
    assert Outbox.objects.count() == 0


@pytest.mark.parametrize("moment", ["greeting", "data"])
def test_a_worker_killed_before_the_server_took_the_letter_leaves_it_to_arrive_once(
    ann: User, celery_worker: StartWorker, smtp_server: MailServer, moment: Moment
) -> None:
    smtp_server.silence(moment)
    first = celery_worker()
    queue_for(ann, 1)
    assert smtp_server.silent.wait(PATIENCE)

    first.kill()
    smtp_server.heal()
    let_claims_lapse()
    celery_worker()
    tasks.deliver_due.delay()
    wait_until_sent(1)

    assert outbox.deliver_due() == 0
    assert [letter["Subject"] for letter in smtp_server.letters] == ["Letter 1"]


def test_a_worker_killed_between_the_250_and_our_commit_repeats_the_letter_under_the_same_message_id(
    ann: User, celery_worker: StartWorker, smtp_server: MailServer
) -> None:
    smtp_server.silence("answer")
    first = celery_worker()
    queue_for(ann, 1)
    assert smtp_server.silent.wait(PATIENCE)

    first.kill()
    smtp_server.heal()
    let_claims_lapse()
    celery_worker()
    tasks.deliver_due.delay()
    wait_until_sent(1)

    assert outbox.deliver_due() == 0
    assert len(smtp_server.letters) == 2
    assert len({letter["Message-ID"] for letter in smtp_server.letters}) == 1


def test_a_claim_that_is_held_keeps_the_sweep_away(
    ann: User, celery_worker: StartWorker, smtp_server: MailServer
) -> None:
    smtp_server.silence("data")
    worker = celery_worker()
    queue_for(ann, 1)
    assert smtp_server.silent.wait(PATIENCE)

    assert outbox.deliver_due() == 0
    worker.kill()


def test_anyone_who_waits_for_redis_waits_half_a_second() -> None:
    """So that what the following tests count tells how long it takes."""
    caches: Any = settings.CACHES
    for options in (caches["default"]["OPTIONS"], app.conf.broker_transport_options):
        assert {options["socket_timeout"], options["socket_connect_timeout"]} == {0.5}


def test_a_redis_that_hangs_is_waited_for_once_however_much_is_queued(
    ann: User, hanging_redis: redis.Hanging, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker, "REST", 3600.0)

    queue_for(ann, 1, 2, 3)
    queue_for(ann, 4)

    assert hanging_redis.asked() == 1
    assert Outbox.objects.filter(status=Outbox.Status.PENDING).count() == 4


def test_a_match_that_ends_while_redis_hangs_waits_for_it_once(
    ann: User, ben: User, hanging_redis: redis.Hanging, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin(ann, ben)
    Outbox.objects.all().delete()
    hanging_redis.asked()
    monkeypatch.setattr(broker, "REST", 3600.0)
    for breaker in (broker.breaker, streams.breaker):
        monkeypatch.setattr(breaker, "rests_until", 0.0)

    play.resign(match.public_id, ann.pk)

    assert hanging_redis.asked() == 2  # once for the worker, once for open pages
    assert set(Outbox.objects.values_list("kind", "status")) == {("end", "pending")}


def test_what_was_queued_while_redis_was_gone_follows_when_it_is_back(
    ann: User, smtp_server: MailServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    server = redis.Redis(tmp_path_factory.mktemp("redis"))
    server.start()
    worker = Worker(server.url, smtp_server.url, "tests.parts.letters")
    try:
        with redis.used(server.url):
            server.stop()
            queue_for(ann, 1, 2)
            assert smtp_server.letters == []

            server.start()
            tasks.deliver_due.delay()
            wait_until_sent(2)
    finally:
        worker.kill()
        server.stop()

    assert sorted(letter["Subject"] for letter in smtp_server.letters) == ["Letter 1", "Letter 2"]


def test_what_was_handed_to_a_redis_that_is_emptied_arrives_once(
    ann: User, celery_worker: StartWorker, smtp_server: MailServer, redis_program_running: redis.Redis
) -> None:
    queue_for(ann, 1, 2)
    redis_program_running.flush()
    celery_worker()
    tasks.deliver_due.delay()
    wait_until_sent(2)

    assert sorted(letter["Subject"] for letter in smtp_server.letters) == ["Letter 1", "Letter 2"]


def test_a_redis_that_is_slow_to_take_an_acknowledgement_does_not_stop_the_worker(
    ann: User, smtp_server: MailServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    server = redis.Redis(tmp_path_factory.mktemp("redis"))
    server.start()
    assert server.process is not None
    worker = Worker(server.url, smtp_server.url, "tests.parts.letters")
    try:
        with redis.used(server.url):
            outbox.queue(ann.pk, letters.KIND, "1", {"number": 1, "stops": server.process.pid})
            wait_until_sent(1)
            time.sleep(1)  # longer than pages wait for Redis
            server.process.send_signal(signal.SIGCONT)
            queue_for(ann, 2)
            wait_until_sent(2)
    finally:
        worker.kill()
        server.stop()

    assert [letter["Subject"] for letter in smtp_server.letters] == ["Letter 1", "Letter 2"]

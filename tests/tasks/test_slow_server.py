"""A mail server that hangs or is slow holds up nothing but letters, and no letter is doubled by a task limit."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from accounts import outbox, tasks
from accounts.models import Halt, Outbox, User
from accounts.outbox import halts
from games.bots import services as bots
from tests.games.tables import answer, first_move, texts
from tests.parts import letters
from tests.parts.mail import MailServer
from tests.parts.patience import PATIENCE, until
from tests.parts.worker import Worker
from tests.tasks.test_bots import wait_for_ann
from tests.tasks.test_delivery import queue_for, wait_until_sent

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("tasks")]

StartWorker = Callable[..., Worker]


@pytest.fixture
def start(redis_server: str, smtp_server: MailServer) -> Iterator[StartWorker]:
    """Start a real worker of one process, with everything that is said of it."""
    started: list[Worker] = []

    def one(**how: Any) -> Worker:
        started.append(Worker(redis_server, smtp_server.url, "tests.parts.letters", **how))
        return started[-1]

    yield one
    for worker in started:
        worker.kill()


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("Ann", "ann@example.org", "en-garde-2026")


def test_while_the_mail_server_hangs_a_house_opponent_answers(
    ann: User, start: StartWorker, smtp_server: MailServer
) -> None:
    smtp_server.silence("greeting")
    start(queues="letters")
    start(queues="celery")
    queue_for(ann, 1)
    assert smtp_server.silent.wait(PATIENCE)
    queue_for(ann, 2)  # by any worker that is free

    duel = bots.challenge(ann, "en-garde", {"starter": "left"}, seat=0)
    answer(duel, ann, first_move(duel, ann))
    wait_for_ann(duel)

    assert len(texts(duel)) >= 2
    assert smtp_server.letters == []


def test_a_server_that_takes_half_a_second_a_letter_gets_each_once_no_matter_what_the_task_limit(
    ann: User, start: StartWorker, smtp_server: MailServer
) -> None:
    numbers = range(1, 25)  # twelve seconds of work, where a task may last ten
    rows = Outbox.objects.bulk_create(outbox.email_row(ann.pk, letters.KIND, str(n), {"number": n}) for n in numbers)
    smtp_server.seconds = 0.5
    worker = start(settings="tests.parts.hasty")
    tasks.deliver.delay([str(row.pk) for row in rows])
    wait_until_sent(24)

    assert sorted(letter["Subject"] for letter in smtp_server.letters) == sorted(f"Letter {each}" for each in numbers)
    assert set(Outbox.objects.values_list("attempts", flat=True)) == {1}
    assert "time limit" not in "".join(worker.log).lower()


def test_a_server_that_refuses_one_mailbox_takes_the_letters_of_all_others(
    ann: User, start: StartWorker, smtp_server: MailServer
) -> None:
    ben = User.objects.create_user("Ben", "ben@example.org", "en-garde-2026")
    smtp_server.refused.add(ann.email)
    start()
    queue_for(ann, 1)
    queue_for(ben, 2)
    tasks.deliver_due.delay()
    wait_until_sent(1)

    assert [letter["To"] for letter in smtp_server.letters] == [ben.email]
    assert outbox.deliver_due() == 0
    assert Outbox.objects.get(recipient=ann).status == Outbox.Status.FAILED
    assert not Halt.objects.exists()


def test_a_server_that_refuses_everybody_fails_no_letter_and_all_arrive_when_it_does_not(
    ann: User, start: StartWorker, smtp_server: MailServer
) -> None:
    smtp_server.refusal = "554 5.7.1 Relay access denied"
    start()
    queue_for(ann, 1, 2, 3)
    wait_for_halt()
    assert set(Outbox.objects.exclude(status=Outbox.Status.SENDING).values_list("status", "attempts")) == {
        (Outbox.Status.PENDING, 0)
    }

    smtp_server.heal()
    halts.try_now()
    tasks.deliver_due.delay()
    wait_until_sent(3)
    assert len(smtp_server.letters) == 3
    assert not Halt.objects.exists()


def wait_for_halt() -> None:
    """Wait until the worker has halted the letters: a row that no event tells of."""
    until(Halt.objects.exists, lambda: list(Outbox.objects.values("status", "error", "attempts")))

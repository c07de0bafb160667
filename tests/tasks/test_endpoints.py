"""What goes to webhooks and devices, by a real worker, when that dies after they took it and before that is written."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

import pytest

from accounts import outbox, tasks
from accounts.models import Endpoint, Outbox, User
from tests.parts import browser, letters
from tests.parts.mail import MailServer
from tests.parts.patience import PATIENCE
from tests.parts.receiver import Receiver, receiver
from tests.parts.worker import Worker
from tests.tasks.test_delivery import let_claims_lapse, wait_until_sent

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("tasks")]

StartWorker = Callable[[], Worker]
SECRET = "whsec_" + "c2VjcmV0" * 4


@pytest.fixture
def other_side() -> Iterator[Receiver]:
    with receiver() as found:
        yield found


@pytest.fixture
def start(redis_server: str, smtp_server: MailServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[StartWorker]:
    """Starts a real worker that posts to this machine too."""
    monkeypatch.setenv("VAPID_PRIVATE_KEY", browser.SITE)
    monkeypatch.setenv("VAPID_SUBJECT", "mailto:us@example.org")
    started: list[Worker] = []

    def one() -> Worker:
        started.append(Worker(redis_server, smtp_server.url, "tests.parts.letters", settings="tests.parts.at_home"))
        return started[-1]

    yield one
    for worker in started:
        worker.kill()
        sys.stdout.write("".join(worker.log))  # shown where the test failed


def queue_to(channel: str, address: str) -> None:
    """Queue a notice to a webhook or a device of Ann's."""
    ann = User.objects.create_user("Ann", "ann@example.org", "en-garde-2026")
    made = {
        "name": "mine",
        "secret": SECRET,
        "shape": "signed",
        "keys": browser.KEYS,
        "session": browser.signed_in(ann),
    }
    endpoint = Endpoint.objects.create(user=ann, channel=channel, address=f"{address}/mine", **made)
    row = outbox.email_row(ann.pk, letters.KIND, f"1@{endpoint.pk}", {"number": 1})
    row.channel, row.endpoint = channel, endpoint
    outbox.queue_all([row])


@pytest.mark.parametrize(("channel", "known_by"), [("webhook", "webhook-id"), ("push", "Topic")])
def test_a_worker_killed_between_the_answer_and_our_commit_repeats_a_post_by_which_it_is_recognised(
    channel: str, known_by: str, start: StartWorker, other_side: Receiver
) -> None:
    other_side.silence()
    first = start()
    queue_to(channel, other_side.address)
    tasks.deliver_due.delay()
    assert other_side.silent.wait(PATIENCE)

    first.kill()
    other_side.heal()
    let_claims_lapse()
    start()
    tasks.deliver_due.delay()
    wait_until_sent(1)

    assert outbox.deliver_due() == 0
    assert len(other_side.taken) == 2
    [known] = {headers[known_by] for headers in other_side.taken}
    assert known
    assert Outbox.objects.get().attempts == 2

"""Two workers reach for one outbox row at the same moment; real connections, one thread each."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone

from accounts import outbox
from accounts.channels import Notice
from accounts.models import Outbox, Preferences
from accounts.outbox import delivery
from tests.accounts.conftest import Greeting
from tests.accounts.outbox.test_delivery import queued
from tests.parts.cast import person
from tests.parts.patience import PATIENCE

WORKERS = 2

pytestmark = pytest.mark.django_db(transaction=True)


def test_both_see_the_row_free_and_one_alone_sends_it(greeting: Greeting) -> None:
    row = queued(person("Ann"))
    seen = Barrier(WORKERS)

    def work(_worker: int) -> tuple[bool, bool]:
        try:
            free = delivery.due_rows(timezone.now()).filter(pk=row.pk).exists()
            seen.wait(timeout=PATIENCE)  # both have looked before either reaches for it
            return free, outbox.deliver(row.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as pool:
        found = list(pool.map(work, range(WORKERS)))
    assert [free for free, _took in found] == [True, True]
    assert sorted(took for _free, took in found) == [False, True]
    assert len(mail.outbox) == 1
    assert Outbox.objects.get().attempts == 1


def test_two_rows_of_one_summary_taken_at_once_are_one_letter(
    greeting: Greeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sweeps go through the same rows in the same order: who finds the first taken reaches for the next at once."""
    ann = person("Ann")
    Preferences.objects.create(user=ann, rhythm="hourly")
    greeting.answer = Notice("Your turn", "greeting", {"words": ""}, "turn_mails")
    ids = [queued(ann, key).pk for key in ("1", "2")]
    Outbox.objects.update(held=timezone.now() - timedelta(hours=2))
    reached, claim = Barrier(WORKERS), delivery._claim

    def together(row: Outbox, at: Any) -> bool:
        taken = claim(row, at)
        with suppress(BrokenBarrierError):
            reached.wait(timeout=1)  # both have taken theirs before either takes the others
        return taken

    monkeypatch.setattr(delivery, "_claim", together)

    def work(outbox_id: Any) -> None:
        try:
            outbox.deliver(outbox_id)
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(work, ids))
    assert [letter.subject for letter in mail.outbox] == ["2 updates for you"]

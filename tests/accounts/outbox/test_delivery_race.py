"""Two workers reach for one outbox row at the same moment; real connections, one thread each."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone

from accounts import outbox
from accounts.models import Outbox
from accounts.outbox import delivery
from tests.accounts.conftest import Greeting
from tests.accounts.outbox.test_delivery import queued
from tests.parts.cast import person

WORKERS = 2

pytestmark = pytest.mark.django_db(transaction=True)


def test_both_see_the_row_free_and_one_alone_sends_it(greeting: Greeting) -> None:
    row = queued(person("Ann"))
    seen = Barrier(WORKERS)

    def work(_worker: int) -> tuple[bool, bool]:
        try:
            free = delivery.due(timezone.now()).filter(pk=row.pk).exists()
            seen.wait(timeout=10)  # both have looked before either reaches for it
            return free, outbox.deliver(row.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as pool:
        found = list(pool.map(work, range(WORKERS)))
    assert [free for free, _took in found] == [True, True]
    assert sorted(took for _free, took in found) == [False, True]
    assert len(mail.outbox) == 1
    assert Outbox.objects.get().attempts == 1

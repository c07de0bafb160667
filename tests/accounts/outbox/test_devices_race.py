"""Browsers ask to take pushes at the same moment; real connections, one thread each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet

from accounts.channels.push.subscription import Subscription
from accounts.models import Endpoint, User
from accounts.outbox import endpoints
from tests.parts import browser
from tests.parts.cast import person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have counted before either adds, where no lock keeps one waiting."""
    seen, counted = Barrier(2), QuerySet.count

    def count(rows: Any) -> int:
        found = counted(rows)
        with suppress(BrokenBarrierError):
            seen.wait(timeout=1)
        return found

    monkeypatch.setattr(QuerySet, "count", count)


def at_once(adding: Sequence[Callable[[], int | None]]) -> list[int | None]:
    def work(add: Callable[[], int | None]) -> int | None:
        try:
            return add()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(adding)) as pool:
        return list(pool.map(work, adding))


def adding(user: User, name: str) -> Callable[[], int | None]:
    given = Subscription(f"https://fcm.googleapis.com/{name}", **browser.KEYS)
    return lambda: endpoints.add_device(user, given, name, f"session of {name}")


def filled(user: User, number: int) -> None:
    for each in range(number):
        Endpoint.objects.create(user=user, channel="webhook", address=f"https://example.org/{each}")


@pytest.mark.parametrize("locked", [False, True])
def test_of_two_browsers_for_one_place_one_alone_is_added(
    locked: bool, together: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = person("Ann")
    filled(ann, endpoints.MAX_ENDPOINTS - 1)
    if not locked:
        monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_: rows.all())
    found = at_once([adding(ann, "phone"), adding(ann, "desk")])
    assert found.count(None) == (1 if locked else 0)
    assert Endpoint.objects.count() == endpoints.MAX_ENDPOINTS + (0 if locked else 1)


def test_two_browsers_are_both_added_where_there_is_room(together: None) -> None:
    ann = person("Ann")
    found = at_once([adding(ann, "phone"), adding(ann, "desk")])
    assert sorted(Endpoint.objects.values_list("pk", flat=True)) == sorted(each for each in found if each)
    assert len(set(found)) == 2


def test_one_browser_that_two_people_add_at_once_is_one_persons(together: None) -> None:
    people = [person("Ann"), person("Ben")]
    found = at_once([adding(each, "shared") for each in people])
    mine = Endpoint.objects.get()
    assert set(found) == {mine.pk}
    assert mine.user in people

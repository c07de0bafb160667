"""Old rows are taken in portions, each done for good, and what somebody holds is left to him."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from accounts.database import portions
from accounts.models import FormerName, Outbox, User

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def five(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return five rows, and let a portion be two of them."""
    monkeypatch.setattr(portions, "ROWS", 2)
    FormerName.objects.bulk_create(FormerName(fingerprint=str(number)) for number in range(5))
    return FormerName.objects.all()


def left() -> list[str]:
    return list(FormerName.objects.order_by("fingerprint").values_list("fingerprint", flat=True))


def test_all_are_removed_so_many_at_a_time(five: Any) -> None:
    taken: list[int] = []

    def act(rows: list[FormerName]) -> None:
        taken.append(len(rows))
        portions.delete(rows)

    assert portions.each(five, "fingerprint", act) == 5
    assert (taken, left()) == ([2, 2, 1], [])


def test_what_stays_is_passed_by_once_and_what_is_equal_to_the_last_is_not_missed(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portions, "ROWS", 2)
    stays = {0, 3, 4}
    for number in range(8):
        created = NOON + timedelta(hours=number // 4)
        Outbox.objects.create(
            recipient=ann, kind="stays" if number in stays else "goes", key=f"{number}", created=created
        )
    with CaptureQueriesContext(connection) as asked:
        assert portions.remove_rows(Outbox.objects.filter(kind="goes"), "created") == 5
    assert Outbox.objects.count() == len(stays)
    looked = [query["sql"] for query in asked.captured_queries if query["sql"].startswith("SELECT")]
    assert [" >= " in sql for sql in looked] == [False, True, True, True]


def test_only_what_is_asked_for_is_removed(five: Any) -> None:
    assert portions.remove_rows(five.filter(fingerprint__gte="2"), "fingerprint") == 3
    assert left() == ["0", "1"]


def test_when_the_time_is_over_the_next_sweep_goes_on(five: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portions, "SECONDS", 0.0)
    assert [portions.remove_rows(five, "fingerprint"), left(), portions.remove_rows(five, "fingerprint"), left()] == [
        2,
        ["2", "3", "4"],
        2,
        ["4"],
    ]


def test_a_portion_that_fails_takes_back_nothing_but_itself(five: Any) -> None:
    def act(rows: list[FormerName]) -> None:
        portions.delete(rows)
        if rows[0].fingerprint == "2":
            raise ValueError("not these")

    with pytest.raises(ValueError, match="not these"):
        portions.each(five, "fingerprint", act)
    assert left() == ["2", "3", "4"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_what_somebody_holds_is_left_to_him_and_nobody_waits(five: Any) -> None:
    other = connections["default"].copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SELECT id FROM accounts_formername WHERE fingerprint IN ('0', '3') FOR UPDATE")
        with transaction.atomic():
            assert portions.remove_rows(five, "fingerprint") == 3
        assert left() == ["0", "3"]
        with other.cursor() as cursor:
            cursor.execute("ROLLBACK")
        assert portions.remove_rows(five, "fingerprint") == 2
    finally:
        other.close()

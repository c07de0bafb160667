"""Old rows are taken in portions, each done for good, and what somebody holds is left to him."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connections, transaction

from accounts.database import portions
from accounts.models import FormerName

pytestmark = pytest.mark.django_db


@pytest.fixture
def five(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Five rows, of which two are taken at once."""
    monkeypatch.setattr(portions, "ROWS", 2)
    FormerName.objects.bulk_create(FormerName(fingerprint=str(number)) for number in range(5))
    return FormerName.objects.order_by("fingerprint")


def left() -> list[str]:
    return list(FormerName.objects.order_by("fingerprint").values_list("fingerprint", flat=True))


def test_all_are_removed_so_many_at_a_time(five: Any) -> None:
    taken: list[int] = []

    def act(rows: list[FormerName]) -> None:
        taken.append(len(rows))
        portions.delete(rows)

    assert portions.each(five, act) == 5
    assert (taken, left()) == ([2, 2, 1], [])


def test_only_what_is_asked_for_is_removed(five: Any) -> None:
    assert portions.remove(five.filter(fingerprint__gte="2")) == 3
    assert left() == ["0", "1"]


def test_when_the_time_is_over_the_next_sweep_goes_on(five: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portions, "SECONDS", 0.0)
    assert [portions.remove(five), left(), portions.remove(five), left()] == [2, ["2", "3", "4"], 2, ["4"]]


def test_a_portion_that_fails_takes_back_nothing_but_itself(five: Any) -> None:
    def act(rows: list[FormerName]) -> None:
        portions.delete(rows)
        if rows[0].fingerprint == "2":
            raise ValueError("not these")

    with pytest.raises(ValueError, match="not these"):
        portions.each(five, act)
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
            assert portions.remove(five) == 3
        assert left() == ["0", "3"]
        with other.cursor() as cursor:
            cursor.execute("ROLLBACK")
        assert portions.remove(five) == 2
    finally:
        other.close()

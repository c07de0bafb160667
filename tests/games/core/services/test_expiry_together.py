"""Many matches whose time is up: closed several at a time, by all who work, and none of them holds up the others."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import Outbox, User
from games import tasks
from games.core.models import Heartbeat, Match, Turn
from games.core.services import expiry, sweeps
from games.vacations import services as vacations
from tests.games.concurrency.test_matches import at_once
from tests.games.conftest import NOON
from tests.games.tables import begin, now, texts, under_way

DAY = timedelta(days=1)
LATE = NOON + 3 * DAY


def overdue(ann: User, ben: User, count: int) -> list[Match]:
    """Return matches in which Ann has let the time pass, although she was told, the longest overdue first."""
    matches = [under_way(begin(ann, ben, public_id=f"overdue{number:02}")) for number in range(count)]
    for number, match in enumerate(matches):
        Turn.objects.filter(match=match).update(deadline=NOON + DAY + timedelta(seconds=number))
    Outbox.objects.update(status="sent", sent_at=NOON)
    return matches


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """The matches that were closed in one transaction, each time."""
    found, real = list[list[int]](), expiry.expire_together

    def expire(match_ids: Collection[int], now: Any) -> dict[int, str]:
        found.append(list(match_ids))
        return real(match_ids, now)

    monkeypatch.setattr(expiry, "expire_together", expire)
    return found


@pytest.mark.django_db
def test_ten_matches_are_closed_in_one_transaction(
    noon: time_machine.Traveller, ann: User, ben: User, batches: list[list[int]]
) -> None:
    ids = [match.pk for match in overdue(ann, ben, 12)]
    noon.move_to(LATE)
    assert sweeps.expire() == dict.fromkeys(ids, "timeout")
    assert batches == [ids[:10], ids[10:]]


@pytest.mark.postgres
@pytest.mark.django_db
def test_closing_one_match_more_costs_no_statement_more(ann: User, ben: User, noon: time_machine.Traveller) -> None:
    """They are held and read, and it is looked up together where somebody was asked to choose, who was told, who
    is a guest, and since when who is gone; what becomes of them is written together."""
    ids = [match.pk for match in overdue(ann, ben, 5)]
    with CaptureQueriesContext(connection) as asked:
        expiry.expire_together(ids, LATE)
    assert len([query for query in asked.captured_queries if "SAVEPOINT" not in query["sql"]]) == 9
    assert [texts(match) for match in Match.objects.filter(pk__in=ids)] == [["!timeout 0"]] * 5


@pytest.mark.django_db
def test_of_matches_closed_together_a_broken_one_alone_stays_open_and_no_other_is_closed_twice(
    noon: time_machine.Traveller, ann: User, ben: User, batches: list[list[int]]
) -> None:
    first, broken, last = overdue(ann, ben, 3)
    Match.objects.filter(pk=broken.pk).update(version=99)
    noon.move_to(LATE)
    assert sweeps.expire() == {first.pk: "timeout", broken.pk: "failed", last.pk: "timeout"}
    assert batches == [[first.pk, broken.pk, last.pk], [first.pk], [broken.pk], [last.pk]]
    assert [texts(match) for match in (first, last)] == [["!timeout 0"]] * 2
    assert (now(broken).status, broken.entries.count()) == ("playing", 1)
    assert Outbox.objects.filter(kind="end").count() == 4


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_match_that_somebody_holds_is_left_to_the_next_sweep(
    ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    """A sweep that waited for it would hold up the moves of all others."""
    held, free = overdue(ann, ben, 2)
    with transaction.atomic():
        Match.objects.select_for_update(no_key=True).get(pk=held.pk)
        assert at_once(lambda: expiry.expire_together([held.pk, free.pk], LATE)) == [{free.pk: "timeout"}]
    assert expiry.expire_together([held.pk, free.pk], LATE) == {held.pk: "timeout", free.pk: "nothing"}
    assert texts(held) == texts(free) == ["!timeout 0"]


@pytest.mark.django_db
def test_a_sweep_leaves_what_is_too_much_for_it_to_others_in_parts(
    noon: time_machine.Traveller, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = list[list[Any]]()
    monkeypatch.setattr(tasks.broker, "publish", lambda task, args, **_: sent.append([task, *args]))
    monkeypatch.setattr(tasks, "MATCHES_A_TASK", 2)
    ids = [match.pk for match in overdue(ann, ben, 5)]
    sweeps.heartbeat()
    noon.move_to(LATE)
    Heartbeat.objects.update(at=LATE)
    tasks.expire_due()
    moment = LATE.isoformat()
    assert sent == [["games.tasks.expire_part", part, moment] for part in (ids[2:4], ids[4:])]
    assert sweeps.due_matches(LATE) == ids[2:]
    tasks.expire_part(ids[2:4], moment)
    assert sweeps.due_matches(LATE) == ids[4:]
    tasks.expire_part(ids[4:])  # as code published it that did not name the moment
    assert sweeps.due_matches(LATE) == []


@pytest.mark.django_db
def test_nobodys_time_runs_out_between_the_sweep_that_takes_vacations_and_those_who_close_its_parts(
    noon: time_machine.Traveller, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where both answer in secret, Ben's vacation cannot be taken before his time is up: ten seconds after Ann's."""
    sent = list[Any]()
    monkeypatch.setattr(tasks.broker, "publish", lambda _task, args, **_: sent.append(args))
    monkeypatch.setattr(tasks, "MATCHES_A_TASK", 1)
    match = begin(ann, ben, game="fantasy-dice-battles", public_id="secret")
    vacations.choose_automatic(ann, wanted=False)
    match.turns.filter(user=ben).update(deadline=LATE + timedelta(seconds=10))
    overdue(ann, ben, 1)
    sweeps.heartbeat()
    noon.move_to(LATE)
    Heartbeat.objects.update(at=LATE)
    tasks.expire_due()
    noon.shift(timedelta(seconds=20))
    for args in sent:
        tasks.expire_part(*args)
    assert {each.user: each.outcome for each in match.seats.all()} == {ann: "absent", ben: "void"}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_turns_reminded_of_together_one_that_somebody_holds_is_left_to_the_next_sweep(
    ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    held, free = (begin(ann, ben, public_id=f"soon{number}").turns.get() for number in range(2))
    soon = LATE - timedelta(hours=1)
    with transaction.atomic():
        Turn.objects.select_for_update(no_key=True).get(pk=held.pk)
        assert at_once(lambda: sweeps.remind(soon)) == [1]
    assert list(Outbox.objects.filter(kind="reminder").values_list("payload__match", flat=True)) == [free.match_id]
    assert (sweeps.remind(soon), sweeps.remind(soon)) == (1, 0)


@pytest.mark.postgres
@pytest.mark.django_db
def test_reminding_of_one_turn_more_costs_no_statement_more(ann: User, ben: User, noon: time_machine.Traveller) -> None:
    """Outages, what is due, and each fifty of these: held, with what their players want, and written."""
    for number in range(5):
        begin(ann, ben, public_id=f"soon{number}")
    with CaptureQueriesContext(connection) as asked:
        assert sweeps.remind(LATE - timedelta(hours=1)) == 5
    assert len([query for query in asked.captured_queries if "SAVEPOINT" not in query["sql"]]) == 5

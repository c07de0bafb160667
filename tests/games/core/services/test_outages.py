"""Time that was lost is given back: to whom, how much, and only once, even if something happens in the midst of it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import override_settings

from accounts.database import rows
from accounts.models import Outbox, User
from games.core.models import Heartbeat, Match, Turn
from games.core.services import outages, sweeps
from games.core.services.locked import LockedMatch
from games.lobby.models import Invitation
from tests.games.conftest import NOON
from tests.games.tables import answer, begin, turn, under_way

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("alive")]
Time = time_machine.Traveller
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


class Crash(Exception):
    """What ends a worker."""


@pytest.fixture
def match(match: Match) -> Match:
    """Return the match once both have moved. A player who lets the time pass loses."""
    return under_way(match)


@pytest.fixture
def matches(ann: User, ben: User, noon: Time, monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """Return five matches. Two at a time get their time back: three batches."""
    monkeypatch.setattr(outages, "TURNS_A_BATCH", 2)
    return [under_way(begin(ann, ben, public_id=f"match{number}")) for number in range(5)]


def deadlines() -> list[timedelta]:
    """Return how long after noon the turns end, the first one first."""
    return [each.deadline - NOON for each in Turn.objects.order_by("pk")]


def crash_after(batches: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let so many batches be given, then none."""
    real, left = outages._credit, iter(range(batches))

    def failing(outage_id: int) -> bool:
        if next(left, None) is None:
            raise Crash
        return real(outage_id)

    monkeypatch.setattr(outages, "_credit", failing)
    with pytest.raises(Crash):
        sweeps.heartbeat()
    monkeypatch.setattr(outages, "_credit", real)


@pytest.mark.parametrize("batches", [0, 1, 2])
def test_a_credit_that_stopped_after_any_batch_goes_on_where_it_was(
    batches: int, matches: list[Match], noon: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    noon.shift(10 * HOUR)
    crash_after(batches, monkeypatch)
    given = 2 * batches
    assert deadlines() == [3 * DAY + 10 * HOUR] * given + [3 * DAY] * (5 - given)

    assert sweeps.heartbeat() == 10 * HOUR

    assert deadlines() == [3 * DAY + 10 * HOUR] * 5
    assert sweeps.heartbeat() == timedelta()
    assert deadlines() == [3 * DAY + 10 * HOUR] * 5


def test_a_batch_that_fails_half_way_gives_nothing(
    matches: list[Match], noon: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = rows.Batch.write

    def fail(batch: rows.Batch) -> None:
        write(batch)
        raise Crash

    noon.shift(10 * HOUR)
    with monkeypatch.context() as patch:
        patch.setattr(rows.Batch, "write", fail)
        with pytest.raises(Crash):
            sweeps.heartbeat()
    assert sweeps.heartbeat() == 10 * HOUR
    assert deadlines() == [3 * DAY + 10 * HOUR] * 5


@pytest.mark.parametrize("days", [2.5, 4])
def test_nobody_is_late_or_reminded_before_the_last_batch_is_through(
    days: float, matches: list[Match], ann: User, noon: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    Outbox.objects.filter(recipient=ann).update(status="sent", sent_at=NOON)
    noon.shift(days * DAY)
    crash_after(1, monkeypatch)
    noon.shift(MINUTE)
    assert sweeps.remind() == 0
    assert sweeps.expire() == {}
    assert deadlines() == [(3 + days) * DAY] * 5
    assert sweeps.expire() == {}


def test_of_two_outages_the_first_is_given_back_before_the_second_is_looked_at(
    matches: list[Match], noon: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the first, time was up before the second began."""
    noon.shift(10 * HOUR)
    crash_after(1, monkeypatch)
    Turn.objects.filter(deadline=NOON + 3 * DAY).update(left=9 * HOUR, deadline=NOON + 9 * HOUR)
    noon.shift(10 * HOUR)
    assert sweeps.heartbeat() == 20 * HOUR
    assert deadlines() == [3 * DAY + 20 * HOUR] * 2 + [29 * HOUR] * 3


def test_a_turn_that_begins_while_time_is_given_back_gets_none(
    matches: list[Match], ann: User, ben: User, noon: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    noon.shift(10 * HOUR)
    crash_after(1, monkeypatch)
    answer(matches[4], ann, "F1")
    noon.shift(MINUTE)
    sweeps.heartbeat()
    assert turn(matches[4], ben).deadline == NOON + 3 * DAY + 10 * HOUR
    assert deadlines()[:4] == [3 * DAY + 10 * HOUR] * 4


def test_a_turn_begun_again_while_time_is_given_back_gets_none(
    matches: list[Match], noon: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    noon.shift(10 * HOUR)
    crash_after(1, monkeypatch)
    anew = Turn.objects.get(match=matches[4])
    Turn.objects.filter(pk=anew.pk).update(since=NOON + 10 * HOUR, deadline=NOON + 3 * DAY + 10 * HOUR)
    sweeps.heartbeat()
    assert deadlines() == [3 * DAY + 10 * HOUR] * 5


# --- A site that nobody can reach -----------------------------------------------------------------------------------


@pytest.fixture
def watched() -> object:
    with override_settings(SITE_CHECK=True):
        yield


def answered(at: datetime) -> None:
    """Note that the site answered its visitor."""
    Heartbeat.objects.update_or_create(name="site", defaults={"at": at})


def told(user: User) -> None:
    Outbox.objects.filter(recipient=user).update(status="sent", sent_at=NOON)


@pytest.mark.usefixtures("watched")
def test_no_time_runs_out_while_the_site_does_not_answer_and_all_of_it_is_given_back(
    match: Match, ann: User, noon: Time
) -> None:
    """Beat is heard all the while."""
    told(ann)
    noon.shift(3 * DAY - HOUR)
    Heartbeat.objects.update(at=NOON + 3 * DAY - HOUR)
    answered(NOON + 3 * DAY - HOUR)
    for _ in range(5):
        noon.shift(HOUR)
        assert (sweeps.expire(), sweeps.heartbeat()) == ({}, timedelta())
    answered(NOON + 3 * DAY + 4 * HOUR)
    assert sweeps.expire() == {}
    assert turn(match, ann).deadline == NOON + 3 * DAY + 5 * HOUR
    noon.shift(HOUR)
    Heartbeat.objects.update(at=NOON + 3 * DAY + 5 * HOUR)
    assert sweeps.expire() == {match.pk: "timeout"}


@pytest.mark.usefixtures("watched")
def test_a_deadline_counts_once_the_site_has_answered_after_it(match: Match, ann: User, noon: Time) -> None:
    told(ann)
    answered(NOON + 3 * DAY - MINUTE)
    Heartbeat.objects.filter(name="beat").update(at=NOON + 3 * DAY - MINUTE)
    noon.shift(3 * DAY)
    assert sweeps.expire() == {}
    answered(NOON + 3 * DAY)
    assert sweeps.expire() == {match.pk: "timeout"}


@pytest.mark.usefixtures("watched")
def test_a_site_that_is_gone_for_a_moment_moves_nothing(match: Match, ann: User, noon: Time) -> None:
    answered(NOON)
    noon.shift(4 * MINUTE)
    sweeps.heartbeat()
    answered(NOON + 4 * MINUTE)
    assert sweeps.heartbeat() == timedelta()
    assert turn(match, ann).deadline == NOON + 3 * DAY


@pytest.mark.usefixtures("watched")
def test_what_beat_and_site_were_both_silent_is_given_back_once(match: Match, ann: User, noon: Time) -> None:
    answered(NOON)
    noon.shift(10 * HOUR)
    assert sweeps.heartbeat() == timedelta()
    answered(NOON + 10 * HOUR)
    assert sweeps.heartbeat() == 10 * HOUR
    assert sweeps.heartbeat() == timedelta()
    assert turn(match, ann).deadline == NOON + 3 * DAY + 10 * HOUR


@pytest.mark.usefixtures("watched")
def test_a_site_that_never_answered_stops_no_clock(match: Match, ann: User, noon: Time) -> None:
    told(ann)
    noon.shift(3 * DAY)
    Heartbeat.objects.update(at=NOON + 3 * DAY)
    assert sweeps.expire() == {match.pk: "timeout"}


def test_where_nobody_looks_at_the_site_it_stops_no_clock(match: Match, ann: User, noon: Time) -> None:
    told(ann)
    answered(NOON)
    noon.shift(3 * DAY)
    Heartbeat.objects.filter(name="beat").update(at=NOON + 3 * DAY)
    assert sweeps.expire() == {match.pk: "timeout"}


@pytest.mark.usefixtures("watched")
@pytest.mark.deep
def test_a_site_that_does_not_answer_for_a_week_stops_the_clock_no_longer(match: Match, ann: User, noon: Time) -> None:
    """What was lost until then is given back."""
    told(ann)
    answered(NOON)
    noon.shift(7 * DAY)
    assert (sweeps.heartbeat(), turn(match, ann).deadline) == (timedelta(), NOON + 3 * DAY)
    noon.shift(MINUTE)
    assert sweeps.heartbeat() == 7 * DAY + MINUTE
    assert turn(match, ann).deadline == NOON + 10 * DAY + MINUTE
    for _ in range(3 * 24 * 20):
        noon.shift(3 * MINUTE)
        assert sweeps.heartbeat() == timedelta()
    assert sweeps.expire() == {match.pk: "timeout"}


def test_no_batch_holds_up_the_moves_of_more_than_ten_matches(
    ann: User, ben: User, noon: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, real = list[int](), LockedMatch.lock_each

    def lock_each(match_ids: set[int], **how: bool) -> list[LockedMatch]:
        held.append(len(match_ids))
        return real(match_ids, **how)

    monkeypatch.setattr(LockedMatch, "lock_each", lock_each)
    for number in range(11):
        begin(ann, ben, public_id=f"many{number}")
        Invitation.objects.update(created=NOON - timedelta(days=1))  # one invites only so often a day
    noon.shift(10 * HOUR)
    sweeps.heartbeat()
    assert held == [10, 1]
    assert set(deadlines()) == {timedelta(days=3, hours=10)}

"""What is counted of each week, when, and what is not."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import guests
from accounts.models import User
from games.core.models import Match
from games.core.services import play
from games.core.services.upkeep import POSITIONS_KEPT
from games.desk import services as desk, weeks
from games.desk.models import Week
from tests.games.core.services.test_sweep_plans import scans
from tests.games.rows.doors import NOON
from tests.games.tables import AUCTION, answer, begin, finished, now, play_on

pytestmark = pytest.mark.django_db

MONDAY = date(2026, 3, 2)


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Traveller]:
    """Time stands still on a Monday at noon."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def counted(day: date = MONDAY) -> Week:
    """Count what is due, and return a week."""
    weeks.count_due()
    return Week.objects.get(begins=day)


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-03-02T00:00:00+00:00", MONDAY),
        ("2026-03-08T23:59:59+00:00", MONDAY),
        ("2026-03-02T00:30:00+01:00", MONDAY - weeks.WEEK),
        ("2026-03-09T00:00:00+00:00", MONDAY + weeks.WEEK),
    ],
)
def test_a_week_begins_on_monday_in_utc(moment: str, day: date) -> None:
    assert weeks.monday(datetime.fromisoformat(moment)) == day


def test_who_has_moved_is_active_once_and_who_waits_is_not(ann: User, ben: User, cat: User) -> None:
    match = begin(ann, ben)
    assert (counted().people, counted().begun) == (0, 1)
    play_on(match, 1)
    begin(ann, cat, public_id="secondgame")
    play_on(Match.objects.get(public_id="secondgame"), 1)
    assert (counted().people, counted().guests, counted().begun) == (1, 0, 2)
    play_on(match, 1)
    assert counted().people == 2


def test_guests_stand_apart_and_neither_bots_nor_programs_count(ann: User, ben: User, cat: User) -> None:
    play_on(begin(ann, ben), 1)
    User.objects.filter(pk=ann.pk).update(guest_until=NOON)
    User.objects.filter(pk=ben.pk).update(is_bot=True)
    play_on(begin(ben, cat, public_id="secondgame"), 1)
    User.objects.filter(pk=cat.pk).update(is_program=True)
    play_on(begin(cat, ben, public_id="thirdmatch"), 1)
    assert (counted().people, counted().guests) == (0, 1)


def test_a_secret_answer_counts_only_once_the_match_is_over(ann: User, ben: User, cat: User) -> None:
    match = begin(ann, ben, cat, game=AUCTION)
    answer(match, ann, "pass")
    assert counted().people == 1
    answer(match, ben, "bid 1; on odd; seal")
    assert now(match).sealed == 1
    assert counted().people == 1
    play.adjudicate(match.public_id, "!void")
    assert counted().people == 2


def test_what_happened_before_midnight_belongs_to_the_week_before(
    ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    noon.move_to(datetime(2026, 3, 1, 23, 59, 59, tzinfo=UTC))
    match = play_on(begin(ann, ben), 1)
    noon.move_to(datetime(2026, 3, 2, tzinfo=UTC))
    play_on(match, 1)
    play.resign(match.public_id, ann.pk)
    before, after = counted(MONDAY - weeks.WEEK), counted()
    assert (before.begun, before.people, before.ended) == (1, 1, 0)
    assert (after.begun, after.people, after.ended) == (0, 1, 1)


def test_matches_end_and_some_by_the_clock(ann: User, ben: User) -> None:
    for outcome in ("won", "timeout", "absent"):
        finished(ann, ben, [0], outcome=outcome)
    finished(ann, ben, [7], outcome="timeout")
    assert (counted().ended, counted().timed_out) == (3, 2)


def test_an_invitation_that_nobody_took_is_no_match_that_ended(ann: User, ben: User) -> None:
    match = begin(ann, ben)
    Match.objects.filter(pk=match.pk).update(started=None, status="void", ended=NOON)
    assert (counted().ended, counted().timed_out) == (0, 0)


def test_sign_ups_are_accounts_of_people(ann: User, ben: User, cat: User) -> None:
    guests.create()
    User.objects.filter(pk__in=[ann.pk, ben.pk]).update(date_joined=NOON)
    User.objects.filter(pk=cat.pk).update(date_joined=NOON - weeks.WEEK)
    User.objects.filter(pk=ben.pk).update(is_bot=True)
    assert (counted().joined, counted(MONDAY - weeks.WEEK).joined) == (1, 1)


# --- When -----------------------------------------------------------------------------------------------------------


def test_the_first_sweep_counts_twelve_weeks_and_the_next_ones_two() -> None:
    assert weeks.count_due() == weeks.WEEKS_BACK == 12
    assert Week.objects.earliest("begins").begins == MONDAY - 11 * weeks.WEEK
    assert weeks.count_due(NOON + timedelta(hours=1)) == 2
    assert set(Week.objects.filter(counted__gt=NOON).values_list("begins", flat=True)) == {MONDAY, MONDAY - weeks.WEEK}


def test_all_matches_of_these_weeks_still_are_where_they_are_looked_for() -> None:
    assert POSITIONS_KEPT > weeks.WEEKS_BACK * weeks.WEEK


def test_after_an_outage_each_week_is_counted_to_its_end() -> None:
    weeks.count_due()
    later = NOON + 3 * weeks.WEEK
    assert weeks.count_due(later) == 5  # two that stood open, two that were missed, and the present one
    assert weeks.count_due(later) == 2
    assert Week.objects.get(begins=MONDAY - 2 * weeks.WEEK).counted == NOON


def test_a_sweep_that_takes_long_leaves_weeks_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.desk.weeks.MAX_SECONDS", 0)
    assert weeks.count_due() == 0


def test_the_sweep_of_the_desk_counts_and_no_week_is_ever_deleted(noon: time_machine.Traveller) -> None:
    desk.sweep()
    noon.shift(timedelta(days=4_000))
    desk.sweep()
    assert Week.objects.count() == 2 * weeks.WEEKS_BACK


# --- How much is read -----------------------------------------------------------------------------------------------

OLD = 60_000
"""Moves of two years, some of them of late."""
LOG = """
INSERT INTO games_entry (match_id, ply, seat, text, draws, digest, created, by_program)
SELECT %(match)s, 10 + n, 0, 'F1', '[]', '', %(now)s::timestamptz - n * interval '20 minutes', false
FROM generate_series(%(old)s, 1, -1) AS n
"""


@pytest.mark.postgres
def test_the_moves_of_a_week_are_read_by_an_index_and_no_others(ann: User, ben: User) -> None:
    match = begin(ann, ben)
    with connection.cursor() as cursor:
        cursor.execute(LOG, {"match": match.pk, "now": NOON, "old": OLD})
        cursor.execute("SELECT brin_summarize_new_values('entry_by_time')")
        cursor.execute("ANALYZE")
    with CaptureQueriesContext(connection) as asked:
        found = weeks._figures((NOON - weeks.WEEK, NOON + weeks.WEEK))
    assert (found["people"], found["begun"]) == (1, 1)
    read = [scan for query in asked.captured_queries for scan in scans(query["sql"])]
    assert max(number for _, number in read) <= OLD // 10, read

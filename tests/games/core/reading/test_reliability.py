"""How reliable players are: what counts, what heals, and that an absence is one mark however many matches it ended."""

from __future__ import annotations

from datetime import timedelta
from itertools import product
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import guests
from accounts.models import User
from games.bots import services as bots
from games.core.models import Match, Seat, Substitution
from games.core.reading import reliability
from games.core.reading.reliability import Over, Reliability, fold
from games.core.services import play
from tests.games.conftest import NOON
from tests.games.tables import begin, finished

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)
KEPT, LATE = Over(False), Over(True)


def absence(day: int) -> Over:
    """Return a match that ended by the absence of somebody who had last moved on this day."""
    return Over(True, NOON + day * DAY)


# --- The share ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("newest_first", "found"),
    [
        ([], Reliability(0, 0, 0)),
        ([KEPT, KEPT], Reliability(2, 0, 0)),
        ([KEPT, LATE, LATE], Reliability(1, 2, 2)),  # of whose absence nothing is known, each by itself
        ([absence(1), KEPT, absence(1), absence(1)], Reliability(1, 1, 3)),
        ([absence(2), absence(1), KEPT, absence(2)], Reliability(1, 2, 3)),
        ([*[absence(1)] * 60, *[KEPT] * 60], Reliability(49, 1, 60)),  # which leaves room for all that counts
        ([*[KEPT] * 50, LATE, LATE], Reliability(50, 0, 0)),
        ([*[KEPT] * 49, absence(1), KEPT, absence(2), absence(1)], Reliability(49, 1, 2)),
    ],
)
def test_an_absence_is_one_mark_and_fifty_count(newest_first: list[Over], found: Reliability) -> None:
    assert fold(newest_first) == found


def test_the_order_of_the_marks_does_not_matter_within_the_fifty() -> None:
    rows = [absence(1), KEPT, absence(2), absence(1), LATE, KEPT]
    assert fold(rows) == fold(reversed(rows)) == Reliability(2, 3, 4)


@pytest.mark.parametrize(
    ("found", "percent", "words", "missed"),
    [
        (Reliability(), None, "", ""),
        (Reliability(1, 0, 0), None, "new, 1 match so far", ""),
        (Reliability(48, 2, 6), 96, "96% (48 of 50 matches)", "6 matches (2 absences)"),
        (Reliability(4, 0, 0), None, "new, 4 matches so far", ""),
        (Reliability(4, 2, 2), 66, "66% (4 of 6 matches)", "2 matches (2 absences)"),
        (Reliability(199, 1, 1), 99, "99% (199 of 200 matches)", "1 match (1 absence)"),  # never 100 with an absence
        (Reliability(0, 1, 4), None, "new, 4 matches so far", "4 matches (1 absence)"),
        (Reliability(0, 1, 5), 0, "0% (0 of 1 match)", "5 matches (1 absence)"),
    ],
)
def test_it_is_said_with_its_numbers_and_rounded_down(
    found: Reliability, percent: int | None, words: str, missed: str
) -> None:
    assert (found.percent, found.in_words, found.missed_in_words) == (percent, words, missed)


@pytest.mark.parametrize(
    ("found", "reaches"),
    [
        (Reliability(9, 1, 1), True),
        (Reliability(8, 1, 1), False),
        (Reliability(0, 4, 4), True),  # a newcomer's first five matches
        (Reliability(0, 5, 5), False),
        (Reliability(0, 1, 5), False),  # five matches, though one absence
        (Reliability(), True),
    ],
)
def test_ninety_per_cent_are_asked_of_all_but_newcomers(found: Reliability, reaches: bool) -> None:
    assert found.reaches(90) is reaches


# --- The rows -------------------------------------------------------------------------------------------------------


def over(number: int, *users: User, **given: Any) -> Match:
    """Return a match that the second player has resigned, as the first one's seat then was changed."""
    match = begin(*users, public_id=f"over{number:06}")
    play.resign(match.public_id, users[1].pk)
    Seat.objects.filter(match=match, user=users[0]).update(**given)
    return match


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "ann_is"),
    [
        ({"outcome": "won"}, Reliability(1, 0, 0)),
        ({"outcome": "lost"}, Reliability(1, 0, 0)),
        ({"outcome": "level"}, Reliability(1, 0, 0)),
        ({"outcome": "timeout"}, Reliability(0, 1, 1)),
        ({"outcome": "absent"}, Reliability(0, 1, 1)),
        ({"outcome": "won", "absent": True}, Reliability(0, 1, 1)),  # spared too often
        ({"outcome": "void"}, Reliability()),  # who waited has no mark, and it is not in the share
        ({"outcome": "void", "absent": True}, Reliability(0, 1, 1)),
    ],
)
def test_each_outcome_counts_as_it_should(ann: User, ben: User, given: dict[str, Any], ann_is: Reliability) -> None:
    over(1, ann, ben, **given)
    assert reliability.reliability_of(ann.pk) == ann_is


@pytest.mark.django_db
def test_matches_running_open_or_against_the_house_do_not_count(ann: User, ben: User) -> None:
    begin(ann, ben)
    play.resign(bots.challenge(ann, "en-garde", {}).public_id, ann.pk)
    assert reliability.reliability_of(ann.pk) == Reliability()


@pytest.mark.django_db
def test_matches_with_a_guest_count_once_the_guest_has_an_account(ann: User, ben: User) -> None:
    kept, closed = guests.create(), guests.create()
    for number, (other, outcome) in enumerate(product((kept, closed), ("won", "timeout"))):
        over(number, ann, ben, outcome=outcome)
        Seat.objects.filter(match__public_id=f"over{number:06}", user=ben).update(user=other)
    assert reliability.reliability_of(ann.pk) == Reliability()
    guests.close_guest(closed)
    assert reliability.reliability_of(ann.pk) == Reliability()
    User.objects.filter(pk=kept.pk).update(guest_until=None)
    assert reliability.reliability_of(ann.pk) == Reliability(1, 1, 1)


@pytest.mark.django_db
def test_nor_does_a_seat_that_was_given_away_beside_a_guest(ann: User, ben: User) -> None:
    guest, match = guests.create(), begin(ben, ann)
    Substitution.objects.create(match=match, seat=1, ply=1, former=ann, user=ben, absent=True)
    assert reliability.reliability_of(ann.pk) == Reliability(0, 1, 1)
    Seat.objects.filter(match=match, user=ben).update(user=guest)
    assert reliability.reliability_of(ann.pk) == Reliability()


@pytest.mark.django_db
def test_matches_that_end_by_one_absence_are_one_mark(ann: User, ben: User, cat: User) -> None:
    for number in range(3):
        over(number, ann, ben, outcome="timeout", absent_since=NOON)
    over(3, ann, ben, outcome="absent", absent_since=NOON)
    over(4, ann, ben, outcome="timeout", absent_since=NOON + SECOND)
    over(5, ann, cat)
    over(6, cat, ben, outcome="timeout", absent_since=NOON)  # another's absence, though at the same moment
    assert reliability.of_each([ann.pk, ben.pk, cat.pk]) == {
        ann.pk: Reliability(1, 2, 5),
        ben.pk: Reliability(6, 0, 0),
        cat.pk: Reliability(1, 1, 1),
    }


@pytest.mark.django_db
def test_it_heals_after_180_days(ann: User, ben: User, noon: time_machine.Traveller) -> None:
    over(1, ann, ben, outcome="timeout")
    noon.shift(180 * DAY - SECOND)
    assert reliability.reliability_of(ann.pk) == Reliability(0, 1, 1)
    noon.shift(SECOND)
    assert reliability.reliability_of(ann.pk) == Reliability()


@pytest.mark.django_db
def test_it_heals_by_fifty_matches_that_are_played_to_the_end(
    ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    finished(ann, ben, [50], outcome="timeout")
    finished(ann, ben, range(1, 50))
    assert reliability.reliability_of(ann.pk) == Reliability(49, 1, 1)
    finished(ann, ben, [0])
    assert reliability.reliability_of(ann.pk) == Reliability(50, 0, 0)


@pytest.mark.django_db
def test_one_query_reads_at_most_two_hundred_matches_of_each(
    ann: User, ben: User, cat: User, noon: time_machine.Traveller
) -> None:
    asked = []
    for days in (range(3), range(3, 100)):
        for user in (ann, cat):
            for _ in range(3):
                finished(user, ben, days)
        with CaptureQueriesContext(connection) as queries:
            found = reliability.of_each([ann.pk, ben.pk, cat.pk])
        asked.append(len(queries))
        assert max(len(rows) for rows in _read(ann, ben, cat).values()) <= reliability.READ
    assert asked == [1, 1]
    assert found == dict.fromkeys([ann.pk, ben.pk, cat.pk], Reliability(50, 0, 0))
    assert {user: len(rows) for user, rows in _read(ann, ben, cat).items()} == dict.fromkeys(found, 200)


@pytest.mark.django_db
def test_of_seats_that_were_taken_over_no_more_are_read_either(
    ann: User, ben: User, cat: User, noon: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reliability, "READ", 2)
    for number, former in enumerate((ann, cat, ann, ann)):
        match = begin(ben, former, public_id=f"given{number}")
        since = {"absent": True, "absent_since": NOON + number * DAY}
        created = NOON + number * SECOND
        Substitution.objects.create(match=match, seat=0, ply=1, former=former, user=ben, created=created, **since)
    noon.shift(DAY)
    found = list(reliability._given_away([ann.pk, cat.pk]))
    assert {(user, created) for user, created, *_ in found} == {
        (ann.pk, NOON + 3 * SECOND),
        (ann.pk, NOON + 2 * SECOND),
        (cat.pk, NOON + SECOND),
    }
    assert reliability.of_each([ann.pk, cat.pk]) == {ann.pk: Reliability(0, 2, 2), cat.pk: Reliability(0, 1, 1)}


def _read(*users: User) -> dict[int, list[Any]]:
    rows = list(reliability._newest([user.pk for user in users]))
    return {user.pk: [row for row in rows if row[0] == user.pk] for user in users}


@pytest.mark.django_db
def test_of_nobody_nothing_is_asked() -> None:
    with CaptureQueriesContext(connection) as queries:
        assert reliability.of_each(set()) == {}
    assert len(queries) == 0

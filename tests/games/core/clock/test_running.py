"""The time of one turn: nothing changes what is left of it but what is meant to."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.core.clock.running import Time
from games.core.clock.stops import Stops
from tests.games.conftest import NOON

DAY, HOUR, ZERO = timedelta(days=1), timedelta(hours=1), timedelta()
AWAY = ((NOON + DAY, NOON + 3 * DAY),)


def begun(given: timedelta = 4 * DAY, total: timedelta = 60 * DAY, stops: Stops | None = None) -> Time:
    """Return a turn that begins at noon, Tuesday 24 November 2026, UTC."""
    return Time.begun(NOON, given, total, stops or Stops())


def test_a_turn_lasts_what_it_was_given_but_no_longer_than_the_total() -> None:
    assert (begun().deadline, begun().is_out) == (NOON + 4 * DAY, False)
    assert (begun(total=DAY).deadline, begun(total=DAY).is_out) == (NOON + DAY, True)
    assert begun(total=-DAY).deadline == NOON


@pytest.mark.parametrize(
    ("gone", "deadline"),
    [
        (0 * DAY, 4 * DAY),  # an early answer costs nothing
        (3 * DAY, 4 * DAY),
        (3.5 * DAY, 4.5 * DAY),  # a quarter of the pace from now
    ],
)
def test_an_answer_that_leaves_the_seat_owing_raises_its_deadline(gone: timedelta, deadline: timedelta) -> None:
    assert begun().at_least(DAY, 8 * DAY, NOON + gone).deadline == NOON + deadline


def test_many_such_answers_give_no_more_than_was_meant() -> None:
    time = begun()
    for days in range(1, 9):
        time = time.at_least(DAY, 8 * DAY, NOON + days * DAY)
    assert (time.given, time.deadline) == (8 * DAY, NOON + 8 * DAY)


def test_a_pause_leaves_the_time_left_as_it_was_and_the_limit_where_it_was() -> None:
    time = begun().paused(NOON + DAY, NOON + 6 * DAY)
    assert [time.left_at(NOON + days * DAY) for days in (1, 5, 6, 7)] == [3 * DAY, 3 * DAY, 3 * DAY, 2 * DAY]
    assert (time.deadline, time.last_moment) == (NOON + 9 * DAY, NOON + 60 * DAY)


def test_what_stands_says_until_when_and_time_that_is_up_stands_no_more() -> None:
    time = begun(stops=Stops(away=(*AWAY, (NOON + 8 * DAY, NOON + 9 * DAY))))
    assert [time.stands_until(NOON + days * DAY) for days in (0, 2, 4, 8)] == [None, NOON + 3 * DAY, None, None]


def test_what_stands_to_the_last_moment_is_not_said_to_run_again() -> None:
    ends = {
        total: begun(total=total, stops=Stops(away=AWAY)).stands_until(NOON + 2 * DAY) for total in (3 * DAY, 4 * DAY)
    }
    assert ends == {3 * DAY: None, 4 * DAY: NOON + 3 * DAY}


def test_a_vacation_planned_begun_and_ended_early_leaves_the_time_left_as_it_was() -> None:
    planned = begun().with_stops(Stops(away=AWAY), NOON)
    assert (planned.left, planned.deadline) == (4 * DAY, NOON + 6 * DAY)
    now = NOON + 2 * DAY
    back = planned.with_stops(Stops(away=((NOON + DAY, now),)), now)
    assert (back.left_at(now), back.deadline) == (planned.left_at(now), now + 3 * DAY)


def test_a_vacation_that_counts_no_more_leaves_what_has_passed_of_it_as_it_was_counted() -> None:
    """As where the house takes a seat, against which nobody is on vacation."""
    now = NOON + 2 * DAY
    time = begun(stops=Stops(away=AWAY)).with_stops(Stops(), now)
    assert (time.left_at(now), time.deadline) == (3 * DAY, now + 3 * DAY)


def test_an_outage_is_given_back_in_the_midst_of_all_that() -> None:
    time = begun(stops=Stops(away=AWAY)).shifted(5 * HOUR)
    assert (time.left, time.deadline, time.last_moment) == (
        4 * DAY + 5 * HOUR,
        NOON + 6 * DAY + 5 * HOUR,
        NOON + 60 * DAY + 5 * HOUR,
    )


def test_who_was_never_told_has_again_what_the_turn_began_with() -> None:
    assert begun().anew(NOON + 4 * DAY).deadline == NOON + 8 * DAY


def test_more_time_is_added_to_what_is_left() -> None:
    assert begun().more(2 * DAY, NOON + DAY).left_at(NOON + DAY) == 5 * DAY
    assert begun().more(2 * DAY, NOON + 5 * DAY).deadline == NOON + 7 * DAY

"""At which moments of a turn its player is reminded."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.clock import rungs as clock
from tests.games.conftest import NOON

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


@pytest.mark.parametrize(
    ("time", "rungs"),
    [
        (2 * HOUR, [(HOUR, "half")]),
        (DAY, [(12 * HOUR, "half"), (21 * HOUR, "late")]),
        (30 * HOUR, [(6 * HOUR, "day"), (15 * HOUR, "half"), (27 * HOUR, "late")]),
        (3 * DAY, [(1.5 * DAY, "half"), (2 * DAY, "day"), (2 * DAY + 21 * HOUR, "late")]),
        (14 * DAY, [(7 * DAY, "half"), (13 * DAY, "day"), (13 * DAY + 21 * HOUR, "late")]),
    ],
)
def test_the_rungs_of_a_turn_are_those_that_come_after_its_beginning(
    time: timedelta, rungs: list[tuple[timedelta, str]]
) -> None:
    assert clock.rungs(NOON, NOON + time) == [(NOON + after, rung) for after, rung in rungs]


def test_between_two_rungs_the_one_before_was_due_last_and_the_other_comes_next() -> None:
    end, now = NOON + 3 * DAY, NOON + 2 * DAY
    assert [clock.last_rung(NOON, end, now - MINUTE), clock.last_rung(NOON, end, now)] == ["half", "day"]
    assert [clock.next_rung(NOON, end, now - MINUTE), clock.next_rung(NOON, end, now)] == [now, end - 3 * HOUR]
    assert [clock.last_rung(NOON, end, NOON), clock.next_rung(NOON, end, end - HOUR)] == ["", None]

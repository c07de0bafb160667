"""At which moments of a turn its player is reminded."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Preferences
from games.core.clock import reminders as clock
from games.core.clock.reminders import Reminder
from tests.games.conftest import NOON

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


@pytest.mark.parametrize(
    ("time", "reminders"),
    [
        (2 * HOUR, [(HOUR, "half")]),
        (DAY, [(12 * HOUR, "half"), (21 * HOUR, "late")]),
        (30 * HOUR, [(6 * HOUR, "day"), (15 * HOUR, "half"), (27 * HOUR, "late")]),
        (3 * DAY, [(1.5 * DAY, "half"), (2 * DAY, "day"), (2 * DAY + 21 * HOUR, "late")]),
        (14 * DAY, [(7 * DAY, "half"), (13 * DAY, "day"), (13 * DAY + 21 * HOUR, "late")]),
    ],
)
def test_the_reminders_of_a_turn_are_those_that_come_after_its_beginning(
    time: timedelta, reminders: list[tuple[timedelta, str]]
) -> None:
    assert clock.reminders(NOON, NOON + time) == [(NOON + after, kind) for after, kind in reminders]


def test_between_two_reminders_the_one_before_was_due_last_and_the_other_comes_next() -> None:
    end, now = NOON + 3 * DAY, NOON + 2 * DAY
    assert [clock.last_due(NOON, end, now - MINUTE), clock.last_due(NOON, end, now)] == ["half", "day"]
    assert [clock.next_due(NOON, end, now - MINUTE), clock.next_due(NOON, end, now)] == [now, end - 3 * HOUR]
    assert [clock.last_due(NOON, end, NOON), clock.next_due(NOON, end, end - HOUR)] == [None, None]


def test_a_reminder_is_urgent_when_six_hours_or_less_are_left() -> None:
    end = NOON + 14 * DAY
    assert {kind: kind.is_urgent for kind in Reminder} == {
        kind: end - kind.due(NOON, end) <= 6 * HOUR for kind in Reminder
    }
    assert [kind for kind in Reminder if kind.is_urgent] == [Reminder.LATE]


def test_every_reminder_is_a_choice_in_the_preferences() -> None:
    """Else the sweep would fail for everybody whose turn is reminded of at the same time."""
    columns = {field.name for field in Preferences._meta.get_fields() if field.name.startswith("remind_")}
    assert columns == {f"remind_{kind}" for kind in Reminder}

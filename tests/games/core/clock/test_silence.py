"""When nobody could play."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.core.clock import silence as clock
from tests.games.conftest import NOON

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


@pytest.mark.parametrize(
    ("silence", "lost"), [(MINUTE, 0 * MINUTE), (5 * MINUTE, 0 * MINUTE), (6 * MINUTE, 6 * MINUTE)]
)
def test_a_silence_of_more_than_five_minutes_is_an_outage(silence: timedelta, lost: timedelta) -> None:
    assert clock.lost(NOON, NOON + silence) == lost


@pytest.mark.parametrize(
    ("answered", "until"),
    [(None, 10 * DAY), (5 * DAY, 5 * DAY), (3 * DAY, 3 * DAY), (3 * DAY - MINUTE, 10 * DAY), (11 * DAY, 10 * DAY)],
)
def test_until_when_people_could_play(answered: timedelta | None, until: timedelta) -> None:
    at = None if answered is None else NOON + answered
    assert clock.well_until(at, NOON + 10 * DAY) == NOON + until

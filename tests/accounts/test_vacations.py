"""What vacations use of a year's allowance."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from accounts.vacations import Allowance, Span, balance, fits, longest, overlapping

DAY, HOUR, NONE = timedelta(days=1), timedelta(hours=1), timedelta()
YEAR = 30 * DAY


def span(begin: str, end: str) -> Span:
    return datetime.fromisoformat(f"{begin}+00:00"), datetime.fromisoformat(f"{end}+00:00")


SUMMER = span("2026-07-01T00:00", "2026-07-21T00:00")
WINTER = span("2026-12-25T00:00", "2027-01-08T12:00")


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2026-06-01", Allowance(NONE, 27 * DAY, 3 * DAY)),
        ("2026-07-11", Allowance(10 * DAY, 17 * DAY, 3 * DAY)),
        ("2026-12-31", Allowance(26 * DAY, DAY, 3 * DAY)),
        ("2027-01-01", Allowance(NONE, 7.5 * DAY, 22.5 * DAY)),
        ("2027-02-01", Allowance(7.5 * DAY, NONE, 22.5 * DAY)),
        ("2028-01-01", Allowance(NONE, NONE, 30 * DAY)),
    ],
)
def test_what_has_passed_is_gone_and_what_is_to_come_is_held(now: str, expected: Allowance) -> None:
    assert balance([SUMMER, WINTER], datetime.fromisoformat(f"{now}T00:00+00:00"), YEAR) == expected


def test_nothing_is_free_where_the_allowance_was_cut() -> None:
    assert balance([SUMMER], SUMMER[1], 10 * DAY) == Allowance(20 * DAY, NONE, NONE)


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (span("2026-03-01T00:00", "2026-03-04T00:00"), True),
        (span("2026-03-01T00:00", "2026-03-04T00:01"), False),
        (span("2027-03-01T00:00", "2027-03-23T12:00"), True),
        (span("2027-03-01T00:00", "2027-03-23T12:01"), False),
        (span("2025-12-02T00:00", "2026-01-04T00:00"), True),  # thirty days of one year and three of the next
        (span("2025-12-02T00:00", "2026-01-04T00:01"), False),
        (span("2025-12-01T23:59", "2026-01-04T00:00"), False),
    ],
)
def test_each_year_must_have_room_for_its_part(new: Span, expected: bool) -> None:
    assert fits([SUMMER, WINTER], new, YEAR) is expected


@pytest.mark.parametrize(
    ("begins", "expected"),
    [
        ("2026-03-01T00:00", 3 * DAY),
        ("2026-06-29T00:00", 2 * DAY),  # until another one begins
        ("2026-07-10T00:00", NONE),  # while one lasts
        ("2026-07-21T00:00", 3 * DAY),
        ("2027-06-01T00:00", 5 * DAY),
        ("2025-12-30T00:00", 5 * DAY),  # two days of the old year and three of the new
    ],
)
def test_another_lasts_until_the_allowance_is_used_up_or_another_begins(begins: str, expected: timedelta) -> None:
    at = datetime.fromisoformat(f"{begins}+00:00")
    assert longest([SUMMER, WINTER], at, 5 * DAY, YEAR) == expected


def test_those_that_touch_do_not_overlap() -> None:
    assert overlapping([SUMMER, WINTER], (SUMMER[1], WINTER[0])) is None
    assert overlapping([SUMMER, WINTER], (SUMMER[1] - HOUR, WINTER[0])) == SUMMER
    assert overlapping([SUMMER, WINTER], (SUMMER[1], WINTER[1])) == WINTER


@pytest.mark.parametrize("seed", range(100))
def test_what_is_gone_of_a_year_only_grows_no_matter_what_is_planned_and_called_off(seed: int) -> None:
    random, now = Random(seed), datetime(2026, 1, 1, tzinfo=UTC)
    spans: list[Span] = []
    gone = NONE
    while now.year == 2026:
        found = balance(spans, now, YEAR)
        assert found.gone >= gone
        assert found.gone + found.held <= YEAR
        gone = found.gone
        if random.random() < 0.3:  # a return ends the running vacation and calls off planned ones
            spans = [(begin, min(end, now)) for begin, end in spans if begin < now]
        begins = now + random.random() * 40 * DAY
        new = begins, begins + longest(spans, begins, random.random() * 20 * DAY, YEAR)
        assert fits(spans, new, YEAR)
        spans.append(new)
        now += random.random() * 30 * DAY

"""What does not count: nights, weekends and vacations, by the clock on the player's wall."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.core.clock.stops import Stops

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def at(text: str) -> datetime:
    """Return a moment in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


FRIDAY = at("2026-11-27 12:00")


@pytest.mark.parametrize(
    ("stops", "end"),
    [
        (Stops(), "2026-11-29 12:00"),
        (Stops(weekends=True), "2026-12-01 12:00"),
        (Stops(nights=True), "2026-11-30 12:00"),
        (Stops(nights=True, weekends=True), "2026-12-02 12:00"),
        (Stops(away=((FRIDAY + HOUR, FRIDAY + DAY),)), "2026-11-30 11:00"),
        (Stops(weekends=True, away=((FRIDAY + 2 * DAY, FRIDAY + 4 * DAY),)), "2026-12-03 00:00"),
    ],
)
def test_two_days_from_a_friday_noon(stops: Stops, end: str) -> None:
    assert stops.add(FRIDAY, 2 * DAY) == at(end)
    assert stops.counted(FRIDAY, at(end)) == 2 * DAY


@pytest.mark.parametrize(
    ("zone", "begin", "end"),
    [
        ("Europe/Berlin", "2026-03-27 23:00", "2026-03-29 22:00"),  # a weekend of 47 hours
        ("Europe/Berlin", "2026-10-23 22:00", "2026-10-25 23:00"),  # and one of 49
        ("Australia/Lord_Howe", "2026-04-03 13:00", "2026-04-05 13:30"),
        ("Asia/Kathmandu", "2026-11-27 18:15", "2026-11-29 18:15"),
    ],
)
def test_a_weekend_lasts_from_midnight_to_midnight_there(zone: str, begin: str, end: str) -> None:
    assert next(Stops(zone, weekends=True).after(at(begin))) == (at(begin), at(end))


def test_a_night_that_the_change_of_the_clock_makes_longer_counts_as_little_as_any_other() -> None:
    evening = at("2026-10-24 20:00")  # 22:00 in Berlin
    assert Stops("Europe/Berlin", nights=True).add(evening, 2 * HOUR) == at("2026-10-25 07:00")


def test_who_moves_in_a_stop_begins_to_use_time_when_it_is_over() -> None:
    assert Stops(weekends=True).add(at("2026-11-28 09:00"), HOUR) == at("2026-11-30 01:00")
    assert Stops(weekends=True).counted(at("2026-11-28 09:00"), at("2026-11-29 09:00")) == timedelta()


def test_no_time_at_all_has_passed_at_once_even_in_a_stop() -> None:
    for stops in (Stops(nights=True, weekends=True), Stops(away=((FRIDAY, FRIDAY + 9 * DAY),))):
        for moment in (FRIDAY, at("2026-11-28 09:00")):
            assert stops.add(moment, timedelta()) == moment


def test_nothing_counts_backwards() -> None:
    assert Stops(nights=True).counted(FRIDAY, FRIDAY - DAY) == timedelta()
    away = (FRIDAY - 2 * DAY, FRIDAY + 2 * DAY)  # a vacation in which both moments lie
    assert Stops(away=(away,)).counted(FRIDAY, FRIDAY - DAY) == timedelta()

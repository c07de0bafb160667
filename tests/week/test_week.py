"""That everybody is told in a small week, and that the judge of `make week` sees what is lost, late or doubled."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.week import oracle
from tests.week.book import REMINDER, TURN, Book, Fault, Owed, Told
from tests.week.judge import judge
from tests.week.people import MAILBOX, PUSH, WEBHOOK, Person
from tests.week.week import lived

BERLIN, LORD_HOWE = "Europe/Berlin", "Australia/Lord_Howe"
EVE = Person(BERLIN, rhythm="daily", hour=18, quiet=(22, 7))
NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


@pytest.mark.django_db
def test_in_two_days_over_a_clock_change_everybody_is_told_once_and_in_time() -> None:
    verdict = judge(lived(40, datetime(2026, 3, 28, 12, tzinfo=UTC), timedelta(days=2), seed=4))
    assert "\n".join(verdict.broken) == ""
    rows = verdict.rows
    assert [name for name, row in rows.items() if row.told] == ["daily", "each", "hourly", "urgent"]
    assert all(rows[name].over_before for name in ("daily", "each", "hourly", "urgent"))


# --- The oracle -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("person", "since", "told"),
    [
        (replace(EVE, rhythm="each"), "2026-11-24 21:59", "24 21:59"),
        (replace(EVE, rhythm="each"), "2026-11-24 22:00", "25 07:00"),
        (EVE, "2026-11-24 17:59", "24 18:00"),
        (EVE, "2026-11-24 18:01", "25 18:00"),
        (replace(EVE, quiet=(17, 20)), "2026-11-24 12:00", "24 20:00"),
        (replace(EVE, rhythm="hourly"), "2026-11-24 15:20", "24 16:00"),
        (replace(EVE, rhythm="hourly"), "2026-11-24 21:20", "25 07:00"),
        (replace(EVE, rhythm="hourly", zone="Asia/Kathmandu"), "2026-11-24 15:20", "24 16:00"),
        (replace(EVE, hour=2, quiet=None), "2026-03-29 01:00", "29 03:00"),  # the day has no 2:00
        (replace(EVE, hour=2, quiet=None), "2026-10-25 01:00", "25 02:00"),
        (replace(EVE, rhythm="each"), "2026-10-24 23:00", "25 07:00"),  # a night of an hour more
        (replace(EVE, rhythm="hourly", zone=LORD_HOWE, quiet=None), "2026-04-05 01:45", "05 02:00"),  # 1:59, then 1:30
    ],
)
def test_the_oracle_goes_by_the_clock_on_the_wall(person: Person, since: str, told: str) -> None:
    zone = ZoneInfo(person.zone)
    found = oracle.first_moment(person, datetime.fromisoformat(since).replace(tzinfo=zone).astimezone(UTC))
    assert f"{found.astimezone(zone):%d %H:%M}" == told


# --- The judge ------------------------------------------------------------------------------------------------------


def book(person: Person, *told: Told, seen: datetime | None = None, ended: datetime | None = None) -> Book:
    """Return a turn that began at noon, with this told about it."""
    owed = Owed(1, "m", NOON, NOON + 24 * HOUR, seen=seen, ended=ended)
    return Book(NOON + 72 * HOUR, {1: person}, [owed], list(told))


def told(seconds: float = 35, channel: str = MAILBOX, kind: str = TURN, *, urgent: bool = False) -> Told:
    return Told(1, "m", kind, channel, NOON + SECOND * seconds, urgent)


def broken(found: Book) -> list[str]:
    """Return the promises that are broken, by their first words."""
    return [sentence.partition(":")[0] for sentence in judge(found).broken]


AT_ONCE = Person(BERLIN, late=False)


@pytest.mark.parametrize(
    ("notices", "words"),
    [
        ([told()], []),
        ([], ["late or lost by email"]),
        ([told(91)], ["late or lost by email"]),
        ([told(29)], ["too early"]),
        ([told(), told(50)], ["told twice"]),
    ],
)
def test_a_turn_is_told_once_and_within_a_minute(notices: list[Told], words: list[str]) -> None:
    assert broken(book(AT_ONCE, *notices)) == words


def test_nobody_is_told_what_was_answered_or_looked_at_before() -> None:
    before, after = NOON + 20 * SECOND, NOON + 40 * SECOND
    assert broken(book(AT_ONCE, told(), seen=before)) == ["told though nobody wanted it"]
    assert broken(book(AT_ONCE, told(), ended=before)) == ["told though nobody wanted it"]
    assert broken(book(AT_ONCE, ended=before)) == broken(book(AT_ONCE, seen=before)) == []
    assert broken(book(AT_ONCE, told(), ended=after)) == broken(book(AT_ONCE, told(), seen=after)) == []


def test_nobody_is_told_who_wants_nothing() -> None:
    for person in (replace(AT_ONCE, rhythm="off"), replace(AT_ONCE, turns=False)):
        assert broken(book(person, told())) == ["told though nobody wanted it"]
        assert broken(book(person)) == []


def test_in_quiet_hours_goes_what_is_urgent_alone_to_anyone_who_allows_it() -> None:
    quiet = replace(AT_ONCE, quiet=(0, 12), zone="UTC")
    late = 21 * 3600 + 10.0
    of_late = [told(late, kind=REMINDER, urgent=True)]
    morning = replace(quiet, late=True, urgent_anyway=True)
    assert broken(book(morning, told(), *of_late)) == []
    assert broken(book(morning, told())) == ["late or lost by email"]
    assert broken(book(replace(morning, urgent_anyway=False), told(), *of_late)) == ["told in quiet hours"]
    assert broken(book(morning, told(), told(late - 60, kind=REMINDER, urgent=True))) == [
        "told in quiet hours",
        "too early",
    ]


def test_a_channel_that_failed_hands_over_within_the_same_bounds() -> None:
    alone = replace(AT_ONCE, by_email=False, endpoints=(WEBHOOK,))
    both = replace(alone, endpoints=(WEBHOOK, PUSH))

    def failing(person: Person, *notices: Told) -> list[str]:
        found = book(person, *notices)
        found.faults = [Fault(WEBHOOK, NOON, NOON + HOUR)]
        return broken(found)

    assert failing(alone, told()) == []
    assert failing(alone) == failing(alone, told(91)) == ["late or lost by email"]
    assert failing(both, told(channel=PUSH)) == []
    assert failing(both, told()) == ["late or lost by push"]
    assert broken(book(alone, told(channel=WEBHOOK), told())) == ["to a mailbox that wants nothing"]

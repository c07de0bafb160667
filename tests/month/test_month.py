"""That a small month keeps what `make month` promises, and that its judge and its oracle see what is broken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from accounts.channels.email.url import mail_settings
from tests.month.book import TURN, Book, Clock, Ending, Expired, Letter, Owed
from tests.month.endings import BY_PLAY, CLAIMED, UNTOLD
from tests.month.judge import judge, share_by_play
from tests.month.month import at_once, lived
from tests.month.oracle import SeatClock, Terms
from tests.month.people import Habit
from tests.month.sink import Sink
from tests.week.people import Person

START = datetime(2026, 10, 17, 6, tzinfo=UTC)
NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)
SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
ENDS = NOON + 72 * HOUR
THERE = Habit(Person("UTC"))


@pytest.fixture
def sink(settings: Any) -> Iterator[Sink]:
    server = Sink()
    server.start()
    for name, value in mail_settings(server.url).items():
        setattr(settings, name, value)
    yield server
    server.stop()


@pytest.mark.django_db(transaction=True)
def test_in_a_small_month_every_promise_is_kept(sink: Sink) -> None:
    book = lived(sink.book, (4, 2), START, Random(1), (0.25, 0.5), at_once)
    assert "\n".join(judge(book)) == ""
    assert share_by_play(book) == 1
    assert sorted(ending.how for ending in book.endings) == ["played to the end", "win by default"]
    assert book.counts["chosen: two more days"] == 1
    assert book.clocks
    assert [letter for letter in book.letters if letter.kind == TURN and letter.until]


# --- The judge ------------------------------------------------------------------------------------------------------


def owed(**given: Any) -> Owed:
    """Return a turn that begins at noon, of three days."""
    return Owed(1, "m", NOON, ends=[(NOON, ENDS)], **given)


def letter(seconds: float = 35, until: datetime = ENDS) -> Letter:
    return Letter("1@example.org", "m", TURN, NOON + SECOND * seconds, until)


def broken(turn: Owed, *letters: Letter, habit: Habit = THERE, **given: Any) -> list[str]:
    """Return the promises that are broken, by their first words."""
    book = Book({1: habit}, [turn], list(letters), **given)
    return [sentence.partition(":")[0] for sentence in judge(book)]


def test_every_turn_is_announced_once() -> None:
    assert broken(owed(), letter()) == []
    assert broken(owed()) == broken(owed(), letter(100)) == ["unannounced"]
    assert broken(owed(), letter(), letter(50)) == ["announced twice"]
    assert broken(owed(), letter(20)) == ["announced too early"]
    assert broken(owed(seen=NOON + 20 * SECOND)) == broken(owed(ended=NOON + 20 * SECOND)) == []


def test_a_mailbox_that_fails_is_told_once_it_is_well() -> None:
    deaf = Habit(Person("UTC"), deaf=(NOON - DAY, NOON + DAY))
    assert broken(owed(), letter(DAY.total_seconds() + 3600), habit=deaf) == []
    assert broken(owed(), habit=deaf) == ["unannounced"]


def test_a_clock_that_is_wrong_by_more_than_a_minute_is_seen() -> None:
    turn = owed()
    for seconds, words in ((60, []), (61, ["wrong clock"]), (-61, ["wrong clock"])):
        assert broken(turn, letter(), clocks=[Clock(turn, NOON + HOUR, ENDS + SECOND * seconds, ENDS)]) == words
    assert broken(turn, letter(until=ENDS + 2 * MINUTE)) == ["wrong time in a letter"]
    twice = datetime(2026, 10, 25, 1, 29, tzinfo=ZoneInfo("Europe/London"))  # which says that of the first time
    late = Owed(1, "m", NOON, ends=[(NOON, datetime(2026, 10, 25, 1, 29, tzinfo=UTC))])
    assert broken(late, letter(until=twice)) == []


def test_time_that_is_up_too_early_or_late_in_vacation_or_unheard_is_seen() -> None:
    turn, late = owed(), Expired(owed(), ENDS + MINUTE)
    assert broken(turn, letter(), expired=[late]) == []
    assert broken(turn, letter(), expired=[replace(late, at=ENDS - SECOND)]) == ["expired at a wrong time"]
    assert broken(turn, letter(), expired=[replace(late, at=ENDS + 2 * MINUTE)]) == ["expired at a wrong time"]
    away = {1: [(ENDS - DAY, ENDS + DAY)]}
    assert broken(turn, letter(), expired=[late], away=away) == ["expired in vacation"]
    assert broken(turn, letter(), expired=[replace(late, is_out=True)], away=away) == []
    assert broken(turn, letter(), expired=[replace(late, counts_vacations=False)], away=away) == []
    assert broken(turn, expired=[late]) == ["unannounced", "expired unheard"]
    assert broken(turn, letter(), expired=[replace(late, is_spared=True)]) == ["given time though told"]


@pytest.mark.parametrize(
    ("how", "at", "words"),
    [
        (CLAIMED, ENDS - HOUR, []),
        (UNTOLD, ENDS - HOUR, ["ended otherwise than it may"]),
        (CLAIMED, ENDS, ["ended too late"]),
        ("", None, ["never ended"]),
    ],
)
def test_an_ending_that_may_not_be_is_seen(how: str, at: datetime | None, words: list[str]) -> None:
    assert broken(owed(), letter(), endings=[Ending("m", "en-garde", ENDS, {1}, how, at)]) == words


def test_of_matches_in_which_nobody_vanished_those_are_counted_that_players_ended() -> None:
    endings = [Ending("m", "en-garde", ENDS, {1}, how, ENDS - HOUR) for how in (BY_PLAY[0], CLAIMED)]
    stayed = Book({1: THERE}, endings=endings)
    assert share_by_play(stayed) == 0.5
    assert share_by_play(Book({1: Habit(Person("UTC"), vanishes=NOON)}, endings=endings[1:])) == 1


# --- The oracle -----------------------------------------------------------------------------------------------------

DAYS = Terms(
    pace=3 * DAY, bank=timedelta(), increment=timedelta(), cap=timedelta(), nights=False, weekends=False, total=60 * DAY
)
BANK = Terms(
    pace=timedelta(), bank=72 * HOUR, increment=12 * HOUR, cap=80 * HOUR, nights=False, weekends=False, total=60 * DAY
)


def begun(terms: Terms, zone: str = "Europe/Berlin", at: datetime = NOON, **given: Any) -> SeatClock:
    clock = SeatClock(terms, zone, terms.total, **given)
    clock.begin(at)
    return clock


def test_days_count_but_for_nights_and_weekends_of_the_zone() -> None:
    assert begun(DAYS).ends() == ENDS
    assert f"{begun(replace(DAYS, weekends=True), at=NOON + DAY).ends():%d %H:%M}" == "30 12:00"  # Wednesday to Monday
    nights = replace(DAYS, pace=DAY, nights=True)
    assert f"{begun(nights).ends():%d %H:%M}" == "25 20:00"  # 10 hours of Tuesday, 14 of Wednesday
    kathmandu = begun(replace(DAYS, pace=6 * HOUR, nights=True), "Asia/Kathmandu")
    assert f"{kathmandu.ends():%d %H:%M}" == "25 02:00"  # there it is night from 17:15 until 1:15 by UTC
    summer_ends = begun(replace(DAYS, pace=HOUR, nights=True), at=datetime(2026, 10, 24, 20, 30, tzinfo=UTC))
    assert f"{summer_ends.ends():%d %H:%M}" == "25 06:30"


def test_vacations_and_pauses_do_not_count_and_the_total_ends_all() -> None:
    clock = begun(DAYS, away=[(NOON + DAY, NOON + 4 * DAY)])
    assert clock.ends() == ENDS + 3 * DAY
    clock.pauses.append((NOON + 2 * DAY, NOON + 6 * DAY))
    assert clock.ends() == ENDS + 5 * DAY
    clock.total, short = 5 * DAY, begun(replace(DAYS, total=2 * DAY))
    assert short.ends() == NOON + 2 * DAY
    assert short.is_out()


def test_a_bank_begins_after_the_first_move_and_gains_up_to_its_cap() -> None:
    clock = begun(BANK)
    clock.note_move(NOON + HOUR)
    clock.end(NOON + HOUR)
    assert clock.bank == 72 * HOUR
    clock.begin(NOON + DAY)
    assert clock.ends() == NOON + DAY + 72 * HOUR
    clock.note_move(NOON + DAY + HOUR)
    clock.end(NOON + DAY + HOUR)
    assert clock.bank == 80 * HOUR
    clock.take_back(NOON + DAY + 2 * HOUR)
    assert (clock.bank, clock.ends()) == (72 * HOUR, NOON + DAY + 73 * HOUR)

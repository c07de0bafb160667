"""The log as its readers see it."""

from __future__ import annotations

from datetime import UTC, datetime

from games.reading.log import LAST, LONG, Line


def line(number: int) -> Line:
    return Line(1, 0, "Ann", [f"{index}." for index in range(number)], datetime(2026, 1, 1, tzinfo=UTC))


def test_of_a_long_entry_the_last_few_sentences_are_shown_at_once_and_of_others_all() -> None:
    assert (line(LONG).before, line(LONG).text) == ([], " ".join(f"{index}." for index in range(LONG)))
    long = line(LONG + 1)
    assert len(long.before) == LONG + 1 - LAST
    assert [*long.before, *long.text.split()] == [f"{index}." for index in range(LONG + 1)]


def test_an_entry_is_made_by_hand_unless_it_says_otherwise() -> None:
    assert (line(1).by_program, line(1).new, line(1).reason) == (False, False, "")

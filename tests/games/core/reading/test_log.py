"""The log as its readers see it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from games.core.reading.log import LAST_SENTENCES, LONG_ENTRY, LogLine


def line(number: int) -> LogLine:
    said = [f"{index}." for index in range(number)]
    return LogLine(1, 0, "Ann", said, said, datetime(2026, 1, 1, tzinfo=UTC))


def test_of_a_long_entry_the_last_few_sentences_are_shown_at_once_and_of_others_all() -> None:
    assert (line(LONG_ENTRY).before, line(LONG_ENTRY).text) == (
        [],
        " ".join(f"{index}." for index in range(LONG_ENTRY)),
    )
    long = line(LONG_ENTRY + 1)
    assert len(long.before) == LONG_ENTRY + 1 - LAST_SENTENCES
    assert [*long.before, *long.text.split()] == [f"{index}." for index in range(LONG_ENTRY + 1)]


def test_a_long_entry_leads_with_its_result_and_keeps_what_led_to_it_for_those_who_ask() -> None:
    long = replace(line(LONG_ENTRY + 1), decisive=("5.", "0."))
    assert long.text == "5. 0."
    assert long.before == [f"{index}." for index in range(LONG_ENTRY + 1) if index not in (0, 5)]
    assert replace(line(LONG_ENTRY), decisive=("5.",)).before == []


def test_an_entry_is_made_by_hand_unless_it_says_otherwise() -> None:
    assert (line(1).by_program, line(1).new, line(1).reason) == (False, False, "")

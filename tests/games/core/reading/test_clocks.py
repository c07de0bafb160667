"""What a match says of time: the one sentence, and what it means at length."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.utils import timezone, translation

from accounts.models import User
from games.core.clock.terms import Chosen
from games.core.models import Match
from games.core.reading import clocks, endings
from games.rules import registry
from tests.games.tables import AUCTION, begin

BANK = Chosen(0, bank_hours=120, increment_hours=12, cap_hours=168, nights=True, weekends=True, total_days=45)


def said(clock: Chosen, game: str = "en-garde", **more: Any) -> Match:
    return Match(game=game, version=registry.current(game).meta.version, **clock.columns, **more)


@pytest.mark.parametrize(
    ("language", "clock", "sentence"),
    [
        ("en", Chosen(), "3 days per move, ends by 30 June 2026 if it begins today"),
        (
            "en",
            Chosen(1, nights=True),
            "1 day per move, nights don’t count, ends by 31 May 2026 if it begins today",
        ),
        (
            "en",
            BANK,
            "5 days for all moves, plus 12 hours per move, up to 7 days, nights and weekends don’t count, ends by "
            "31 May 2026 if it begins today",
        ),
        (
            "en",
            Chosen(0, bank_hours=24, cap_hours=24, total_days=20),
            "1 day for all moves, ends by 11 April 2026 if it begins today",
        ),
        (
            "de",
            Chosen(weekends=True),
            "3 Tage pro Zug, Wochenenden zählen nicht, Ende spätestens am 30. Juni 2026, wenn die Partie heute beginnt",
        ),
        (
            "de",
            BANK,
            "5 Tage für alle Züge, plus 12 Stunden pro Zug, höchstens 7 Tage, Nächte und Wochenenden zählen nicht, "
            "Ende spätestens am 31. Mai 2026, wenn die Partie heute beginnt",
        ),
        (
            "it",
            Chosen(weekends=True),
            "3 giorni per mossa, i fine settimana non contano, "
            "la partita finisce al più tardi il 30 giugno 2026, se comincia oggi",
        ),
    ],
)
def test_a_clock_is_one_sentence(language: str, clock: Chosen, sentence: str, noon: time_machine.Traveller) -> None:
    with translation.override(language):
        assert clocks.brief(said(clock)) == sentence


def test_a_match_of_three_lasts_as_long_as_three_totals(noon: time_machine.Traveller) -> None:
    assert clocks.brief(said(Chosen(total_days=20), AUCTION)) == (
        "3 days per move, ends by 1 May 2026 if it begins today"
    )


def test_its_meaning_is_told_at_length(noon: time_machine.Traveller) -> None:
    assert clocks.details(said(BANK)) == [
        "Each player has a time bank of 5 days for all moves. Each move adds 12 hours, but the bank never holds "
        "more than 7 days.",
        "Nights (23:00 to 7:00) and weekends don’t count, in each player’s own time zone.",
        "Your clock is paused while you’re on vacation.",
        "Each player has a separate time limit for the first move: 3 days. If a player misses it, the match is void.",
        "Each player has a total of 45 days for the match. This time runs down whenever it’s their move, even at "
        "night, at weekends and during vacations and pauses. Nobody gets more, so there’s no point in dragging out the "
        "match.",
        "If a player runs out of time, the opponent can claim the win, give two more days, cancel the "
        "match, find a replacement, or continue against the computer.",
    ]
    house = clocks.details(said(Chosen(5).for_house))
    assert house[0] == "You have 5 days for each move."
    assert house[1:3] == [
        "Vacations don’t pause the clock.",
        "Each player has a separate time limit for the first move: 5 days. If a player misses it, the match is void.",
    ]
    assert house[-1] == "A player who runs out of time loses."


def test_where_three_play_nobody_has_the_choice() -> None:
    assert endings.when_up(said(Chosen(), AUCTION)) == "A player who runs out of time loses."


@pytest.mark.django_db
def test_once_begun_its_last_moment_is_a_day_of_the_readers_own_zone(
    ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    match = begin(ann, ben)
    Match.objects.filter(pk=match.pk).update(last_moment="2026-06-30T23:30Z")
    match.refresh_from_db()
    assert clocks.brief(match) == "3 days per move, the match ends by 30 June 2026"
    with timezone.override("Pacific/Auckland"):
        assert clocks.brief(match) == "3 days per move, the match ends by 1 July 2026"
    match.ended = timezone.now()
    assert clocks.brief(match) == "3 days per move"

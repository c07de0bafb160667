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
        ("en", Chosen(), "3 days a move, over by 30 June 2026 at the latest if it begins today"),
        (
            "en",
            Chosen(1, nights=True),
            "1 day a move, nights free, over by 31 May 2026 at the latest if it begins today",
        ),
        (
            "en",
            BANK,
            "5 days for all moves, 12 hours more with each, 7 days at most, nights and weekends free, over by 31 May "
            "2026 at the latest if it begins today",
        ),
        (
            "en",
            Chosen(0, bank_hours=24, cap_hours=24, total_days=20),
            "1 day for all moves, over by 11 April 2026 at the latest if it begins today",
        ),
        (
            "de",
            Chosen(weekends=True),
            "3 Tage je Zug, Wochenenden frei, spätestens am 30. Juni 2026 zu Ende, wenn sie heute beginnt",
        ),
        (
            "de",
            BANK,
            "5 Tage für alle Züge, mit jedem 12 Stunden dazu, höchstens 7 Tage, Nächte und Wochenenden frei, "
            "spätestens am 31. Mai 2026 zu Ende, wenn sie heute beginnt",
        ),
        (
            "it",
            Chosen(weekends=True),
            "3 giorni a mossa, fine settimana liberi, finita entro il 30 giugno 2026 al più tardi, se comincia oggi",
        ),
    ],
)
def test_a_clock_is_one_sentence(language: str, clock: Chosen, sentence: str, noon: time_machine.Traveller) -> None:
    with translation.override(language):
        assert clocks.brief(said(clock)) == sentence


def test_a_match_of_three_lasts_as_long_as_three_totals(noon: time_machine.Traveller) -> None:
    assert clocks.brief(said(Chosen(total_days=20), AUCTION)) == (
        "3 days a move, over by 1 May 2026 at the latest if it begins today"
    )


def test_its_meaning_is_told_at_length(noon: time_machine.Traveller) -> None:
    assert clocks.details(said(BANK)) == [
        "Each player has a bank of 5 days for all moves; each move adds 12 hours, up to 7 days in all.",
        "Nights, from 23:00 to 7:00, and weekends do not count, by each player’s own time zone.",
        "A vacation stops the clock of the player who takes it.",
        "The first move of each player has 3 days of its own; without it the match is void.",
        "While a player owes a move, everything counts towards a total of 45 days: nights, weekends, vacations and "
        "pauses too. Nobody has more, so nobody gains by letting the match run to its end.",
        "When a player’s time is up, the other one chooses: claim the win, give two more days, call the match off, "
        "have somebody else take over, or play on against the house.",
    ]
    house = clocks.details(said(Chosen(5).for_house))
    assert house[0] == "There are 5 days for each move."
    assert house[1:3] == [
        "Vacations do not stop the clock.",
        "The first move of each player has 5 days of its own; without it the match is void.",
    ]
    assert house[-1] == "When a player’s time is up, that player loses."


def test_where_three_play_nobody_has_the_choice() -> None:
    assert endings.when_up(said(Chosen(), AUCTION)) == "When a player’s time is up, that player loses."


@pytest.mark.django_db
def test_once_begun_its_last_moment_is_a_day_of_the_readers_own_zone(
    ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    match = begin(ann, ben)
    Match.objects.filter(pk=match.pk).update(last_moment="2026-06-30T23:30Z")
    match.refresh_from_db()
    assert clocks.brief(match) == "3 days a move, over by 30 June 2026 at the latest"
    with timezone.override("Pacific/Auckland"):
        assert clocks.brief(match) == "3 days a move, over by 1 July 2026 at the latest"
    match.ended = timezone.now()
    assert clocks.brief(match) == "3 days a move"

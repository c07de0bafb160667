"""Who is told what of an event."""

from __future__ import annotations

import pytest

from games.rules.fantasy_dice_battles.events import (
    CardLaid,
    Drew,
    FactionChosen,
    PresetTaken,
    Private,
    Sealed,
    UnitPut,
    UnitSent,
)
from games.rules.game import SPECTATOR
from tests.rules.fantasy_dice_battles.table import ANN, BEN


def test_who_draws_is_told_the_cards_and_all_others_how_many() -> None:
    drew = Drew(BEN, 2, ("goblins", "orcs"))
    assert [drew.seen_by(viewer) for viewer in (BEN, ANN, SPECTATOR)] == [drew, Drew(BEN, 2), Drew(BEN, 2)]


@pytest.mark.parametrize(
    "event",
    [
        PresetTaken(BEN, "realm_a"),
        FactionChosen(BEN, "realm"),
        UnitPut(BEN, "footmen", "1:F1"),
        CardLaid(BEN, "footmen", "1"),
        UnitSent(BEN, "footmen", "1:F1"),
        Sealed(BEN),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_a_seat_chooses_it_is_told_itself_and_nobody_else(event: Private) -> None:
    assert event.seen_by(BEN) == event
    assert [event.seen_by(viewer) for viewer in (ANN, SPECTATOR)] == [None, None]


def test_there_is_no_other_event_for_one_seat_alone() -> None:
    private = {PresetTaken, FactionChosen, UnitPut, CardLaid, UnitSent, Sealed}
    assert set(Private.__subclasses__()) == private

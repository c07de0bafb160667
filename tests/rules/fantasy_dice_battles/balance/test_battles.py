"""How battles between presets are counted."""

from __future__ import annotations

import pytest

from games.rules.fantasy_dice_battles.balance import battles
from games.rules.fantasy_dice_battles.balance.battles import Battles, Tally, tally
from games.rules.fantasy_dice_battles.state import State
from tests.rules.fantasy_dice_battles.table import HOUSE, laid, side

TWO = "- - - - - {} / - - - - - {} / - - - - - -"
THREE = "- - - - - {} / - - - - - {} / - - - - - {}"
REALM, HORDE = ("marshal", "castellan", "wizard"), ("warlord", "witch", "gobking")


def ended(ann: str, ben: str) -> State:
    return laid(side(ann.format(*REALM)), side(ben.format(*HORDE))).state


def test_a_level_battle_is_neither_won_nor_lost_and_counts_as_half(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = iter([ended(THREE, TWO), ended(TWO, TWO), ended(TWO, THREE), ended(THREE, THREE)])
    monkeypatch.setattr(battles, "fight", lambda *_: next(fought))
    found = tally(HOUSE, ("realm_a", "horde_a"), Battles(4, "0"))
    assert found == Tally(won=1, level=2, lost=1, rounds=4)
    assert (found.games, found.share) == (4, 0.5)

"""The deeds of Fantasy Dice Battles: each earned, and just missed."""

from __future__ import annotations

import pytest

from games.boards.fantasy_dice_battles.deeds import DEEDS
from games.deeds.queries import Course
from games.rules.fantasy_dice_battles.events import (
    ArmyShown,
    BattleEnded,
    FactionChosen,
    HeroFell,
    PresetTaken,
    RoundStarted,
)
from games.rules.game import Event, Outcome

ANN, BEN = 0, 1
EARNED = {deed.key: deed.earned for deed in DEEDS}
MINE, OTHERS = HeroFell(ANN, "witch", "1:H", ()), HeroFell(BEN, "king", "2:H", ())


def course(*entries: list[Event], winner: int = ANN, reason: str = "heroes") -> Course:
    return Course(entries, None, Outcome(reason, (winner,)))


@pytest.mark.parametrize("faction", ["realm", "horde", "brood", "sylvan"])
def test_a_win_with_each_faction(faction: str) -> None:
    other = "horde" if faction == "realm" else "realm"
    shown: list[Event] = [ArmyShown(ANN, faction, (), ()), ArmyShown(BEN, other, (), ())]
    assert EARNED[faction](course(shown), ANN)
    assert not EARNED[faction](course(shown, winner=BEN), ANN)
    assert not EARNED[faction](course(shown, winner=BEN), BEN)  # who won with the other one
    assert not EARNED[faction](course(shown, reason="timeout"), ANN)


def test_own_army() -> None:
    armies: list[Event] = [FactionChosen(ANN, "realm"), PresetTaken(BEN, "horde_a")]
    assert EARNED["own-army"](course(armies), ANN)
    assert not EARNED["own-army"](course(armies, winner=BEN), ANN)
    assert not EARNED["own-army"](course(armies, winner=BEN), BEN)


@pytest.mark.parametrize(("heroes", "earned"), [((3, 1), True), ((2, 1), False)])
def test_unbowed(heroes: tuple[int, int], earned: bool) -> None:
    assert EARNED["unbowed"](course([BattleEnded("heroes", heroes)]), ANN) is earned
    assert not EARNED["unbowed"](course([BattleEnded("heroes", heroes)], winner=BEN), ANN)


def test_at_once() -> None:
    assert EARNED["at-once"](course([OTHERS, OTHERS, RoundStarted(4)], winner=BEN), ANN)
    assert not EARNED["at-once"](course([OTHERS, MINE], [OTHERS]), ANN)


def test_avenged() -> None:
    assert EARNED["avenged"](course([], [MINE], [OTHERS, OTHERS]), ANN)
    assert not EARNED["avenged"](course([MINE, OTHERS], [OTHERS]), ANN)
    assert not EARNED["avenged"](course([OTHERS], [MINE], [OTHERS]), ANN)
    assert not EARNED["avenged"](course([MINE], [MINE], winner=BEN), ANN)

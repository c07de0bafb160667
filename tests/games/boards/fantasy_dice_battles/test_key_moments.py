"""The key moments of Fantasy Dice Battles."""

from games.boards.fantasy_dice_battles.key_moments import key_moments
from games.rules.fantasy_dice_battles import events as ev
from games.rules.game import Event
from games.rules.telling import Weight
from tests.rules.fantasy_dice_battles.table import ANN, BEN


def test_they_are_what_rounds_cost_the_fall_of_heroes_and_the_end() -> None:
    entries: list[list[Event]] = [
        [ev.Sealed(ANN), ev.RoundStarted(1)],
        [ev.Sealed(BEN)],
        [ev.Defeated(BEN, "orcs", "1:F1", flees=True), ev.Fled(BEN, "orcs"), ev.RoundStarted(2)],
        [
            ev.Struck(seat=ANN, unit="orcs", place="1:F1", color="normal", dice=1, stopped=1, poison=0, wounds=0),
            ev.RoundStarted(3),
        ],
        [
            ev.Defeated(ANN, "footmen", "1:F1", flees=True),
            ev.HeroFell(ANN, "witch", "1:H", routed=("orcs",)),
            ev.BattleEnded("heroes", (1, 3)),
        ],
    ]
    found = [[(each.weight, str(each.sentence)) for each in moments] for moments in key_moments(entries)]
    assert found == [
        [],
        [],
        [(Weight.PLACEMENT, "Round 1: seat 0 loses no units, seat 1 1.")],
        [],
        [
            (Weight.PLACEMENT, "Round 3: seat 0 loses 2 units, seat 1 0."),
            (Weight.FIGHT, "seat 0’s Witch Doctor falls in battalion 1."),
            (Weight.OUTCOME, "Heroes standing: 3 to 1. seat 1 wins."),
        ],
    ]

"""How a match of Fantasy Dice Battles stands that is being played, for those who look on."""

from games.rules.fantasy_dice_battles.data import BATTALIONS
from games.rules.fantasy_dice_battles.view import DiceBattlesView, SideSeen
from games.rules.sentence import N_, Sentence, sentence


def state_of_play(view: DiceBattlesView, seat: int) -> list[Sentence]:
    """Return the round, and what both sides have left and lost, that of the seat before the other one's."""
    if view.phase == "army":
        return [sentence(N_("The players are choosing their armies."))]
    mine = view.sides[seat]
    theirs = view.sides[1 - seat]
    return [
        sentence(N_("Round {round}."), round=view.round),
        sentence(N_("Heroes standing: {mine}–{theirs}."), mine=mine.heroes, theirs=theirs.heroes),
        sentence(N_("Units lost: {mine}–{theirs}."), mine=_units_lost(mine), theirs=_units_lost(theirs)),
    ]


def _units_lost(side: SideSeen) -> int:
    """Count what a side has lost besides its heroes, who are counted apart."""
    return len(side.lost) - (len(BATTALIONS) - side.heroes)

"""How a match of Fantasy Dice Battles stands that is being played, for those who look on."""

from games.rules.fantasy_dice_battles.view import DiceBattlesView
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
        sentence(N_("Units lost: {mine}–{theirs}."), mine=len(mine.lost), theirs=len(theirs.lost)),
    ]

"""The end of the first lesson of Fantasy Dice Battles: a battle that the learner finishes."""

from games.boards.fantasy_dice_battles.examples import skirmish
from games.lessons.lesson import Finish
from games.rules.fantasy_dice_battles.data import PLACE, PLACES
from games.rules.fantasy_dice_battles.state import Orders, Side, State
from games.rules.sentence import N_

FALLEN = {
    **dict.fromkeys(("1:F1", "1:F3", "1:S1"), (0, 0)),
    "1:H": (3, 0),
    **dict.fromkeys((place for place in PLACES if place.startswith("2:")), (0, 0)),
}
"""What is left of the Horde: in battalion 1 two units and a wounded hero, in battalion 2 nobody."""
LOST = (*(place for place in PLACES if place.startswith("2:")), "3:F2")
"""Whom the learner has lost."""
WOUNDED = {"1:F2": 1, "3:H": 1}
USED = 9
"""Cards that each side has played by then: one at each battalion a round."""


def _last_rounds() -> State:
    """Return the battle once each side has lost a hero."""
    state = skirmish(FALLEN)
    state.round = 4
    realm, _horde = state.sides
    for place in LOST:
        realm.lost.append(realm.tokens[PLACE[place]])
        realm.tokens[PLACE[place]] = ""
    for place, wounds in WOUNDED.items():
        realm.wounds[PLACE[place]] = wounds
    for side in state.sides:
        use_cards(side, USED)
    return state


def use_cards(side: Side, count: int) -> None:
    """Discard some cards, the last of them as orders of the round before."""
    side.discards = side.deck[:count]
    side.deck = side.deck[count:]
    side.last = Orders(cards={"1": side.discards[-2], "3": side.discards[-1]})


FINISH = Finish(
    N_("Now it’s your battle. Each side has lost a hero: the next one decides."),
    _last_rounds(),
    moves=3,
    watched=3,
    instead=N_("Orders are given with cards: press one in your hand, then a battalion or ↩."),
)

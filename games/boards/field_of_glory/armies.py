"""The armies of Field of Glory, told apart by the unit that each has most cards of."""

from collections import Counter

from games.boards.armies import Armies
from games.rules.field_of_glory.cards import CARDS, CODE, KINDS, UNITS
from games.rules.field_of_glory.state import State
from games.rules.game import Seat
from games.rules.sentence import N_


def army(state: State, seat: Seat) -> str:
    """Return the type of unit that a seat has drafted most cards of.

    Of equals it is the first in the table of cards. Return `""` before both armies are drafted.
    """
    if state.turn == 0:
        return ""
    counts = Counter(CODE[card] for card in CARDS if card in UNITS and card not in state.out[seat])
    return max(counts, key=counts.__getitem__)


ARMIES = Armies(
    {kind.code: kind.name for kind in KINDS if kind.unit},
    army,
    N_("An army is named after the unit it has the most cards of, or after the heavier one if two are tied."),
)

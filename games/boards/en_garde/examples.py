"""The worked examples of the rules page: Ann and Ben fence."""

from collections.abc import Sequence
from functools import cache

from games.boards.about import Example, Move, played
from games.rules.en_garde.game import EnGarde
from games.rules.en_garde.rounds import DECK
from games.rules.en_garde.state import State
from games.rules.game import SPECTATOR, Position

GAME = EnGarde()
HANDS = ((3, 4, 4, 5, 5), (1, 2, 4, 4, 5))
LAST = ((1, 3, 4, 4, 5), (2, 2, 3, 4, 5))


@cache
def examples() -> dict[str, Example]:
    """Return the examples by name."""
    return {
        "glance": _bout((9, 14), (0, "A5x2"), hands=((1, 3, 4, 5, 5), (1, 2, 4, 5, 5))),
        "measure": _bout((6, 14)),
        "parry": _bout((9, 13), (0, "A4x2"), (1, "P"), cards=((4, 4), (4, 4))),
        "advance": _bout((6, 14), (0, "X3,5x2"), cards=((3, 5, 5), ())),
        "retreat": _bout((6, 14), (0, "X3,5x2"), (1, "R4"), cards=((3, 5, 5), (4,))),
        "end": _bout((8, 13), (0, "F1"), hands=LAST, pile=1, rounds=1, cards=((1, 3, 4, 4, 5), (2, 2, 3, 4, 5))),
    }


def _bout(
    fencers: tuple[int, int],
    *moves: Move,
    cards: tuple[Sequence[int], Sequence[int]] = ((), ()),
    hands: tuple[Sequence[int], Sequence[int]] = HANDS,
    pile: int = 15,
    rounds: int = 5,
) -> Example:
    """Return moves in a round that Ann is to continue, with `pile` cards still to be drawn."""
    rest = list(DECK)
    for value in (*hands[0], *hands[1]):
        rest.remove(value)
    laid = State(list(map(list, hands)), rest[:pile], list(fencers), [0, 0], rest[pile:], 0, round=1, rounds=rounds)
    position, events = played(GAME, Position(laid), moves)
    return Example(GAME.view(position.state, SPECTATOR), events, cards)

"""States in which a seat would see exactly its view: what it cannot see is dealt from the remaining cards."""

from __future__ import annotations

from games.rules.chance import Chance
from games.rules.en_garde.state import LEFT, RIGHT, VALUES, Attack, State
from games.rules.en_garde.steps import legal, stance
from games.rules.en_garde.view import EnGardeView
from games.rules.en_garde.visibility import unseen
from games.rules.game import Seat


def imagine(view: EnGardeView, seat: Seat, chance: Chance) -> State:
    """Return a state in which the seat would see this view: unseen cards are drawn into the hidden hands and the
    pile.

    Draws again until the seat to move has a step, as a seat without one would already have lost the round.
    """
    pool = [v for v, count in zip(VALUES, unseen(view.played, view.hands), strict=True) for _ in range(count)]
    while True:
        cards = list(pool)
        chance.shuffle(cards, "imagine")
        hands = [_hand_of(view, seat, cards) for seat in (LEFT, RIGHT)]
        state = _imagined(view, hands, pile=cards)
        if state.to_move is None or legal(stance(state, state.to_move)):
            return state


def _hand_of(view: EnGardeView, seat: int, cards: list[int]) -> list[int]:
    known = view.hands[seat]
    return list(known) if known is not None else [cards.pop() for _ in range(view.hand_sizes[seat])]


def _imagined(view: EnGardeView, hands: list[list[int]], pile: list[int]) -> State:
    attack = Attack(view.attack.value, view.attack.count, view.attack.indirect) if view.attack else None
    return State(
        hands=hands,
        pile=pile,
        discards=_discards(view),
        fencers=list(view.fencers),
        to_move=view.to_move,
        attack=attack,
        parried=view.parried,
        scores=list(view.scores),
        starter=view.starter,
        round=view.round,
        last_round=view.last_round,
        variant="standard" if view.variant == "standard" else "advanced",
        rounds=view.rounds,
        aid=view.aid,
        last_retreat="position" if view.last_retreat == "position" else "hand",
    )


def _discards(view: EnGardeView) -> list[int]:
    """Return the played cards, in order of value, with the visible ones on top: the last, and all of a pending
    attack.
    """
    top = _on_top(view)
    below = [count - top.count(value) for value, count in zip(VALUES, view.played, strict=True)]
    return [value for value, count in zip(VALUES, below, strict=True) for _ in range(count)] + top


def _on_top(view: EnGardeView) -> list[int]:
    if view.discard is None:
        return []
    return [view.discard] * (view.attack.count if view.attack else 1)

"""A simple player to compare with: it hits with all it has, and otherwise goes where it holds the most cards."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chance import Chance
from games.rules.en_garde.steps import Advance, Back, Direct, Indirect, Parry, Retreat
from games.rules.en_garde.view import EnGardeView
from games.rules.engine import AnyGame
from games.rules.game import Step, View


def choose(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
    """Return the most promising step now, the first of equals. `view` is the seat's own, `steps` what it may do."""
    assert isinstance(view, EnGardeView)
    hand = view.hands[view.viewer] or ()
    return max((step for step in steps if step is not None), key=lambda step: _gain(hand, view.distance, step))


def _gain(hand: Sequence[int], distance: int, step: Step) -> tuple[int, int]:
    """Return the kind of step first, then how many cards it hits with, or holds of the distance it goes to."""
    match step:
        case Parry():
            return 9, 0
        case Direct(_, count):
            return 5 + count, 1
        case Indirect(_, _, count):
            return 5 + count, 0
        case Advance(value):
            return 4, hand.count(distance - value) - (value == distance - value)
        case Back(value) | Retreat(value):
            return 3, -value
    raise ValueError(step)

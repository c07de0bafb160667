"""Who plays the golden matches that end with a drawn round, which random players would hardly ever reach."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chance import Chance
from games.rules.en_garde.state import VALUES, room
from games.rules.en_garde.steps import Advance, Back
from games.rules.en_garde.view import EnGardeView
from games.rules.engine import AnyGame
from games.rules.game import Step, View

NAME = "peaceful"
ENDINGS = ("drawn-rounds", "level")


def play(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
    """Return the move after which both fencers have come about equally far, out of reach of each other."""
    assert isinstance(view, EnGardeView)
    return max((step for step in steps if step is not None), key=lambda step: _peace(view, step))


def _peace(view: EnGardeView, step: Step) -> tuple[bool, bool, int, int]:
    """Return how peaceful a step is.

    No attack comes first, then out of reach, then equally far. Last, the players are as far from each other as can be.
    """
    if not isinstance(step, Advance | Back):
        return False, False, 0, 0
    forward = step.value if isinstance(step, Advance) else -step.value
    lead = room(view.fencers, view.viewer) + forward - room(view.fencers, 1 - view.viewer)
    distance = view.distance - forward
    out_of_reach = distance > max(VALUES) * (1 if view.pile == 1 else 2)
    return True, out_of_reach, -abs(lead), distance

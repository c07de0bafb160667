"""The computer player: it leaves a heap of four, eight, twelve … wherever it can."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chance import Chance
from games.rules.engine import AnyGame
from games.rules.game import Step, View
from games.rules.last_stone.state import MOST
from games.rules.last_stone.steps import Take
from games.rules.last_stone.view import LastStoneView


def choose(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
    """The step that leaves nothing good to the opponent; any where there is none."""
    assert isinstance(view, LastStoneView)
    best = [step for step in steps if isinstance(step, Take) and (view.heap - step.count) % (MOST + 1) == 0]
    return best[0] if best else steps[chance.below(len(steps), "step")]

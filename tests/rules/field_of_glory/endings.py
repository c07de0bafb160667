"""Who plays the golden matches, since random players would hardly ever reach some of the endings."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chance import Chance
from games.rules.engine import AnyGame
from games.rules.game import Step, View
from games.rules.playout import choose_at_random

NAME = "weary"
REST = 6  # a weary player places units in one of so many turns


def play(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
    """Attack and play Reserves where possible, else mostly draw cards, so that armies are spent."""
    texts = {game.text(step): step for step in steps if step is not None}
    eager = [step for text, step in texts.items() if text.startswith(("attack", "reserves"))]
    draws = [step for text, step in texts.items() if text.startswith("draw")]
    if eager:
        return choose_at_random(game, view, eager, chance)
    if draws and chance.below(REST, "rest"):
        return choose_at_random(game, view, draws, chance)
    return choose_at_random(game, view, steps, chance)

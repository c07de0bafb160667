"""Who plays the golden matches where random players would hardly ever reach some of the endings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from games.rules.chance import Chance
from games.rules.engine import AnyGame
from games.rules.game import Step, View
from games.rules.playout import BOTS, choose_at_random

PLAYERS: Mapping[str, str] = {"field-of-glory": "weary"}
"""The players of a game's golden matches, if not random ones."""
REST = 6  # turns of which a weary player places units in one


def play_wearily(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
    """Field of Glory: attack and play Reserves where possible, else mostly draw cards, so that armies are spent."""
    texts = {game.text(step): step for step in steps if step is not None}
    eager = [step for text, step in texts.items() if text.startswith(("attack", "reserves"))]
    draws = [step for text, step in texts.items() if text.startswith("draw")]
    if eager:
        return choose_at_random(game, view, eager, chance)
    if draws and chance.below(REST, "rest"):
        return choose_at_random(game, view, draws, chance)
    return choose_at_random(game, view, steps, chance)


@contextmanager
def seated() -> Iterator[None]:
    """Let the players of golden matches play, for as long as it takes."""
    BOTS["weary"] = play_wearily
    try:
        yield
    finally:
        del BOTS["weary"]

"""The strongest player: it plays its promising steps on to the end of the round, each in the same imagined worlds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.chance import Chance
from games.rules.en_garde import bot
from games.rules.en_garde.player.rollout import Round
from games.rules.en_garde.state import State
from games.rules.en_garde.view import EnGardeView
from games.rules.engine import AnyGame
from games.rules.game import Step, View
from games.rules.levels import Enough

WORLDS = 500
"""How many worlds are imagined: that is how strong the player is, on any machine that has the time."""
CLOSE = 0.12
"""Steps that are worth so much less than the best, judged one answer ahead, aren't played on."""
MOST_CANDIDATES = 5
"""How many steps are played on."""
TRUST = 60
"""The judgement one answer ahead counts as much as so many rounds."""


def choose(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance, *, enough: Enough) -> Step | None:
    """Return the step that wins most of the rounds played on, as far as time allows; the first of equals."""
    assert isinstance(view, EnGardeView)
    worth = bot.judged(view, steps)
    likely = _promising(worth)
    if len(likely) < 2 or worth[likely[0]] > bot.CERTAIN:
        return likely[0] if likely else None
    won = {step: TRUST * worth[step] for step in likely}
    for _ in range(WORLDS):
        if enough():
            break
        world = game.imagine(view, view.viewer, chance)
        for step in likely:
            won[step] += _won(world, view.viewer, step)
    return max(likely, key=won.__getitem__)


def _promising(worth: Mapping[Step, float]) -> list[Step]:
    """Return the steps close to the best, that one first."""
    least = max(worth.values(), default=0) - CLOSE
    return sorted((step for step in worth if worth[step] >= least), key=lambda step: -worth[step])[:MOST_CANDIDATES]


def _won(world: State, seat: int, step: Step) -> float:
    """Return what a step is worth in one world: a round won, lost, or half won where nobody wins it."""
    playing = Round(world)
    playing.take(step)
    winner = playing.run()
    return bot.EVEN if winner == Round.LEVEL else float(winner == seat)

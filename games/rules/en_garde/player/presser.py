"""A relentless player to compare with: whenever it can, it advances and attacks with one card."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chance import Chance
from games.rules.en_garde import bot
from games.rules.en_garde.steps import Direct, Indirect
from games.rules.engine import AnyGame
from games.rules.game import Step, View


def choose(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
    """Return a direct attack that cannot be parried, else one card after an advance; without either, the bot's
    choice.

    `view` is the seat's own, `steps` what it may do.
    """
    sure = [step for step in steps if isinstance(step, Direct) and step.count > 2]
    pressing = [step for step in steps if isinstance(step, Indirect) and step.count == 1]
    return bot.choose(game, view, sure or pressing or steps, chance)

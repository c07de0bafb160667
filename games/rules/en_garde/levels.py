"""The levels of the computer opponents, weakest first.

All but the strongest overlook steps: the harder a step is to find, the more often. Of those they notice, they take the
best one, judged as `bot` judges it. A step that wins the round for certain leaps to the eye of all but the lowest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from games.rules.chance import Chance
from games.rules.en_garde import bot
from games.rules.en_garde.player import search
from games.rules.en_garde.steps import Back, Direct, Indirect, Retreat
from games.rules.en_garde.view import EnGardeView
from games.rules.engine import AnyGame
from games.rules.game import Step, View
from games.rules.levels import ALWAYS, Enough, Level, noticed


class Eye(NamedTuple):
    """How many of a hundred times a player notices a step: one card played forward or against an attack; one card back,
    or several that strike; one that strikes after an advance; several that do.

    Who sees `wins` always notices a step that wins the round for certain.
    """

    plain: int
    harder: int
    compound: int
    hardest: int
    wins: bool = True


def hardness(step: Step) -> int:
    """Return how hard a step is to find, as a place in the odds of an eye."""
    match step:
        case Back() | Retreat():
            return 1
        case Direct(_, count):
            return min(1, count - 1)
        case Indirect(_, _, count):
            return min(3, count + 1)
    return 0


def choose(
    eye: Eye, game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance, *, enough: Enough
) -> Step | None:
    """Return the best of the steps that a player with this eye notices, the first of equals."""
    assert isinstance(view, EnGardeView)
    worth = bot.judged(view, steps)
    if not worth:
        return None
    odds = {step: ALWAYS if eye.wins and worth[step] > bot.CERTAIN else eye[hardness(step)] for step in worth}
    return max(noticed(odds, chance), key=worth.__getitem__)


LEVELS = (
    Level("beginner", partial(choose, Eye(52, 28, 15, 8, wins=False))),
    Level("casual", partial(choose, Eye(54, 30, 16, 9))),
    Level("club", partial(choose, Eye(75, 51, 31, 19))),
    Level("strong", partial(choose, Eye(ALWAYS, ALWAYS, ALWAYS, ALWAYS))),
    Level("expert", search.choose),
)

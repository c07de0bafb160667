"""The levels of the computer opponents, weakest first.

All but the strongest overlook steps: the harder a step is to find, the more often. Of those they notice, they take the
best one, judged as `bot` judges it. What may avert defeat, or surely wins the third terrain card, leaps to the eye of
all but the lowest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from games.rules.chance import Chance
from games.rules.engine import AnyGame
from games.rules.field_of_glory import bot, search, steps as st
from games.rules.field_of_glory.player.reckoning import ME, Situation, survey
from games.rules.field_of_glory.view import FieldOfGloryView
from games.rules.game import Step, View
from games.rules.levels import ALWAYS, Enough, Level, noticed


class Eye(NamedTuple):
    """How many of a hundred times a player notices a step: a unit for an empty column, an attack, a lead, what to pay;
    a second unit, a card chosen for its points; a flank attack or an action card; a unit in the place of another.

    Who sees `pressing` always notices what averts defeat or finishes.
    """

    plain: int
    harder: int
    compound: int
    hardest: int
    pressing: bool = True


def hardness(now: Situation, step: Step) -> int | None:
    """Return how hard a step is to find, as a place in the odds of an eye; None for what nobody overlooks."""
    match step:
        case st.Settle() | st.GoOn() | st.Draw(""):
            return None
        case st.Remove():
            return 3
        case st.Flank() | st.Overlap() | st.Reserves():
            return 2
        case st.Keep() | st.Bonus() | st.Withdraw() | st.Draw():
            return 1
        case st.Place(_, column):
            return int(bool(now.fronts[column].units[ME]))
    return 0


def choose(
    eye: Eye, game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance, *, enough: Enough
) -> Step | None:
    """Return the best of the steps that a player with this eye notices, the first of equals."""
    assert isinstance(view, FieldOfGloryView)
    now = survey(view)
    worth = bot.judged(now, steps)
    if not worth:
        return None
    odds = {step: _odds(eye, now, step) for step in worth}
    return max(noticed(odds, chance), key=worth.__getitem__)


def _odds(eye: Eye, now: Situation, step: Step) -> int:
    hard = hardness(now, step)
    return ALWAYS if hard is None or (eye.pressing and bot.is_pressing(now, step)) else eye[hard]


LEVELS = (
    Level("beginner", partial(choose, Eye(58, 43, 30, 18, pressing=False))),
    Level("casual", partial(choose, Eye(70, 55, 40, 27))),
    Level("club", partial(choose, Eye(84, 71, 57, 43))),
    Level("strong", partial(choose, Eye(ALWAYS, ALWAYS, ALWAYS, ALWAYS))),
    Level("expert", search.choose),
)

"""A computer player: it weighs every step it may take by what its seat may know, and takes the best.

It drafts money and fighting units in balance, pays with the least loss, attacks where the odds promise more than the
bonus card is worth, and reaches for three columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from games.rules.chance import Chance
from games.rules.engine import AnyGame
from games.rules.field_of_glory import steps as st
from games.rules.field_of_glory.cards import CODE, COST, OVERLAP_COST, POINTS, Card, fits
from games.rules.field_of_glory.placing import price
from games.rules.field_of_glory.reckoning import (
    FOE,
    FRESH,
    ME,
    SURPLUS,
    Clash,
    Front,
    Look,
    assault,
    cheapest,
    expected,
    keeping,
    standing,
    survey,
    thrift,
    worth,
)
from games.rules.field_of_glory.state import HAND
from games.rules.field_of_glory.steps import AnyStep
from games.rules.field_of_glory.view import FieldOfGloryView, FightSeen, Odds
from games.rules.game import Step, View

Judge = Callable[[Look, AnyStep], float]

PLAN: Mapping[str, tuple[float, float]] = {
    # type: worth of the first one drafted, and what each one drafted before takes off the next
    "CO": (9, 0.3),
    "CV": (6.5, 0.5),
    "MI": (6, 0.5),
    "HI": (5.5, 0.6),
    "SP": (6, 0.8),
    "PK": (5.5, 0.8),
    "EL": (5, 1),
    "LC": (5, 1),
    "RE": (6, 0),
    "LI": (3, 0.5),
    "OV": (2, 1),
    "AR": (2, 0.5),
}
"""What the draft looks for, before the command points of the cards."""
DEADLOCK = float("-inf")


def choose(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
    """The step that promises most, the first of equals; chance has no part in it.

    `view` is the seat's own view of a match of Field of Glory, `steps` what the seat may do.
    """
    assert isinstance(view, FieldOfGloryView)
    look = survey(view)
    judge = JUDGES[view.phase]
    return max((step for step in steps if step is not None), key=lambda step: judge(look, step), default=None)  # type: ignore[arg-type]

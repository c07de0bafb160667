"""A simple player to compare with: it attacks where the public odds say it wins, and fills columns with units."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chance import Chance
from games.rules.engine import AnyGame
from games.rules.field_of_glory import steps as st
from games.rules.field_of_glory.cards import COST, KIND, POINTS
from games.rules.field_of_glory.view import FieldOfGloryView
from games.rules.game import Step, View

NEVER = -100


def choose(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
    """Return the most promising step now, the first of equals. `view` is the seat's own, `steps` what it may do."""
    assert isinstance(view, FieldOfGloryView)
    return max((step for step in steps if step is not None), key=lambda step: _gain(view, step))


def _gain(view: FieldOfGloryView, step: Step) -> int:
    match step:
        case st.Attack(card) | st.Flank(card):
            leads = [odds.totals for odds in view.odds if odds.lead == card]
            surplus = min((attack - defence for attack, defence in leads), default=NEVER)
            return 50 + surplus if surplus > 0 else NEVER
        case st.Place(card, column):
            return _placed(view, card, column)
        case st.Keep(first, second):
            return KIND[first].value + POINTS[first] + KIND[second].value + POINTS[second]
        case st.Pay(card):
            return -KIND[card].value - POINTS[card]
        case st.Bonus(source):
            return POINTS.get(source, 0)
        case st.Stand(card):
            return KIND[card].value
        case st.Drop(card) | st.Trim(card):
            return -KIND[card].value
        case st.Settle() | st.Reserves():
            return 40
        case st.Draw(card):
            return -POINTS[card] if card else 0
    return NEVER


def _placed(view: FieldOfGloryView, card: str, column: int) -> int:
    """Return a unit for an empty column, the strongest that the rest of the hand can pay for; unoccupied columns
    first.
    """
    own, foe = (view.columns[column - 1].units[seat] for seat in (view.viewer, 1 - view.viewer))
    rest = sum(POINTS[other] for other in view.hands[view.viewer] or () if other != card)
    if own or COST[card] > rest or view.placing:
        return NEVER
    return 20 + KIND[card].value - len(foe)

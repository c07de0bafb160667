"""Why a step is not possible."""

from __future__ import annotations

from games.rules.game import Seat
from games.rules.last_stone.steps import Take
from games.rules.last_stone.view import LastStoneView
from games.rules.sentence import Sentence, counted


def explain(view: LastStoneView, seat: Seat, step: Take) -> Sentence | None:
    """Why the seat to move may not take a step; None where it may."""
    if step.count <= view.heap:
        return None
    return counted("only one stone is left (LS-2).", "only {count} stones are left (LS-2).", view.heap)

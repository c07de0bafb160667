"""What the board suggests and the rules forbid."""

from __future__ import annotations

from games.rules.game import Seat
from games.rules.guide import Why
from games.rules.last_stone.explain import explain
from games.rules.last_stone.steps import TEXTS
from games.rules.last_stone.view import LastStoneView
from games.rules.last_stone.words import label


def whys(view: LastStoneView, seat: Seat) -> list[Why]:
    """Taking more than the heap holds."""
    reasons = ((step, explain(view, seat, step)) for step in TEXTS)
    return [Why(label(step), reason, ("heap",)) for step, reason in reasons if reason]

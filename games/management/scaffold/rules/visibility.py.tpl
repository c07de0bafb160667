"""Who may see what."""

from __future__ import annotations

from games.rules.game import Viewer
from games.rules.last_stone.state import State
from games.rules.last_stone.view import LastStoneView


def view(state: State, viewer: Viewer) -> LastStoneView:
    """What the viewer may know of the state: everything."""
    return LastStoneView(
        viewer=viewer, stones=state.stones, heap=state.heap, to_move=state.to_move, winner=state.winner
    )

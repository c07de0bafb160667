"""Last Stone's part of the contract suite."""

from __future__ import annotations

from games.rules.game import Viewer
from games.rules.last_stone.events import Began, Taken, Won
from games.rules.last_stone.laws import LAWS
from games.rules.last_stone.state import State
from tests.rules.contract.hooks import Fired, Hooks

FIRED: dict[str, Fired] = {
    "LS1": lambda deed: deed.has(Began),
    "LS2": lambda deed: deed.has(Taken),
    "LS3": lambda deed: deed.has(Won),
}


def kept_from(state: State, viewer: Viewer) -> tuple[str, ...]:
    """Nothing is hidden."""
    return ()


HOOKS = Hooks(
    fired=FIRED,
    tests="tests/rules/last_stone",
    kept_from=kept_from,
    laws=lambda _state: [law for law, _holds in LAWS],
    view_keys=("heap", "stones", "to_move", "viewer", "winner"),
)

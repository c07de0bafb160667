"""Bots make the moves that they owe, where no task did."""

from itertools import takewhile

from games.bots import services as bots
from games.core.services import sweeps

MAX_BOT_MOVES = 50
"""Moves a sweep makes in one match; the next one goes on."""


def move_bots() -> int:
    """Make the moves that bots owe; how many were made."""
    fault = "The house opponents of match %s could not move"
    return sum(sweeps.attempt(fault, _move_bots, match_id) or 0 for match_id in bots.owed(sweeps.ROWS_A_SWEEP))


def _move_bots(match_id: int) -> int:
    return sum(1 for _ in takewhile(bool, (bots.move_for_bot(match_id) for _ in range(MAX_BOT_MOVES))))

"""What several parts of a game's page need, worked out once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.boards.fantasy_dice_battles import board

SHARED: Mapping[str, Callable[[Any, Any], object]] = {"fantasy-dice-battles": board.shared}
"""By game, made of the view and the choices."""


def shared(slug: str, view: object, choices: object) -> object:
    """What the templates of a game find as `shared`; None where they need nothing."""
    return SHARED[slug](view, choices) if slug in SHARED else None

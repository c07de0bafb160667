"""The worlds that a player searches in, noted as they are dealt."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.engine import AnyGame


def noted(monkeypatch: pytest.MonkeyPatch, game: AnyGame, dealt_by: str) -> list[Any]:
    """Return a list to which each world is added that the game deals by this method: `imagine` or `believe`."""
    found: list[Any] = []
    deal = getattr(type(game), dealt_by)

    def noting(*given: Any) -> Any:
        found.append(deal(*given))
        return found[-1]

    monkeypatch.setattr(type(game), dealt_by, noting)
    return found

"""The plain player to compare with: what it picks of the steps offered."""

from __future__ import annotations

import pytest

from games.rules import engine, registry
from games.rules.chance import NoChance
from games.rules.field_of_glory.player import greedy
from tests.rules.field_of_glory.table import GAME, RED, laid

RULES = registry.game("field-of-glory", 1)
HAND = "CV2a HI3b MI3a CO5a CO5b"


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ({2: "MI2a / LI2a", 3: "HI3a / AR2a", 4: "LI4a / EL2a"}, "attack HI3a"),  # 4 above, not 2
        ({2: "MI2a / MI2b"}, "place HI3b@1"),  # no attack wins for sure: the strongest unit
        ({1: "/ MI2a", 2: "/ MI2b", 3: "/ SP2a", 5: "/ MI4a"}, "place HI3b@4"),  # where no enemy stands
    ],
)
def test_it_attacks_where_it_wins_most_and_else_fills_columns_with_its_strongest(
    field: dict[int, str], text: str
) -> None:
    position = laid(field, red=HAND)
    steps = engine.legal_steps(GAME, position, RED)
    step = greedy.choose(GAME, GAME.view(position.state, RED), steps, NoChance())
    assert step is not None
    assert RULES.text(step) == text

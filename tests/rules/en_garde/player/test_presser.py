"""The player to compare with that gives no rest: what it picks of the steps offered."""

from __future__ import annotations

import pytest

from games.rules.en_garde.player import presser
from tests.rules.en_garde.table import chosen, laid


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        ([1, 3, 3, 3, 5], "A3x3"),  # three of a value cannot be parried
        ([1, 2, 3, 3, 5], "X1,2x1"),  # two can
    ],
)
def test_it_attacks_where_no_parry_helps_and_else_by_one_card_after_an_advance(hand: list[int], text: str) -> None:
    state = f'{{"hands": [{hand}, [1, 1, 4, 4, 4]], "pile": [1, 2, 5], "fencers": [10, 13]}}'
    assert chosen(presser, laid(state)) == text

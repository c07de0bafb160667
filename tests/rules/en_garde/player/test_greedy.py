"""The plain player to compare with: what it picks of the steps offered."""

from __future__ import annotations

import pytest

from games.rules.en_garde.player import greedy
from tests.rules.en_garde.table import chosen, laid

OTHER = [1, 1, 4, 4, 4]


@pytest.mark.parametrize(
    ("hand", "fencers", "variant", "text"),
    [
        ([1, 2, 2, 3, 5], [10, 13], "advanced", "X1,2x2"),  # two cards hit harder than one
        ([1, 2, 3, 4, 5], [10, 13], "advanced", "A3x1"),  # of equals the direct one
        ([3, 4, 4, 5, 5], [5, 13], "standard", "F3"),  # to where it holds two; of the fours it would keep one
        ([2, 3, 4, 5, 5], [12, 13], "advanced", "B2"),  # no further back than it must
    ],
)
def test_it_hits_with_all_it_has_and_otherwise_goes_where_it_holds_the_most_cards(
    hand: list[int], fencers: list[int], variant: str, text: str
) -> None:
    state = f'{{"hands": [{hand}, {OTHER}], "pile": [1, 2, 5], "fencers": {fencers}}}'
    assert chosen(greedy, laid(state, variant=variant)) == text


def test_it_parries_rather_than_retreats() -> None:
    state = f'{{"hands": [[1, 2, 3, 5, 5], {OTHER}], "pile": [1], "fencers": [8, 13]}}'
    assert chosen(greedy, laid(state, attack={"value": 5, "count": 1, "indirect": True})) == "P"

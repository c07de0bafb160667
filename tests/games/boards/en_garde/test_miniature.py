"""En Garde in lists: fencers within the picture, and as far apart as on the board where blades meet."""

from itertools import combinations

import pytest

from games.boards.en_garde.art import SPACE
from games.boards.en_garde.miniature import WIDE, Miniature
from games.rules.en_garde.state import SPACES, VALUES

GUARDED = ("guard-5", "guard-5")
SCALE = 0.82
"""As the template has it."""
BODY = 18.5
"""How far the feet of a fencer on guard reach behind, drawn so."""


def test_fencers_stand_within_the_picture_and_clear_of_each_other() -> None:
    for fencers in combinations(range(1, SPACES + 1), 2):
        drawn = Miniature(fencers, (0, 0), GUARDED)
        left, right = drawn.places
        assert BODY <= left < right <= WIDE - BODY
        apart = fencers[1] - fencers[0]
        if apart in VALUES:
            assert right - left == pytest.approx(apart * SPACE * SCALE, abs=0.15)  # blades meet
        else:
            assert right - left > max(VALUES) * SPACE * SCALE  # and here they don't
        assert 2 < drawn.on_piste[0] < drawn.on_piste[1] < 124

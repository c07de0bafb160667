"""The last moment of a round from near: fencers as far apart as the rig draws them, on their own spaces."""

import pytest

from games.boards.en_garde import art
from games.boards.en_garde.close_up import FARTHEST, SPACE, CloseUp
from games.rules.en_garde.state import LEFT, RIGHT, SPACES, VALUES


def lines(near: CloseUp) -> list[int]:
    return [int(each.split()[0]) for each in near.lines.split("M")[1:]]


@pytest.mark.parametrize("apart", VALUES)
def test_blades_meet_as_on_the_board(apart: int) -> None:
    assert SPACE == art.SPACE
    near = CloseUp((9, 9 + apart), None)
    assert near.places == (0, apart * art.SPACE)
    assert len(lines(near)) == SPACES - 1
    assert not near.is_far


@pytest.mark.parametrize("fencers", [(1, 2), (1, SPACES), (9, 14), (3, 19)])
def test_each_stands_between_two_lines_within_what_is_seen(fencers: tuple[int, int]) -> None:
    near = CloseUp(fencers, None)
    first, width = near.seen
    half = SPACE // 2
    for place in near.places:
        assert {place - half, place + half} <= {*lines(near), *near.ends}
        assert first < place - 2 * SPACE < place + 2 * SPACE < first + width
    start, end = near.ends
    assert (start, end) == (-half - SPACE * (fencers[0] - 1), near.places[1] + half + SPACE * (SPACES - fencers[1]))


def test_far_apart_fencers_stay_large_and_a_part_of_the_piste_is_left_out() -> None:
    near = CloseUp((3, 19), None)
    assert near.is_far
    assert near.places[1] == FARTHEST * SPACE
    assert not [x for x in lines(near) if SPACE <= x < near.places[1] - SPACE]


def test_a_blade_hits_the_body_of_who_is_hit() -> None:
    _, (tip, _) = art.thrusting(art.lunge(3), 3)
    assert abs(CloseUp((8, 11), LEFT).struck - tip) <= 2
    assert CloseUp((8, 11), RIGHT).struck == 3 * SPACE - CloseUp((8, 11), LEFT).struck

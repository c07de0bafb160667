"""What the pen draws: short numbers, shapes that run clockwise, limbs that reach from joint to joint."""

from math import dist

import pytest

from fogsite.art import pen


@pytest.mark.parametrize(
    ("value", "written"), [(0, "0"), (-0.04, "0"), (0.5, ".5"), (-0.52, "-.5"), (12, "12"), (10.06, "10.1")]
)
def test_numbers_are_short(value: float, written: str) -> None:
    assert pen.decimal(value) == written


def test_a_limb_is_a_capsule_as_wide_as_its_ends() -> None:
    assert pen.limb((0, 0), (10, 0), 4) == "M0-2L10-2A2 2 0 0 1 10 2L0 2A2 2 0 0 1 0-2Z"


def test_a_limb_within_its_thick_end_is_a_circle() -> None:
    assert pen.limb((0, 0), (1, 0), 8, 2) == pen.circle((0, 0), 4)


def test_polygons_run_clockwise() -> None:
    square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
    assert pen.polygon(square) == "M0 0L4 0L4 4L0 4Z"
    assert pen.polygon(square[::-1]) == pen.polygon(square)
    assert pen.polygon(square, 1).startswith("M0 1Q0 0 1 0L3 0")


@pytest.mark.parametrize("left", [True, False])
def test_a_joint_lies_between_parts_of_the_given_lengths(left: bool) -> None:
    found = pen.joint((0, 0), (0, 12), 8, 7, left=left)
    assert (round(dist(found, (0, 0)), 3), round(dist(found, (0, 12)), 3)) == (8, 7)
    assert (found[0] > 0) is left


def test_a_limb_too_short_for_its_end_is_stretched_toward_it() -> None:
    assert pen.joint((0, 0), (100, 0), 8, 7) == pytest.approx((8, 0), abs=0.5)

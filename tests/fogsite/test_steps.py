"""Paths as steps: in few letters, and the same however often they are written so."""

import pytest

from fogsite.art import desk
from fogsite.art.steps import stepped


@pytest.mark.parametrize(
    ("places", "steps"),
    [
        ("M10 10L13 10L13 14Z", "m10 10l3 0 0 4z"),
        ("M10 10H13V14ZL1 0", "m10 10h3v4zl-9-10"),
        ("M10 10A2 2 0 0 1 12 12A2 2 0 0 1 10 10", "m10 10a2 2 0 0 1 2 2 2 2 0 0 1-2-2"),
        ("M0 0C1 0 3 1 4 2C5 3 6 4 8 4", "m0 0c1 0 3 1 4 2s2 2 4 2"),
        ("M0 0C1 0 3 1 4 2C4 3 6 4 8 4", "m0 0c1 0 3 1 4 2 0 1 2 2 4 2"),
        ("M5 5l4 7 2 3M1 1q2 2 4 0", "m5 5l4 7 2 3m-10-14q2 2 4 0"),
    ],
)
def test_places_become_steps(places: str, steps: str) -> None:
    drawn = f'<path id="d" d="{places}"/>'
    assert stepped(drawn) == f'<path id="d" d="{steps}"/>'
    assert stepped(stepped(drawn)) == stepped(drawn)


def test_steps_are_shorter_than_places() -> None:
    whole = "".join(desk.files().values())
    assert len(stepped(whole)) < len(whole) * 0.9

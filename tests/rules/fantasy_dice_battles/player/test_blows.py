"""What dice do to a battalion: the odds are exact."""

from __future__ import annotations

import pytest

from games.rules.fantasy_dice_battles.player.blows import Body, blow, fate, ways
from games.rules.fantasy_dice_battles.player.weighing import harm

FOOTMEN: Body = ("none", 2, 0)
HERO: Body = ("normal", 4, 0)
FULL = (2, 2, 2, 0, 0, 0)
"""How many faces lead to each space of a battalion whose front is filled."""


@pytest.mark.parametrize("number", [0, 1, 4, 8])
def test_the_odds_of_all_ways_add_up_to_one(number: int) -> None:
    found = ways((2, 1, 3), number)
    assert sum(odds for _, odds in found) == pytest.approx(1)
    assert all(sum(hits) == number for hits, _ in found)


@pytest.mark.parametrize(
    ("body", "color", "hits", "becomes"),
    [
        (FOOTMEN, "normal", 2, (2, True, False)),
        (FOOTMEN, "normal", 4, (4, True, True)),
        (FOOTMEN, "poison", 2, (2, False, False)),
        (HERO, "normal", 1, (0, False, False)),
        (("none", 2, 2), "", 0, (2, True, False)),
    ],
)
def test_a_unit_becomes_what_the_rules_make_of_it(
    body: Body, color: str, hits: int, becomes: tuple[int, bool, bool]
) -> None:
    assert fate(body, color, hits) == becomes


@pytest.mark.parametrize("color", ["normal", "poison", "smash"])
def test_a_unit_of_a_full_front_suffers_what_dice_on_it_alone_do(color: str) -> None:
    found = blow(FULL, color, 4, (FOOTMEN, FOOTMEN, FOOTMEN, None, None, HERO))
    assert found.falls == pytest.approx(0)
    for _, suffered in found.units:
        assert suffered.defeated == pytest.approx(harm(color, "none", 2, 2, 4)[1])


def test_an_open_hero_falls_as_often_as_dice_on_him_alone_do_it() -> None:
    found = blow((2, 0, 0, 0, 0, 4), "smash", 5, (FOOTMEN, None, None, None, None, HERO))
    assert found.falls == pytest.approx(harm("smash", "normal", 4, 4, 5)[1])
    assert sum(odds for *_, odds in found.left) == pytest.approx(1 - found.falls)


def test_who_stands_afterwards_is_told_with_the_dice_on_the_hero() -> None:
    found = blow((6, 0, 0, 0, 0, 0), "normal", 2, (FOOTMEN, None, None, None, None, ("none", 4, 1)))
    assert found.left == ((0, 1, 1.0),)

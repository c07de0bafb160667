"""How good a position is: alike for both sides, and the better for each unit."""

from __future__ import annotations

import pytest

from games.rules.fantasy_dice_battles.player.valuing import battles, winning, without_hero
from games.rules.fantasy_dice_battles.state import Side
from tests.rules.fantasy_dice_battles.table import HOUSE, side

REALM = "footmen footmen footmen bowmen bowmen marshal / - knights - - - castellan / - - - - - wizard"
POORER = "footmen footmen - bowmen bowmen marshal / - knights - - - castellan / - - - - - wizard"
BARE = "footmen footmen footmen bowmen bowmen marshal / - - - - - castellan / - - - - - -"
ROUTED = "- - - - - marshal / - - - - - - / - - - - - -"


def realm(rows: str = REALM) -> Side:
    return side(rows, hand="footmen")


@pytest.mark.parametrize("roughly", [False, True])
def test_what_one_side_hopes_the_other_fears(roughly: bool) -> None:
    one, other = realm(), realm(POORER)
    assert winning(HOUSE, one, one, roughly=roughly) == pytest.approx(0.5)
    better = winning(HOUSE, one, other, roughly=roughly)
    assert 0.5 < better < 1
    assert winning(HOUSE, other, one, roughly=roughly) == pytest.approx(1 - better)


@pytest.mark.parametrize(("rows", "others", "odds"), [(REALM, ROUTED, 1), (ROUTED, REALM, 0), (ROUTED, ROUTED, 0.5)])
def test_who_has_lost_two_heroes_has_lost(rows: str, others: str, odds: float) -> None:
    assert winning(HOUSE, realm(rows), realm(others)) == odds


def test_a_side_without_a_hero_has_fewer_battles_and_its_units_flee() -> None:
    one, other = realm(), realm(BARE)
    assert battles(one, other) == [0, 1]
    after = without_hero(HOUSE, one, 1)
    assert battles(after, other) == [0]
    assert after.fleeing == ["knights", "", ""]
    assert one.fleeing == ["", "", ""]

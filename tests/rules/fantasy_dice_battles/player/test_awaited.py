"""Which card has to be awaited: the best ones of the unseen cards most of all."""

from __future__ import annotations

import pytest

from games.rules.fantasy_dice_battles.player.awaited import Danger, awaited, danger
from games.rules.fantasy_dice_battles.player.weighing import Weighing
from games.rules.fantasy_dice_battles.state import Side
from tests.rules.fantasy_dice_battles.table import HOUSE, side


def sides() -> tuple[Side, Side]:
    horde = side("orcs ogres - - - warlord / goblins - - - - witch / - - - - - wyvern", hand="orcs ogres")
    return horde, side("footmen - - - - marshal / - - - - - castellan / - - - - - wizard", hand="footmen")


@pytest.mark.parametrize("weighed", [False, True])
def test_the_odds_of_all_cards_and_of_none_add_up_to_one(weighed: bool) -> None:
    own, foe = sides()
    for battalion in (0, 1, 2):
        cards = awaited(HOUSE, own, foe, battalion, Weighing(HOUSE, own, foe) if weighed else None)
        assert sum(card.odds for card in cards) == pytest.approx(1)
        assert cards[-1].card is None


def test_a_card_is_the_likelier_the_better_it_is_and_the_more_there_are() -> None:
    own, foe = sides()
    first, *others = awaited(HOUSE, own, foe, 0)
    assert first.card is not None
    assert first.card.id == "ogres"
    assert all(first.odds > other.odds for other in others if other.card and other.card.hero)


def test_a_hero_behind_a_full_front_is_in_no_danger_and_an_open_one_is() -> None:
    own, foe = sides()
    cards = awaited(HOUSE, own, foe, 0)
    assert danger(HOUSE, cards, 0b00111, "normal", 4) == Danger(0, 0)
    assert danger(HOUSE, cards, 0, "normal", 4).falls > danger(HOUSE, cards, 0b00001, "normal", 4).falls > 0

"""Orders that promise most: exact odds decide, of what one's own dice do and of what one suffers."""

from __future__ import annotations

from games.rules.fantasy_dice_battles.planning import as_reinforced, promising
from games.rules.fantasy_dice_battles.player.clash import Field
from games.rules.fantasy_dice_battles.player.valuing import turned
from games.rules.fantasy_dice_battles.state import Orders, Side
from games.rules.fantasy_dice_battles.steps import READY, TEXTS, AnyStep
from tests.rules.fantasy_dice_battles.table import HOUSE, side

HORDE = (
    "orcs ogres orcs gobarch gobarch warlord / - goblins - shamans shamans gobking"
    " / goblins goblins ogres troll wolves wyvern"
)
REALM = (
    "footmen footmen footmen bowmen bowmen marshal / menatarms knights menatarms chaplains bowmen wizard"
    " / footmen - - - - castellan"
)
HAND = "wyvern shamans shamans gobarch gobarch wolves orcs"
ALL = [0, 1, 2]


def realm(**more: str) -> Side:
    return side(REALM, hand="footmen", wounds={"3:H": 3}, **more)


def texts(own: Side, most: int = 1) -> list[list[str]]:
    found = promising(HOUSE, own, realm(), ALL, most)
    return [[TEXTS[step] for step in orders.steps if isinstance(step, AnyStep)] for orders in found]


def test_the_best_orders_come_first_and_each_but_once() -> None:
    found = promising(HOUSE, side(HORDE, hand=HAND), realm(), ALL, 10)
    gains = [orders.gain for orders in found]
    assert len(gains) == 10
    assert gains == sorted(gains, reverse=True)
    assert len({tuple(orders.steps) for orders in found}) == 10
    assert all(orders.steps[-1] == READY for orders in found)


def test_what_is_laid_already_stays_and_the_rest_is_added() -> None:
    own = side(HORDE, hand=HAND)
    own.orders = Orders({"3": "wolves"})
    assert [text.partition("@")[2] for text in texts(own)[0]] == ["1", "2", "regroup", ""]


def test_a_card_that_does_nothing_gains_as_much_as_none() -> None:
    field = Field(HOUSE, side(HORDE, hand=HAND), realm())
    gains = field.gains(side(HORDE, hand=HAND), 2, {"shamans", "wyvern"})
    assert gains["shamans"] == gains[""]
    assert gains["wyvern"] > gains[""]


def test_the_other_side_is_expected_to_send_what_it_can() -> None:
    after = as_reinforced(HOUSE, realm(reserve="halberdiers"), ALL)
    assert after.tokens.count("halberdiers") == 1
    assert after.reserve == []


def test_the_fall_of_a_hero_is_never_thought_to_help_its_side() -> None:
    assert turned(0.9, 0.5, 1) > 0.9
    assert turned(0.1, 0.5, -1) < 0.1
    assert turned(0.9, 0.5, 0) == 0.5
    assert turned(0.5, 0.8, 1) == 0.8

"""The order of work inside a round (section 5): each case ends otherwise if two of the steps are exchanged."""

from __future__ import annotations

from itertools import permutations

import msgspec

from games.rules import engine
from games.rules.chance import ScriptedChance
from games.rules.fantasy_dice_battles.events import Healed, PoisonWorked, Rallied, Regrouped, Reshuffled
from games.rules.fantasy_dice_battles.state import Side
from tests.rules.fantasy_dice_battles.table import ANN, BEN, GAME, all_of, duel, fought, give, laid, only, row, side

BENS = side("- - - - - - / - - - - - castellan / - - - - - wizard", hand="bowmen bowmen footmen")
"""Battalion 1 of the other side is idle."""


def test_what_rallies_is_in_reinforcements_before_the_regrouping_order_works() -> None:
    ann = side(
        "- - - shamans - warlord / - - - - - witch / - - - - - gobking",
        hand="shamans goblins goblins orcs",
        fleeing="goblins - orcs",
        reserve="pikes",
    )
    ben = side("- - - - - marshal / - - - - - castellan / - - - - - wizard", hand="bowmen bowmen footmen")
    state, events = fought(laid(ann, ben), "shamans@1 goblins@2 goblins@3 orcs@regroup", "footmen@1 bowmen@2 bowmen@3")
    assert only(events, Rallied).unit == "orcs"
    assert only(events, Regrouped).units == ("goblins",)
    assert state.sides[ANN].reserve == ["pikes", "orcs", "goblins"]


def test_the_regrouping_order_works_before_the_heroes_of_idle_battalions() -> None:
    ann = side(
        "orcs - - - - warlord / - - - - - witch / goblins - - - - gobking",
        hand="warlord wolves gobarch goblins",
        reserve="pikes pikes",
        fleeing="goblins - -",
    )
    state, events = fought(laid(ann, BENS), "warlord@1 wolves@2 gobarch@3 goblins@regroup", "footmen@2 bowmen@3")
    assert [event.units for event in all_of(events, Regrouped)] == [("goblins",), ()]
    assert row(state.sides[ANN], 1) == "orcs - - - - warlord"


def test_who_is_called_back_from_an_idle_battalion_escapes_the_poison() -> None:
    ann = side(
        "pikes - - - - warlord / - - - - - witch / - - - - - gobking",
        hand="warlord goblins goblins",
        wounds={"1:F1": 1},
        poison=["1:F1"],
    )
    state, events = fought(laid(ann, BENS), "warlord@1 goblins@2 goblins@3", "footmen@2 bowmen@3")
    assert all_of(events, PoisonWorked) == []
    assert state.sides[ANN].reserve == ["pikes"]


def test_poison_has_worked_before_new_poison_comes() -> None:
    more = {"poison": ["1:F1"]}
    state, _ = duel("vipers - - - - king", "outriders - - - - marshal", ("vipers", "bowmen"), [1, 6, 6], ben_more=more)
    assert (state.sides[BEN].wounds[0], state.sides[BEN].poison[0]) == (1, 1)


def test_fd31_of_several_equal_units_the_first_goes_and_the_dice_of_the_others_stay() -> None:
    ann = side(
        "- orcs orcs - - wyvern / - - - - - witch / - - - - - gobking",
        hand="witch goblins goblins",
        wounds={"1:F2": 2, "1:F3": 1},
    )
    state, events = fought(laid(ann, BENS), "witch@1 goblins@2 goblins@3", "footmen@2 bowmen@3")
    assert only(events, Regrouped).units == ("orcs",)
    assert row(state.sides[ANN], 1) == "- - orcs - - wyvern"
    assert state.sides[ANN].wounds[:3] == [0, 0, 1]


def emptied() -> Side:
    """Return a side whose draw pile is empty, so that the cards played must be shuffled."""
    made = side("- - - - - marshal / - - - - - castellan / - - - - - wizard", hand="footmen halberdiers bowmen")
    made.deck, made.discards = [], made.deck
    return made


def test_fd53_seat_0_is_served_before_seat_1() -> None:
    orders = "footmen@1 halberdiers@2 bowmen@3"
    _, events = fought(laid(emptied(), emptied()), orders, orders)
    assert [event.seat for event in all_of(events, Reshuffled)] == [ANN, BEN]


def test_fd37_a_regrouping_order_does_not_heal() -> None:
    ann = side(
        "footmen - - chaplains - marshal / - - - - - castellan / - - - - - wizard",
        hand="footmen bowmen bowmen chaplains",
        wounds={"1:F1": 1},
    )
    ben = side("- - - - - witch / - - - - - warlord / - - - - - gobking", hand="goblins goblins wolves")
    state, events = fought(
        laid(ann, ben), "footmen@1 bowmen@2 bowmen@3 chaplains@regroup", "goblins@1 goblins@2 wolves@3"
    )
    assert all_of(events, Healed) == []
    assert state.sides[ANN].wounds[0] == 1


def test_fd22_nothing_that_is_seen_tells_in_which_order_a_plan_was_composed() -> None:
    heroes = "- - - - - {} / - - - - - {} / - - - - - {}"
    ann = side(heroes.format("warlord", "witch", "gobking"), hand="goblins wolves gobarch goblins")
    ben = side(heroes.format("marshal", "castellan", "wizard"), hand="footmen halberdiers bowmen")
    sealed = give(laid(ann, ben), ANN, "lay goblins@1; lay wolves@2; lay gobarch@3; ready")
    seen = set()
    for plan in permutations(["lay footmen@1", "lay halberdiers@2", "lay bowmen@3"]):
        chance = ScriptedChance([0] * 60)
        after, _ = engine.apply(GAME, sealed, BEN, engine.parse_move(GAME, "; ".join([*plan, "ready"])), chance)
        seen.add(msgspec.json.encode(GAME.view(after.state, ANN)))
    assert len(seen) == 1

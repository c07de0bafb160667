"""Units that come back to reinforcements: FD-3, FD-12, FD-31, FD-33, FD-34."""

from __future__ import annotations

from games.rules.fantasy_dice_battles.events import Regrouped
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from tests.rules.fantasy_dice_battles.table import (
    ANN,
    BENS,
    GAME,
    all_of,
    duel,
    fought,
    laid,
    only,
    ordering,
    row,
    side,
    why,
)


def test_fd31_at_an_idle_battalion_a_hero_card_calls_its_units_back_and_their_dice_go() -> None:
    ann = side(
        "orcs pikes orcs - - warlord / - - - - - witch / - - - - - gobking",
        hand="warlord goblins goblins",
        wounds={"1:F1": 2, "1:F3": 1},
        poison=["1:F1"],
        reserve="goblins",
    )
    ben = side("- - - - - - / - - - - - castellan / - - - - - wizard", hand="bowmen footmen")
    state, events = fought(laid(ann, ben), "warlord@1 goblins@2 goblins@3", "bowmen@2 footmen@3")
    assert only(events, Regrouped).units == ("orcs", "orcs")
    assert row(state.sides[ANN], 1) == "- pikes - - - warlord"
    assert state.sides[ANN].reserve == ["goblins", "orcs", "orcs"]
    assert state.sides[ANN].wounds[:3] == [0, 0, 0]


def test_fd31_only_hero_cards_work_there_and_any_own_hero_that_stands_serves() -> None:
    position = ordering(
        "goblins goblins - - - warlord / - - - - - witch / - - - - - gobking",
        "- - - - - - / - - - - - castellan / - - - - - wizard",
        hand="goblins goblins gobking",
    )
    _, events = fought(position, "goblins@1 goblins@2 gobking@3", "bowmen@2 footmen@3")
    assert why(events, ANN, "1") == "idle"
    state, events = fought(position, "gobking@1 goblins@2 goblins@3", "bowmen@2 footmen@3")
    assert only(events, Regrouped).units == ("goblins", "goblins")
    assert row(state.sides[ANN], 1) == "- - - - - warlord"


def test_fd31_the_card_of_a_fallen_hero_does_not_serve() -> None:
    ann = side("goblins - - - - warlord / - - - - - - / - - - - - gobking", hand="witch goblins", lost="witch")
    ben = side("- - - - - - / - - - - - castellan / - - - - - wizard", hand="bowmen footmen")
    _, events = fought(laid(ann, ben), "witch@1 goblins@3", "footmen@3")
    assert why(events, ANN, "1") == "fallen"


def test_fd33_the_regrouping_order_brings_back_its_units_from_the_highest_space_first() -> None:
    position = ordering(fleeing="goblins orcs goblins")
    state, events = fought(position, "wolves@1 gobarch@2 goblins@3 orcs@regroup", BENS)
    assert only(events, Regrouped).units == ("orcs", "goblins", "goblins")
    assert state.sides[ANN].fleeing == ["", "", ""]
    position = ordering(fleeing="goblins - goblins", reserve="goblins")
    state, events = fought(position, "wolves@1 goblins@2 goblins@3 gobarch@regroup", BENS)
    assert only(events, Regrouped).why == "extinct"


def test_fd33_a_foot_names_one_goblin_and_takes_the_one_nearest_to_being_lost() -> None:
    position = ordering("orcs - - gobarch - warlord / - - - - - witch / - - - - - gobking", fleeing="goblins - goblins")
    state, events = fought(position, "wolves@1 goblins@2 goblins@3 gobarch@regroup", BENS)
    assert only(events, Regrouped).units == ("goblins",)
    assert state.sides[ANN].fleeing == ["goblins", "", ""]


def test_fd34_nobody_is_regrouped_by_a_kind_that_stands_nowhere() -> None:
    state, events = fought(ordering(fleeing="gobarch - -"), "orcs@1 wolves@2 goblins@3 gobarch@regroup", BENS)
    assert (only(events, Regrouped).units, only(events, Regrouped).why) == ((), "extinct")
    assert state.sides[ANN].fleeing == ["gobarch", "", ""]


def test_fd12_regrouping_stops_while_three_or_more_are_in_reinforcements() -> None:
    position = ordering(fleeing="goblins goblins orcs", reserve="pikes pikes", lost="wolves gobarch")
    state, events = fought(position, "wolves@1 gobarch@2 goblins@3 orcs@regroup", BENS)
    assert only(events, Regrouped).units == ("orcs",)
    assert state.sides[ANN].reserve == ["pikes", "pikes", "orcs"]


def test_fd3_there_are_three_fleeing_spaces_and_one_regrouping_order() -> None:
    view = GAME.view(ordering().state, ANN)
    assert isinstance(view, DiceBattlesView)
    assert [len(seen.fleeing) for seen in view.sides] == [3, 3]
    _, events = duel("orcs - - - - warlord", "- - - - - wizard", ("orcs", "footmen"))
    assert all_of(events, Regrouped) == []

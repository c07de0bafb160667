"""Orders, reinforcements, and which cards are active: FD-3, FD-12, FD-20 to FD-35."""

from __future__ import annotations

import msgspec
import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.errors import NotYourTurn
from games.rules.fantasy_dice_battles.events import Regrouped, Reinforced
from games.rules.fantasy_dice_battles.state import State
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from games.rules.game import SPECTATOR, Position, dump, visible
from tests.rules.fantasy_dice_battles.table import (
    ANN,
    BEN,
    GAME,
    all_of,
    duel,
    fought,
    give,
    laid,
    offered,
    only,
    planned,
    refused,
    row,
    side,
    why,
)

HEROES = "- - - - - marshal / - - - - - castellan / - - - - - wizard"
ORCS = "orcs - - - - warlord / - - - - - witch / - - - - - gobking"


def table(ann: str = ORCS, ben: str = HEROES, **of_ann: str) -> Position[State]:
    given = {"hand": "orcs wolves goblins goblins gobarch warlord witch", **of_ann}
    return laid(side(ann, **given), side(ben, hand="footmen footmen bowmen bowmen"))  # type: ignore[arg-type]


BENS = "footmen@1 bowmen@2 footmen@3"


def test_fd20_each_active_battalion_needs_a_card_and_more_are_possible() -> None:
    assert "ready" not in planned(table(), ANN, "lay orcs@1", "lay wolves@2")
    assert "ready" in planned(table(), ANN, "lay orcs@1", "lay wolves@2", "lay goblins@3")
    assert "lay goblins@regroup" in planned(table(), ANN, "lay orcs@1", "lay wolves@2", "lay goblins@3")


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("lay knights@1", "Knights is not in your hand (FD-20)."),
        ("lay orcs@1; lay wolves@1", "Orcs lies at battalion 1 already; each has one order card (FD-20)."),
        ("lay orcs@1; lay orcs@2", "Orcs is laid elsewhere already, and you hold no other (FD-20)."),
        ("lay orcs@regroup; lay wolves@regroup", "Orcs is the regrouping order already; there is one only (FD-20)."),
        ("lay orcs@2; ready", "battalions 1, 3 still need their order cards, since both heroes stand there (FD-20)."),
        ("reinforce pikes@1:F2", "Orc Pikes is not in your reinforcements (FD-21)."),
        ("reinforce gobarch@1:F2", "Goblin Archers may not stand at 1:F2, only on S1, S2 (FD-4)."),
        ("reinforce goblins@1:F1", "Orcs stands at 1:F1; reinforcements need an empty space (FD-21)."),
        (
            "reinforce goblins@1:F2; reinforce gobarch@1:S1",
            "a unit is sent to battalion 1 already; it can have one in a round (FD-21).",
        ),
        (
            "reinforce goblins@1:F2; reinforce goblins@2:F2",
            "Goblins is sent elsewhere already, and you have no other (FD-21).",
        ),
        ("put goblins@1:F2", "the armies are chosen already (FD-11)."),
    ],
)
def test_fd20_and_fd21_refusals_name_the_rule(move: str, sentence: str) -> None:
    steps = move.split("; ")
    expected = f"“{steps[-1]}” is not possible now: {sentence}"
    assert refused(table(reserve="goblins gobarch"), ANN, move) == expected


def test_fd20_a_card_may_be_laid_at_an_idle_battalion_and_none_is_compulsory_there() -> None:
    position = table("orcs - - - - warlord / - - - - - - / - - - - - gobking")
    steps = planned(position, ANN, "lay orcs@1", "lay wolves@3")
    assert {"ready", "lay goblins@2"} <= set(steps)


def test_fd21_reinforcements_go_only_where_both_heroes_stand() -> None:
    position = table(ben="- - - - - marshal / - - - - - - / - - - - - wizard", reserve="goblins")
    assert not [step for step in offered(position, ANN) if step.startswith("reinforce goblins@2")]
    assert refused(position, ANN, "reinforce goblins@2:F1").endswith(
        "reinforcements go only where both heroes stand, not to battalion 2 (FD-21)."
    )


def test_fd21_a_reinforcement_is_there_before_cards_are_turned_over() -> None:
    state, events = fought(table(reserve="goblins"), "orcs@1 goblins@2 wolves@3 goblins>2:F2", BENS)
    assert only(events, Reinforced).place == "2:F2"
    assert why(events, ANN, "2") == ""
    assert row(state.sides[ANN], 2) == "- goblins - - - witch"
    assert state.sides[ANN].reserve == []


def test_fd22_ready_twice_is_refused() -> None:
    sealed = give(table(), ANN, "lay orcs@1; lay wolves@2; lay goblins@3; ready")
    with pytest.raises(NotYourTurn):
        give(sealed, ANN, "lay orcs@1; lay wolves@2; lay goblins@3; ready")


def test_fd22_sealed_orders_look_alike_whatever_they_are_and_however_many() -> None:
    position = table(reserve="goblins")
    plans = [
        "lay orcs@1; lay wolves@2; lay goblins@3; ready",
        "lay goblins@1; lay goblins@3; lay orcs@2; lay witch@regroup; reinforce goblins@1:F2; ready",
    ]
    for viewer in (BEN, SPECTATOR):
        seen = set()
        for plan in [None, *plans]:
            after = give(position, ANN, plan) if plan else position
            seen.add(msgspec.json.encode(GAME.view(after.state, viewer)))
        assert len(seen) == 1
        shown = {GAME.shown(engine.parse_move(GAME, plan), ANN, viewer) for plan in plans}
        assert shown == {"?; ready"}
    for plan in plans:
        _, events = engine.apply(GAME, position, ANN, engine.parse_move(GAME, plan), KeyedChance(bytes(32)))
        assert visible(events, BEN) == []
        assert GAME.shown(engine.parse_move(GAME, plan), ANN, ANN) == plan


def test_fd22_the_order_in_which_a_plan_was_composed_does_not_matter() -> None:
    position = table(reserve="goblins gobarch")
    parts = ["lay orcs@1", "reinforce goblins@2:F1", "lay wolves@2", "reinforce gobarch@1:S1", "lay goblins@3"]
    ends = {dump(give(position, ANN, "; ".join([*order, "ready"]))) for order in (parts, parts[::-1])}
    assert len(ends) == 1


def test_fd22_a_plan_that_lacks_only_ready_is_played_when_the_time_is_up() -> None:
    position, ready = table(), GAME.parse_step("ready")
    whole = engine.parse_move(GAME, "lay orcs@1; lay wolves@2; lay goblins@3")
    assert GAME.on_timeout(position.state, ANN, whole) == [*whole, ready]
    assert GAME.on_timeout(position.state, ANN, [*whole, ready]) == [*whole, ready]
    assert GAME.on_timeout(position.state, ANN, whole[:2]) is None
    assert GAME.on_timeout(position.state, ANN, [*whole, whole[0]]) is None
    assert GAME.on_timeout(position.state, ANN, []) is None


def test_fd22_an_army_that_lacks_only_ready_is_played_when_the_time_is_up() -> None:
    start = engine.start(GAME, {}, [0, 1], KeyedChance(bytes(32)))[0]
    preset = [GAME.parse_step("army realm_a")]
    assert GAME.on_timeout(start.state, ANN, preset) == [*preset, GAME.parse_step("ready")]
    assert GAME.on_timeout(start.state, ANN, [GAME.parse_step("faction realm")]) is None


# --- activation ---


def test_fd30_a_card_is_active_with_a_unit_of_its_kind_here_and_only_here() -> None:
    _, events = fought(table(), "orcs@1 wolves@2 goblins@3", BENS)
    assert [why(events, ANN, post) for post in "123"] == ["", "absent", "absent"]


def test_fd30_a_hero_card_works_next_door_too_but_not_two_doors_away() -> None:
    _, events = fought(table(), "goblins@1 warlord@2 goblins@3", BENS)
    assert why(events, ANN, "2") == ""
    _, events = fought(table(), "goblins@1 goblins@2 warlord@3", BENS)
    assert why(events, ANN, "3") == "absent"


def test_fd30_the_hero_next_door_may_stand_at_an_idle_battalion() -> None:
    position = table(ben="- - - - - - / - - - - - castellan / - - - - - wizard")
    _, events = fought(position, "warlord@2 goblins@3", "bowmen@2 footmen@3")
    assert why(events, ANN, "2") == ""


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
    position = table(
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


def test_fd32_nothing_works_at_a_battalion_whose_own_hero_is_gone() -> None:
    position = table("- - - - - - / orcs - - - - witch / - - - - - gobking", lost="warlord")
    _, events = fought(position, "witch@1 orcs@2 wolves@3", "bowmen@2 footmen@3")
    assert why(events, ANN, "1") == "gone"


def test_fd33_the_regrouping_order_brings_back_its_units_from_the_highest_space_first() -> None:
    position = table(fleeing="goblins orcs goblins")
    state, events = fought(position, "wolves@1 gobarch@2 goblins@3 orcs@regroup", BENS)
    assert only(events, Regrouped).units == ("orcs", "goblins", "goblins")
    assert state.sides[ANN].fleeing == ["", "", ""]
    position = table(fleeing="goblins - goblins", reserve="goblins")
    state, events = fought(position, "wolves@1 goblins@2 goblins@3 gobarch@regroup", BENS)
    assert only(events, Regrouped).why == "extinct"


def test_fd33_a_foot_names_one_goblin_and_takes_the_one_nearest_to_being_lost() -> None:
    position = table("orcs - - gobarch - warlord / - - - - - witch / - - - - - gobking", fleeing="goblins - goblins")
    state, events = fought(position, "wolves@1 goblins@2 goblins@3 gobarch@regroup", BENS)
    assert only(events, Regrouped).units == ("goblins",)
    assert state.sides[ANN].fleeing == ["goblins", "", ""]


def test_fd34_nobody_is_regrouped_by_a_kind_that_stands_nowhere() -> None:
    state, events = fought(table(fleeing="gobarch - -"), "orcs@1 wolves@2 goblins@3 gobarch@regroup", BENS)
    assert (only(events, Regrouped).units, only(events, Regrouped).why) == ((), "extinct")
    assert state.sides[ANN].fleeing == ["gobarch", "", ""]


def test_fd35_an_inactive_card_is_discarded_like_any_other() -> None:
    state, _ = fought(table(), "wolves@1 goblins@2 gobarch@3", BENS)
    assert state.sides[ANN].discards == ["wolves", "goblins", "gobarch"]


def test_fd12_regrouping_stops_while_three_or_more_are_in_reinforcements() -> None:
    position = table(fleeing="goblins goblins orcs", reserve="pikes pikes", lost="wolves gobarch")
    state, events = fought(position, "wolves@1 gobarch@2 goblins@3 orcs@regroup", BENS)
    assert only(events, Regrouped).units == ("orcs",)
    assert state.sides[ANN].reserve == ["pikes", "pikes", "orcs"]


def test_fd3_there_are_three_fleeing_spaces_and_one_regrouping_order() -> None:
    view = GAME.view(table().state, ANN)
    assert isinstance(view, DiceBattlesView)
    assert [len(seen.fleeing) for seen in view.sides] == [3, 3]
    _, events = duel("orcs - - - - warlord", "- - - - - wizard", ("orcs", "footmen"))
    assert all_of(events, Regrouped) == []

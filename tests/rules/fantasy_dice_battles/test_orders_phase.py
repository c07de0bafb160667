"""Orders and reinforcements: FD-20 to FD-22."""

from __future__ import annotations

import msgspec
import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.errors import NotYourTurn
from games.rules.fantasy_dice_battles.events import Reinforced
from games.rules.game import SPECTATOR, dump, visible
from tests.rules.fantasy_dice_battles.table import (
    ANN,
    BEN,
    BENS,
    GAME,
    fought,
    give,
    offered,
    only,
    ordering,
    planned,
    refused,
    row,
    why,
)


def test_fd20_each_active_battalion_needs_a_card_and_more_are_possible() -> None:
    assert "ready" not in planned(ordering(), ANN, "lay orcs@1", "lay wolves@2")
    assert "ready" in planned(ordering(), ANN, "lay orcs@1", "lay wolves@2", "lay goblins@3")
    assert "lay goblins@regroup" in planned(ordering(), ANN, "lay orcs@1", "lay wolves@2", "lay goblins@3")


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("lay knights@1", "you don’t have Knights in your hand."),
        (
            "lay orcs@1; lay wolves@1",
            "Orcs is already at battalion 1; each battalion can have only one order card.",
        ),
        ("lay orcs@1; lay orcs@2", "you’ve already played Orcs elsewhere and don’t have another."),
        ("lay orcs@regroup; lay wolves@regroup", "Orcs is already your regrouping order; you can have only one."),
        (
            "lay orcs@2; ready",
            "battalions 1 and 3 still need order cards, because both sides still have their heroes there.",
        ),
        ("reinforce pikes@1:F2", "you don’t have Orc Pikes in your reinforcements."),
        ("reinforce gobarch@1:F2", "Goblin Archers can’t be placed on 1:F2, only on S1, S2."),
        ("reinforce goblins@1:F1", "1:F1 is taken: Orcs. Reinforcements need an empty space."),
        (
            "reinforce goblins@1:F2; reinforce gobarch@1:S1",
            "you’re already sending a unit to battalion 1; each battalion can get only one per round.",
        ),
        (
            "reinforce goblins@1:F2; reinforce goblins@2:F2",
            "you’re already sending Goblins elsewhere and don’t have another.",
        ),
        ("put goblins@1:F2", "the armies have already been chosen."),
    ],
)
def test_fd20_and_fd21_refusals_name_the_rule(move: str, sentence: str) -> None:
    steps = move.split("; ")
    expected = f"“{steps[-1]}” isn’t possible now: {sentence}"
    assert refused(ordering(reserve="goblins gobarch"), ANN, move) == expected


def test_fd20_a_card_may_be_laid_at_an_idle_battalion_and_none_is_compulsory_there() -> None:
    position = ordering("orcs - - - - warlord / - - - - - - / - - - - - gobking")
    steps = planned(position, ANN, "lay orcs@1", "lay wolves@3")
    assert {"ready", "lay goblins@2"} <= set(steps)


def test_fd21_reinforcements_go_only_where_both_heroes_stand() -> None:
    position = ordering(ben="- - - - - marshal / - - - - - - / - - - - - wizard", reserve="goblins")
    assert not [step for step in offered(position, ANN) if step.startswith("reinforce goblins@2")]
    assert refused(position, ANN, "reinforce goblins@2:F1").endswith(
        "reinforcements can only go to a battalion where both sides still have their hero, not to battalion 2."
    )


def test_fd21_a_reinforcement_is_there_before_cards_are_turned_over() -> None:
    state, events = fought(ordering(reserve="goblins"), "orcs@1 goblins@2 wolves@3 goblins>2:F2", BENS)
    assert only(events, Reinforced).place == "2:F2"
    assert why(events, ANN, "2") == ""
    assert row(state.sides[ANN], 2) == "- goblins - - - witch"
    assert state.sides[ANN].reserve == []


def test_fd22_ready_twice_is_refused() -> None:
    sealed = give(ordering(), ANN, "lay orcs@1; lay wolves@2; lay goblins@3; ready")
    with pytest.raises(NotYourTurn):
        give(sealed, ANN, "lay orcs@1; lay wolves@2; lay goblins@3; ready")


def test_fd22_sealed_orders_look_alike_no_matter_what_they_are_and_however_many() -> None:
    position = ordering(reserve="goblins")
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
    position = ordering(reserve="goblins gobarch")
    parts = ["lay orcs@1", "reinforce goblins@2:F1", "lay wolves@2", "reinforce gobarch@1:S1", "lay goblins@3"]
    ends = {dump(give(position, ANN, "; ".join([*order, "ready"]))) for order in (parts, parts[::-1])}
    assert len(ends) == 1


def test_fd22_a_plan_that_lacks_only_ready_is_played_when_the_time_is_up() -> None:
    position, ready = ordering(), GAME.parse_step("ready")
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

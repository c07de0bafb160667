"""Which cards are active, and what becomes of the others: FD-30, FD-32, FD-35."""

from __future__ import annotations

from tests.rules.fantasy_dice_battles.table import (
    ANN,
    BENS,
    fought,
    ordering,
    why,
)


def test_fd30_a_card_is_active_with_a_unit_of_its_kind_here_and_only_here() -> None:
    _, events = fought(ordering(), "orcs@1 wolves@2 goblins@3", BENS)
    assert [why(events, ANN, post) for post in "123"] == ["", "absent", "absent"]


def test_fd30_a_hero_card_works_next_door_too_but_not_two_doors_away() -> None:
    _, events = fought(ordering(), "goblins@1 warlord@2 goblins@3", BENS)
    assert why(events, ANN, "2") == ""
    _, events = fought(ordering(), "goblins@1 goblins@2 warlord@3", BENS)
    assert why(events, ANN, "3") == "absent"


def test_fd30_the_hero_next_door_may_stand_at_an_idle_battalion() -> None:
    position = ordering(ben="- - - - - - / - - - - - castellan / - - - - - wizard")
    _, events = fought(position, "warlord@2 goblins@3", "bowmen@2 footmen@3")
    assert why(events, ANN, "2") == ""


def test_fd32_nothing_works_at_a_battalion_whose_own_hero_is_gone() -> None:
    position = ordering("- - - - - - / orcs - - - - witch / - - - - - gobking", lost="warlord")
    _, events = fought(position, "witch@1 orcs@2 wolves@3", "bowmen@2 footmen@3")
    assert why(events, ANN, "1") == "gone"


def test_fd35_an_inactive_card_is_discarded_like_any_other() -> None:
    state, _ = fought(ordering(), "wolves@1 goblins@2 gobarch@3", BENS)
    assert state.sides[ANN].discards == ["wolves", "goblins", "gobarch"]

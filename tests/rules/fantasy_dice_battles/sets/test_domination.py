"""Which units nobody would take, as another one of the faction is better and costs no more."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.rules.fantasy_dice_battles.data import Kind, Power
from games.rules.fantasy_dice_battles.sets.domination import dominating
from tests.rules.fantasy_dice_battles.table import HOUSE

PLAIN = HOUSE.kinds["halberdiers"]


def like(**changes: Any) -> Kind:
    return msgspec.structs.replace(PLAIN, id="other", **changes)


@pytest.mark.parametrize(
    "better",
    [
        {"morale": 3},
        {"armour": "normal"},
        {"attack": 3},
        {"color": "smash"},
        {"spaces": (0, 1, 2, 3)},
        {"guards": (Power("GUARD", ("CAV",), 3),)},
        {"guards": (Power("GUARD", ("CAV", "INF"), 2),)},
        {"supports": (Power("HEAL"),)},
        {"morale": 3, "kind": "INF", "copies": 1, "regroups": ()},
    ],
)
def test_what_is_better_in_one_thing_and_nowhere_worse_dominates(better: dict[str, Any]) -> None:
    other = like(**better)
    assert dominating(PLAIN, [PLAIN, other]) is other
    assert dominating(other, [PLAIN, other]) is None


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"morale": 3, "cost": 2},
        {"morale": 3, "faction": "horde"},
        {"morale": 3, "hero": True},
        {"morale": 3, "attack": 1},
        {"attack": 3, "color": "poison"},
        {"morale": 3, "spaces": (0, 1)},
        {"morale": 3, "guards": ()},
        {"morale": 3, "guards": (Power("GUARD", ("INF",), 2),)},
        {"morale": 3, "guards": (Power("GUARD", ("CAV",), 1),)},
    ],
)
def test_what_is_equal_dearer_of_others_or_worse_in_anything_does_not(changes: dict[str, Any]) -> None:
    assert dominating(PLAIN, [PLAIN, like(**changes)]) is None


def test_a_whelp_is_worth_something_to_frenzy() -> None:
    goblins = HOUSE.kinds["goblins"]
    stronger = msgspec.structs.replace(goblins, id="other", morale=2, family="")
    assert dominating(goblins, [stronger]) is None
    assert dominating(goblins, [msgspec.structs.replace(stronger, family="whelp")]) is not None


def test_no_unit_of_the_default_set_is_dominated() -> None:
    kinds = HOUSE.kinds.values()
    assert [kind.id for kind in kinds if dominating(kind, kinds)] == []

"""What the cards of things say of a battlefield of Field of Glory, to whom."""

from __future__ import annotations

from typing import Any

import pytest

from games.boards.about import Shown
from games.boards.field_of_glory.battlefield import pictured
from games.boards.field_of_glory.things import things
from games.boards.things import Thing
from games.rules.field_of_glory.events import ControlTaken, Placed
from games.rules.field_of_glory.state import Column, Fight
from tests.games.boards.field_of_glory.test_battlefield import GAME, state
from tests.games.boards.field_of_glory.test_board import PLAYERS

MARK = "The gold mark: it has just "


def explained(at: Any, **more: Any) -> dict[str, Thing]:
    return {thing.key: thing for thing in things(Shown(GAME.view(at, 0), 0, PLAYERS, **more))}


def field(number: int, red: str, blue: str, terrain: Any = "plain") -> Any:
    at = state()
    at.columns[number - 1] = Column([red.split(), blue.split()], terrain)
    return at


@pytest.mark.parametrize(("watching", "name", "takes"), [(False, "you", "you take"), (True, "Ann", "Ann takes")])
def test_readers_are_called_you_and_never_by_their_names(watching: bool, name: str, takes: str) -> None:
    found = explained(field(3, "HI4a", ""), watching=watching)
    assert found["hand-0"].name == f"Hand ({name})"
    assert found["terrain-0"].name == f"Columns ({name})"
    assert any(line.startswith(f"If nothing changes, {takes} control") for line in found["column-3"].here)


def test_the_gold_mark_is_explained_where_it_is() -> None:
    trail = [Placed(1, "LI3a", 3, 1), ControlTaken(0, 3)]
    found = explained(field(3, "HI4a", "LI3a"), trail=trail)
    assert [key for key, thing in found.items() if any(line.startswith(MARK) for line in thing.here)] == [
        "column-3",
        "1-LI3a",
    ]


def test_a_strength_below_zero_has_a_minus_sign() -> None:
    found = explained(field(3, "EL2a", "LI3a"), watching=False)
    assert any(line.startswith("Attacks Light Infantry in column 3 with 1: ") for line in found["EL2a"].here)
    woods = explained(field(3, "EL2a", "LI3a", "woods"))
    assert any(line.startswith("Attacks Light Infantry in column 3 with −1: ") for line in woods["EL2a"].here)


def test_a_commander_says_all_that_it_can_be_used_for() -> None:
    assert pictured("CO5a").does == "Pays 5, adds 5 or draws 5"


def flank() -> Any:
    at = field(3, "HI4a AR2a", "PK3a")
    at.columns[1] = Column([["MI2a"], []])
    at.flanks = [(3, 2)]
    at.phase = "flank"
    return at


def test_in_the_phase_of_flank_attacks_each_lead_says_what_its_own_is_worth() -> None:
    found = explained(flank())
    assert found["HI4a"].here[:2] == [
        "Flank attack on Pikes in column 3 with 7: 4 Heavy Infantry, +1 second unit, +2 flank attack.",
        "Defends column 3 with 5: 4 Heavy Infantry, +1 second unit.",
    ]
    assert found["MI2a"].here[:2] == [
        "Flank attack on Pikes in column 3 with 5: 3 Medium Infantry, +2 flank attack.",
        "Defends column 2 with 3: 3 Medium Infantry.",
    ]
    assert found["1-PK3a"].here[0] == "Attacks Heavy Infantry in column 3 with 4: 4 Pikes."


def test_the_lead_of_a_flank_attack_says_what_it_is_worth_with_overlap() -> None:
    at = flank()
    at.phase, at.fight = "bonus", Fight(3, "HI4a", flank=True, overlap=1)
    assert explained(at)["HI4a"].here[0] == (
        "Flank attack on Pikes in column 3 with 8: 4 Heavy Infantry, +1 second unit, +1 Overlap, +2 flank attack."
    )


def test_a_unit_under_attack_only_says_how_it_defends() -> None:
    at = field(3, "CV3a", "LI3a")
    at.phase, at.active, at.fight = "answer", 1, Fight(3, "LI3a")
    assert explained(at)["CV3a"].here == ["Defends column 3 with 3: 3 Cavalry."]
    assert explained(at)["1-LI3a"].here[0] == "Attacks Cavalry in column 3 with 1: 1 Light Infantry."

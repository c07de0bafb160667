"""The deeds of Field of Glory: each earned, and just missed."""

from __future__ import annotations

import pytest

from games.boards.field_of_glory.deeds import DEEDS
from games.deeds.queries import Course
from games.rules.field_of_glory.events import Attacked, Eliminated, Fought, Term
from games.rules.field_of_glory.state import Column, State
from games.rules.game import Event, Outcome

RED, BLUE = 0, 1
NONE: list[list[str]] = [[], []]
EARNED = {deed.key: deed.earned for deed in DEEDS}


def ended(*mine: int, reason: str = "control", winner: int = RED) -> Course:
    """Return a match in which red controls these columns at the end."""
    columns = [Column([[], []], control=RED if number in mine else BLUE) for number in range(1, 6)]
    return Course([], State(columns, NONE, NONE, NONE, NONE, NONE, shuffles=[0, 0]), Outcome(reason, (winner,)))


def fight(attack: int, defence: int, winner: int | None, *after: Event, kind: str = "bonus", **more: object) -> Course:
    """Return a match with one fight, by red, with these combat values and one more line of the attack."""
    attacked = Attacked(RED, 2, **{"lead": "HI4b", **more})  # type: ignore[arg-type]
    fought = Fought(RED, 2, (Term("value", attack), Term(kind, 1)), (Term("value", defence),), winner)
    return Course([[attacked], [fought, *after]], None, Outcome("control", (BLUE,)))


def test_win() -> None:
    assert EARNED["win"](ended(reason="terrain"), RED)
    assert not EARNED["win"](ended(reason="terrain"), BLUE)
    assert not EARNED["win"](ended(reason="timeout"), RED)


@pytest.mark.parametrize(
    ("key", "columns", "earned"),
    [
        ("centre", (2, 3, 4), True),
        ("centre", (1, 2, 3), False),
        ("wings", (1, 3, 5), True),
        ("wings", (1, 2, 3), False),
    ],
)
def test_centre_and_wings(key: str, columns: tuple[int, ...], earned: bool) -> None:
    assert EARNED[key](ended(*columns), RED) is earned
    assert not EARNED[key](ended(*columns, reason="resignation"), RED)
    assert not EARNED[key](ended(*columns, winner=BLUE), RED)


def test_flank() -> None:
    assert EARNED["flank"](fight(4, 3, RED, flank=True), RED)
    assert not EARNED["flank"](fight(4, 3, RED), RED)
    assert not EARNED["flank"](fight(4, 5, BLUE, flank=True), BLUE)


def test_giants() -> None:
    elephants, horses = Eliminated(BLUE, ("LI2a", "EL2a"), 2), Eliminated(BLUE, ("CV2a",), 2)
    assert EARNED["giants"](fight(1, 5, RED, elephants, lead="LI2a"), RED)
    assert not EARNED["giants"](fight(4, 5, RED, elephants), RED)
    assert not EARNED["giants"](fight(1, 3, RED, horses, lead="LI2a"), RED)
    later = Attacked(RED, 3, "HI4b")
    assert not EARNED["giants"](fight(1, 5, RED, later, elephants, lead="LI2a"), RED)


def test_spears() -> None:
    assert EARNED["spears"](fight(3, 4, BLUE), BLUE)  # 3 + 1 against 4
    assert not EARNED["spears"](fight(3, 5, BLUE), BLUE)
    assert not EARNED["spears"](fight(3, 4, None), BLUE)
    assert not EARNED["spears"](fight(3, 4, BLUE), RED)


def test_phalanx() -> None:
    assert EARNED["phalanx"](fight(4, 3, RED, kind="pike"), RED)
    assert not EARNED["phalanx"](fight(4, 3, RED, kind="second"), RED)
    assert not EARNED["phalanx"](fight(4, 6, BLUE, kind="pike"), RED)


@pytest.mark.parametrize(("mine", "theirs", "earned"), [(1, 4, True), (2, 4, False), (4, 1, False)])
def test_underdog(mine: int, theirs: int, earned: bool) -> None:
    assert EARNED["underdog"](fight(mine, theirs, RED), RED) is earned
    assert EARNED["underdog"](fight(theirs, mine, BLUE), BLUE) is earned
    assert not EARNED["underdog"](fight(mine, theirs, None), RED)

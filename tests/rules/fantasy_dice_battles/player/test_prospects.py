"""What a seat may expect of its cards."""

from __future__ import annotations

from games.rules import engine
from games.rules.fantasy_dice_battles.events import Term
from games.rules.fantasy_dice_battles.player.prospects import prospects
from games.rules.fantasy_dice_battles.state import State
from games.rules.fantasy_dice_battles.view import DiceBattlesView, Hope, Prospect
from games.rules.game import Position
from tests.rules.fantasy_dice_battles.table import ANN, GAME, laid, side


def expected(position: Position[State], card: str, *steps: str) -> dict[str, Prospect]:
    """Return what a card of Ann's would do at each post, after some steps of a plan."""
    plan = engine.preview(GAME, position, ANN, [GAME.parse_step(step) for step in steps])
    assert isinstance(plan.view, DiceBattlesView)
    return {seen.post: seen for seen in prospects(plan.view, ANN)[card]}


def table() -> Position[State]:
    ann = side(
        "outriders - - - - marshal / - - - - - castellan / footmen - - - - wizard",
        hand="outriders wizard footmen",
        reserve="outriders",
        fleeing="bowmen - footmen",
    )
    ben = side("goblins - goblins - - warlord / - - - - - witch / - - - - - -", hand="goblins")
    return laid(ann, ben)


def test_a_card_tells_its_dice_and_what_the_opposing_card_may_add() -> None:
    seen = expected(table(), "outriders")["1"]
    assert (seen.why, seen.dice, seen.terms) == ("", 4, (Term("attack", 4),))
    assert seen.hopes == (Hope(("ARC", "MAG"), 1),)


def test_a_card_tells_why_it_does_nothing() -> None:
    assert [expected(table(), "outriders")[post].why for post in "123"] == ["", "absent", "idle"]
    assert [expected(table(), "wizard")[post].why for post in "123"] == ["absent", "", ""]


def test_planned_reinforcements_count_as_entered() -> None:
    seen = expected(table(), "outriders", "reinforce outriders@2:F1")
    assert (seen["2"].why, seen["2"].dice) == ("", 4)
    assert expected(table(), "outriders", "reinforce outriders@1:F3")["1"].dice == 5


def test_a_card_tells_whom_it_would_regroup() -> None:
    assert expected(table(), "footmen")["regroup"].units == ("footmen",)
    assert expected(table(), "wizard")["3"].units == ("footmen",)


def test_a_card_tells_that_nobody_can_come_back_before_there_is_room() -> None:
    ann = side(
        "outriders - - - - marshal / footmen footmen - - - castellan / footmen - - - - wizard",
        hand="outriders wizard footmen",
        reserve="outriders bowmen bowmen",
        fleeing="bowmen - footmen",
    )
    ben = side("goblins - goblins - - warlord / - - - - - witch / - - - - - -", hand="goblins")
    full = laid(ann, ben)
    assert expected(full, "footmen")["regroup"].why == "full"
    assert expected(full, "wizard")["3"].why == "full"
    room = expected(full, "footmen", "reinforce bowmen@1:S1")["regroup"]
    assert (room.why, room.units) == ("", ("footmen",))

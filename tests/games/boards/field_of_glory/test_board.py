"""The board of Field of Glory as a page is given it, composed and drawn."""

from __future__ import annotations

from typing import Any

from django.template.loader import get_template

from games.boards.about import Shown
from games.boards.field_of_glory.board import Board, Fought, board
from games.boards.field_of_glory.examples import examples
from games.rules.field_of_glory.events import Fought as FoughtEvent
from games.rules.field_of_glory.state import Draft, Placing
from games.rules.game import REFEREE
from tests.games.boards.field_of_glory.test_battlefield import GAME, asked, state

PLAYERS = [
    {"number": 0, "name": "Ann", "is_me": True, "is_open": False},
    {"number": 1, "name": "Ben", "is_me": False, "is_open": False},
]


def composed(at: Any, **more: Any) -> Board:
    view, choices = asked(at)
    return board(Shown(view, 0, PLAYERS, choices, **more))


def test_what_has_been_drafted_lies_type_by_type_with_its_count_and_what_each_is_worth() -> None:
    kept = ["SP3a", "CO5a", "SP2a", "HI4a", "SP4a"]
    found = composed(state(phase="draft", draft=Draft([["EL2a", "PK2a", "CO5b", "OV2a"], []], [kept, []])))
    (army,) = found.kept
    assert [[card.code for card in stack] for stack in army.stacks] == [["SP2a", "SP3a", "SP4a"], ["HI4a"], ["CO5a"]]
    page = get_template("field-of-glory/hand.jinja").render({"board": found})
    assert "3 × Spears" in page
    assert page.count("data-about=") == len(kept)


def test_an_overpaid_sum_is_said_as_a_positive_number() -> None:
    found = composed(state(phase="place", placing=Placing(cost=4, paid=7, placed=["HI4a"])))
    assert found.bill is not None
    assert found.bill.due == -3
    assert "Overpaid by 3." in get_template("field-of-glory/hand.jinja").render({"board": found})


def test_a_player_sees_the_own_hand_and_side_alone() -> None:
    found = composed(state())
    assert [(hand.of, len(hand.cards)) for hand in found.hands] == [("", 2)]
    assert [(side.name, side.is_mine, side.to_move) for side in found.own] == [("Ann", True, True)]
    assert [(side.name, side.top and side.top.code) for side in found.others] == [("Ben", "SP3a")]


def test_a_watcher_sees_every_hand_with_its_name() -> None:
    seats = [{**seat, "is_me": False, "is_open": True} for seat in PLAYERS]
    found = board(Shown(GAME.view(state(), REFEREE), 0, seats, watching=True))
    assert [(hand.of, len(hand.cards)) for hand in found.hands] == [("Ann", 2), ("Ben", 1)]


def test_what_attacks_would_be_worth_is_told_beside_the_board_to_a_seat_that_is_not_asked() -> None:
    assert composed(state()).chances == []
    view, _choices = asked(state())
    assert [duel.column for duel in board(Shown(view, 0, PLAYERS)).chances] == [3]


def test_fights_of_late_are_told_newest_first_with_the_winner() -> None:
    events = examples()["fight"].events
    won = next(event for event in events if isinstance(event, FoughtEvent))
    (fought,) = composed(state(), recent=[won]).fought
    assert isinstance(fought, Fought)
    assert fought.winner == "Ann"

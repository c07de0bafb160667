"""The board of Fantasy Dice Battles as a page is given it, composed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from accounts.models import User
from games.boards.about import Shown
from games.boards.fantasy_dice_battles.board import Board, board
from games.boards.fantasy_dice_battles.saved_armies import save
from games.rules.fantasy_dice_battles import events as ev
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.data import PLACES
from games.rules.fantasy_dice_battles.state import POINTS
from games.rules.game import REFEREE, Position
from tests.games.boards.fantasy_dice_battles.test_parts import asked, battle
from tests.rules.fantasy_dice_battles.table import ANN, BEN, GAME, HOUSE, fresh

__all__ = ["battle"]

REALM = armies.text(HOUSE.presets["realm_a"].army)


def seats(ann: Any = None, *, is_open: bool = False) -> list[dict[str, Any]]:
    """Return the seats as a page knows them: Ann's own unless hands lie open."""
    return [
        {"number": 0, "name": "Ann", "user": ann, "is_me": not is_open, "is_open": is_open},
        {"number": 1, "name": "Ben", "user": None, "is_me": False, "is_open": is_open},
    ]


@pytest.mark.django_db
def test_armies_that_are_kept_are_offered_to_who_chooses(ann: User) -> None:
    save(ann, "Mine", REALM)
    view, choices, plan = asked(fresh())
    found = board(Shown(view, ANN, seats(ann), choices, plan))
    assert found.battle is None
    assert found.choosing is not None
    assert found.choosing.saved == [("Mine", REALM)]


def test_nobody_is_offered_an_army_who_is_not_asked() -> None:
    view, _choices, _plan = asked(fresh())
    found = board(Shown(view, ANN, seats()))  # and so nothing is asked of the database
    assert found.choosing is not None
    assert (found.choosing.saved, found.choosing.presets, found.groups) == ([], [], [])


def still_open(position: Position[Any], *plan: str, ann: Any = None) -> str:
    view, choices, planned = asked(position, *plan)
    return board(Shown(view, ANN, seats(ann), choices, planned)).still_open


def test_what_could_be_added_before_orders_are_sealed_is_named(battle: Position[Any]) -> None:
    laid = ["lay outriders@1", "lay wizard@3"]
    assert still_open(battle, *laid) == "a card at battalion 2, a regrouping order, reinforcements"
    assert still_open(battle, *laid, "lay footmen@regroup") == "a card at battalion 2, reinforcements"
    assert still_open(battle, "lay outriders@1") == ""


@pytest.mark.django_db
def test_points_that_an_army_has_left_are_named_before_it_is_sealed(ann: User) -> None:
    assert still_open(fresh(), ann=ann) == ""
    begun = [f"put {unit}@{place}" for place, unit in zip(PLACES, HOUSE.presets["realm_a"].army.tokens, strict=True)]
    left = POINTS - sum(HOUSE.kinds[unit].cost for unit in HOUSE.presets["realm_a"].army.tokens)
    assert still_open(fresh(), "faction realm", *begun, ann=ann) == f"{left} points not spent"


def orders(found: Board) -> list[tuple[int, str]]:
    """Return whose orders and hands the page shows, by seat and by the name that a watcher is told."""
    assert found.battle is not None
    assert [each.of for each in found.battle.orders] == [hand.of for hand in found.battle.hands]
    return [(each.seat, each.of) for each in found.battle.orders]


def test_a_player_sees_the_own_orders_alone(battle: Position[Any]) -> None:
    view, choices, plan = asked(battle, "lay outriders@1")
    found = board(Shown(view, ANN, seats(), choices, plan))
    assert orders(found) == [(0, "")]
    assert found.battle is not None
    assert [(side.name, side.is_mine) for side in found.battle.own + found.battle.others] == [
        ("Ann", True),
        ("Ben", False),
    ]


def test_a_watcher_of_everybody_sees_both_hands_with_their_names(battle: Position[Any]) -> None:
    found = board(Shown(GAME.view(battle.state, REFEREE), ANN, seats(is_open=True), watching=True))
    assert found.battle is not None
    assert [hand.of for hand in found.battle.hands] == ["Ann", "Ben"]


def test_how_the_round_just_fought_ended_is_said_to_its_players_alone(battle: Position[Any]) -> None:
    fought = [
        ev.Revealed(ANN, "1", "footmen"),
        ev.Struck(seat=BEN, unit="orcs", place="2:F3", color="normal", dice=2, stopped=0, poison=0, wounds=2),
        ev.Defeated(BEN, "orcs", "2:F3", flees=True),
        ev.RoundStarted(2),
    ]
    view = GAME.view(battle.state, ANN)
    said = "Round 1: 2 wounds dealt, 0 taken. Ben loses Orcs."
    assert board(Shown(view, ANN, seats(), recent=fought)).interim == ("drawn", said)
    assert board(Shown(view, ANN, seats(), recent=fought[-1:])).interim is None
    given: Any
    for given in ({"watching": True}, {"is_past": True}, {"is_over": True}):
        assert board(replace(Shown(view, ANN, seats(), recent=fought), **given)).interim is None

"""Typed positions: the moves played from them, by draws in either notation, and how things then stand."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.rules import registry
from games.rules.errors import BadState
from games.rules.position import examine

EN_GARDE = registry.game("en-garde", 1)
STATE: dict[str, Any] = {
    "hands": [[1, 2, 2, 4, 4], [1, 2, 4, 4, 5]],
    "pile": [1, 3, 2, 5],
    "discards": [1, 1, 2, 3, 3, 4, 5, 5, 3, 3, 5],
    "fencers": [9, 14],
    "scores": [1, 0],
    "to_move": 1,
    "round": 2,
    "starter": 1,
    "last_round": {"round": 1, "reason": "hit", "fencers": [8, 11], "winner": 0},
}
"""Seat 1 hits with A5x1 and wins the round."""
IN_ORDER = list(range(24, 0, -1))
"""Draws that leave the deck in its order."""


def examined(**given: Any) -> dict[str, Any]:
    return examine(EN_GARDE, msgspec.json.encode({"state": STATE, **given}))


@pytest.mark.parametrize("draws", [IN_ORDER, [[value + 1, value] for value in IN_ORDER]])
def test_draws_are_values_or_pairs_of_bound_and_value(draws: list[Any]) -> None:
    found = examined(moves=["1 A5x1"], draws=draws)
    assert found["position"]["state"]["hands"] == [[5, 5, 5, 5, 5], [4, 4, 4, 4, 4]]
    assert {event["move"] for event in found["events"]} == {1}


def test_draws_that_are_left_over_are_listed() -> None:
    with pytest.raises(BadState, match=r"^Some draws are left over after the moves: 3, 1\.$"):
        examined(draws=[3, [4, 1]])


def test_moves_of_seats_and_of_the_house_stand_in_one_list() -> None:
    found = examined(moves=["1 F1", "!resign 0"])
    told = [(event["move"], event["data"]["type"]) for event in found["events"]]
    assert told == [(1, "Advanced"), (1, "Drew"), (2, "Resigned")]
    assert (found["to_act"], found["legal"]) == ([], {})
    assert found["outcome"] == {"reason": "resignation", "winners": (1,)}


def test_a_move_may_be_written_with_its_seat_apart() -> None:
    assert examined(moves=[{"seat": 1, "text": "F1"}]) == examined(moves=["1 F1"])


def test_of_what_is_no_move_forty_signs_are_told() -> None:
    with pytest.raises(BadState, match=rf"^Move 1 can’t be played: “{'x' * 40}” is not a seat and a move"):
        examined(moves=["x" * 50])


def test_anyone_who_owes_a_move_is_told_what_is_possible_and_everybody_what_is_seen() -> None:
    found = examined()
    steps = ["F1", "F2", "F4", "B1", "B2", "B4", "B5", "A5x1", "X1,4x1", "X1,4x2", "X4,1x1"]
    assert (found["to_act"], found["legal"]) == ([1], {"1": steps})
    assert {viewer: view["hands"] for viewer, view in found["views"].items()} == {
        "0": ((1, 2, 2, 4, 4), None),
        "1": (None, (1, 2, 4, 4, 5)),
        "spectator": (None, None),
    }

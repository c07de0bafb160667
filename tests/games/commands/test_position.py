"""`manage.py position`: typed positions, the moves played from them, and what is wrong with those that are refused."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.rules import registry
from games.rules.game import dump
from games.rules.playout import Playout
from tests.rules.test_position import STATE as FREE

STATE: dict[str, Any] = {**FREE, "attack": {"value": 5, "count": 1, "indirect": True}}


def position(tmp_path: Path, content: object, *args: str) -> dict[str, Any]:
    """Return what the command prints for a file."""
    file = tmp_path / "position.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    out = io.StringIO()
    call_command("position", *(args or ["en-garde"]), str(file), stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def refusal(tmp_path: Path, content: object) -> str:
    with pytest.raises(CommandError) as refused:
        position(tmp_path, content)
    return str(refused.value)


def test_a_position_tells_who_is_to_act_and_what_is_possible(tmp_path: Path) -> None:
    found = position(tmp_path, {"state": STATE})
    assert list(found) == ["position", "to_act", "legal", "views", "outcome", "events"]
    assert (found["to_act"], found["legal"]) == ([1], {"1": ["P", "R1", "R2", "R4", "R5"]})
    assert (found["events"], found["outcome"]) == ([], None)
    assert found["position"]["state"] == STATE


def test_every_viewer_sees_what_it_may(tmp_path: Path) -> None:
    views = position(tmp_path, {"state": STATE})["views"]
    assert {viewer: view["hands"] for viewer, view in views.items()} == {
        "0": [[1, 2, 2, 4, 4], None],
        "1": [None, [1, 2, 4, 4, 5]],
        "spectator": [None, None],
    }


def test_moves_are_played_in_both_notations(tmp_path: Path) -> None:
    found = position(tmp_path, {"state": STATE, "moves": ["1 P", {"seat": 1, "text": "F2"}]})
    assert found["to_act"] == [0]
    assert found["position"]["state"]["fencers"] == [9, 12]
    told = [(event["move"], event["data"]["type"]) for event in found["events"]]
    assert told == [(1, "Parried"), (2, "Advanced"), (2, "Drew")]
    assert found["events"][1]["words"] == "seat 1 advances 2 to space 12."


def test_what_it_prints_as_position_can_be_read_again(tmp_path: Path) -> None:
    found = position(tmp_path, {"state": STATE, "moves": ["1 P"]})
    assert position(tmp_path, found["position"])["legal"] == found["legal"]


def test_a_house_entry_ends_the_match(tmp_path: Path) -> None:
    found = position(tmp_path, {"state": STATE, "moves": ["!resign 0"]})
    assert found["outcome"] == {"reason": "resignation", "winners": [1]}
    assert (found["to_act"], found["legal"]) == ([], {})
    again = position(tmp_path, found["position"])
    assert again["outcome"] == {"reason": "resignation", "winners": [1]}


HIT: dict[str, Any] = {key: value for key, value in STATE.items() if key != "attack"}  # A5x1 now wins the round
SORTED = [n - 1 for n in range(25, 1, -1)]  # draws that leave the deck in order


@pytest.mark.parametrize("draws", [SORTED, [[value + 1, value] for value in SORTED]])
def test_draws_are_taken_from_the_file_alone_or_as_the_log_keeps_them(tmp_path: Path, draws: list[object]) -> None:
    found = position(tmp_path, {"state": HIT, "moves": ["1 A5x1"], "draws": draws})
    assert found["position"]["state"]["hands"] == [[5, 5, 5, 5, 5], [4, 4, 4, 4, 4]]
    assert found["views"]["spectator"]["scores"] == [1, 1]


def test_standard_input_is_read_where_no_file_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps({"state": STATE}).encode())))
    out = io.StringIO()
    call_command("position", "en-garde", stdout=out)
    assert json.loads(out.getvalue())["to_act"] == [1]


def test_a_position_of_three_who_owe_at_once_lists_them_all(tmp_path: Path) -> None:
    match = Playout(registry.game("sealed-auction", 1), {}, "7", ["random"] * 3)
    while len(match.game.to_act(match.log.position.state)) < 3:
        match.play(1)
    content = dump(match.log.position).decode()
    assert position(tmp_path, content, "--rules", "1", "sealed-auction")["to_act"] == [0, 1, 2]


REFUSALS: dict[str, tuple[object, str]] = {
    "no JSON": ("{", "This is not a position: Input data was truncated."),
    "an unknown key": (
        {"state": STATE, "colour": 1},
        "This is not a position: Object contains unknown field `colour`.",
    ),
    "more brackets than anybody needs": (
        '{"state":' + "[" * 99_999,
        "This is not a position: maximum recursion depth exceeded while deserializing an object.",
    ),
    "no state": ({"moves": []}, "This is not a position: Object missing required field `state`."),
    "a missing key of the state": (
        {"state": {key: value for key, value in STATE.items() if key != "pile"}},
        "This is not a state of En Garde: Object missing required field `pile` - at `$.state`.",
    ),
    "an unknown key of the state": (
        {"state": {**STATE, "colour": 1}},
        "This is not a state of En Garde: Object contains unknown field `colour` - at `$.state`.",
    ),
    "a card too high": (
        {"state": {**STATE, "pile": [1, 3, 2, 6]}},
        "This is not a state of En Garde: Expected `int` <= 5 - at `$.state.pile[3]`.",
    ),
    "a card too few": (
        {"state": {**STATE, "pile": [1, 3, 2]}},
        "There must be five cards of each value.",
    ),
    "no move": (
        {"state": STATE, "moves": ["P"]},
        "Move 1 can’t be played: “P” is not a seat and a move. Write them like this: “0 F3”.",
    ),
    "no step": (
        {"state": STATE, "moves": ["1 P", "1 Z"]},
        "Move 2 can’t be played: “Z” isn’t a step in En Garde. Steps look like this: F3 (advance), B3 (step back), "
        "A5x2 (attack with two 5s), X3,5x2 (advance 3, then attack with two 5s), P (parry), R3 (retreat). "
        "Cards and counts go from 1 to 5.",
    ),
    "another seat's move": (
        {"state": STATE, "moves": ["0 F1"]},
        "Move 1 can’t be played: It’s not your turn. The match is waiting for seat 1.",
    ),
    "draws too few": (
        {"state": HIT, "moves": ["1 A5x1"], "draws": [24, 25]},
        "Move 1 can’t be played: The script needs a draw below 24 for “round 3 deal” next; it holds 25.",
    ),
    "draws too many": ({"state": STATE, "draws": [3, 1]}, "Some draws are left over after the moves: 3, 1."),
}


@pytest.mark.parametrize(("content", "words"), REFUSALS.values(), ids=REFUSALS.keys())
def test_a_file_at_fault_is_refused_in_a_sentence(tmp_path: Path, content: object, words: str) -> None:
    assert refusal(tmp_path, content) == words


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^/nowhere/x\.json cannot be read: No such file or directory\.$"):
        call_command("position", "en-garde", "/nowhere/x.json")


def test_a_game_that_is_not_there_is_named() -> None:
    with pytest.raises(CommandError, match=r"^There’s no game “chess”\. Available: en-garde.*\.$"):
        call_command("position", "chess", "/dev/null")


def test_a_version_that_is_not_there_is_named() -> None:
    with pytest.raises(CommandError, match=r"^There’s no game “en-garde” in version 9\. Available: en-garde 1.*\.$"):
        call_command("position", "en-garde", "/dev/null", "--rules", "9")


@pytest.mark.parametrize(
    ("game", "where", "value", "sentence"),
    [
        (
            "fantasy-dice-battles",
            ("sides", 0, "tokens", 1),
            "dragon",
            "This position names something the game doesn’t have, or puts it where it can’t be (KeyError: 'dragon').",
        ),
        (
            "fantasy-dice-battles",
            ("sides", 0, "hand", 0),
            "dragon",
            "Each token must have one order card, in hand, draw pile or discards (FD-13).",
        ),
        ("en-garde", ("hands", 0, 0), 5, "There must be five cards of each value."),
    ],
)
def test_a_piece_that_cannot_be_there_is_refused_in_a_sentence(
    tmp_path: Path, game: str, where: tuple[str | int, ...], value: object, sentence: str
) -> None:
    match = Playout(registry.current(game), {}, "7", ["random"] * 2)
    match.play(4)
    content = json.loads(dump(match.log.position))
    spot = content["state"]
    for key in where[:-1]:
        spot = spot[key]
    spot[where[-1]] = value
    with pytest.raises(CommandError) as refused:
        position(tmp_path, content, game)
    assert str(refused.value) == sentence

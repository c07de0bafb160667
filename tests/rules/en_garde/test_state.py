"""States typed by hand, the laws they obey, and states imagined from a view."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from games.rules.chance import KeyedChance
from games.rules.en_garde.game import EnGarde
from games.rules.en_garde.state import RoundEnd
from games.rules.errors import BadState
from games.rules.game import SPECTATOR, dump
from tests.rules.en_garde.table import GAME, laid, offered, played

ATTACK_LAW = "The cards of an attack must be on top of the discard pile and match the distance."
DOCUMENT = Path(__file__).parents[3] / "docs" / "rules" / "en-garde.md"


def typed(text: str) -> None:
    """Load and check a typed state."""
    GAME.check(GAME.load(text).state)


def test_the_position_of_the_document_can_be_played() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    position = GAME.load(example)
    GAME.check(position.state)
    assert offered(position) == "P R1 R2 R4 R5"
    assert played(position, "R4").fencers == [9, 18]


def test_the_document_names_every_key_of_a_state() -> None:
    text = DOCUMENT.read_text()
    assert [key for key in EnGarde.state_type.__struct_fields__ if f"`{key}`" not in text] == []


def test_the_document_names_every_option_with_its_values() -> None:
    text = DOCUMENT.read_text()
    for option in GAME.meta.options:
        assert f"`{option.name}`" in text
        assert [choice.value for choice in option.choices if f"`{json.dumps(choice.value)}`" not in text] == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"hands": [[1, 2, 3, 4, 6], [1, 2, 3, 4, 5]]}, "Expected `int` <= 5 - at `$.state.hands[0][4]`"),
        ({"hands": [[1, 2, 3, 4, 5]]}, "Expected `array` of length >= 2 - at `$.state.hands`"),
        ({"fencers": [0, 13]}, "Expected `int` >= 1 - at `$.state.fencers[0]`"),
        ({"fencers": [8, 24]}, "Expected `int` <= 23 - at `$.state.fencers[1]`"),
        ({"variant": "old"}, "Invalid enum value 'old' - at `$.state.variant`"),
        ({"mood": "grim"}, "Object contains unknown field `mood` - at `$.state`"),
    ],
)
def test_a_state_that_cannot_be_read_is_refused_with_the_place(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadState) as caught:
        laid('{"hands": [[1,2,3,4,5],[1,2,3,4,5]], "pile": [1], "fencers": [8,13], "discards": []}', **change)
    assert str(caught.value) == f"This is not a state of En Garde: {complaint}."


@pytest.mark.parametrize("key", ["hands", "pile", "fencers", "scores"])
def test_a_missing_key_is_named(key: str) -> None:
    state = {"hands": [[], []], "pile": [], "fencers": [1, 23], "scores": [0, 0]}
    del state[key]
    with pytest.raises(BadState, match=f"Object missing required field `{key}`"):
        typed(json.dumps({"state": state}))


@pytest.mark.parametrize(
    ("change", "law"),
    [
        ({"fencers": [13, 8]}, "The left fencer must stand to the left of the right one."),
        ({"fencers": [8, 8]}, "The left fencer must stand to the left of the right one."),
        ({"discards": [1, 2]}, "There must be five cards of each value."),
        ({"scores": [5, 5], "round": 11}, "The scores don’t fit the rounds played and the rounds needed to win."),
        ({"scores": [6, 0], "round": 7}, "The scores don’t fit the rounds played and the rounds needed to win."),
        ({"scores": [1, 1], "round": 2}, "The scores don’t fit the rounds played and the rounds needed to win."),
        ({"round": 7}, "A match ends with its fifth drawn round."),
        ({"scores": [1, 2], "round": 10}, "A match ends with its fifth drawn round."),
        ({"scores": [1, 0], "round": 6, "to_move": None,
          "last_round": {"round": 6, "reason": "hit", "fencers": [8, 13], "winner": 0}},
         "A match ends with its fifth drawn round."),
        ({"round": 6}, "It must be one seat’s turn until the match is over."),
        ({"scores": [5, 0], "round": 6}, "It must be one seat’s turn until the match is over."),
        ({"to_move": None, "last_round": {"round": 1, "reason": "level", "fencers": [8, 9]}},
         "It must be one seat’s turn until the match is over."),
        ({"round": 3, "last_round": {"round": 1, "reason": "level", "fencers": [8, 9]}},
         "The last finished round must be the one before the current round."),
        ({"attack": {"value": 4, "count": 1}}, ATTACK_LAW),
        ({"attack": {"value": 5, "count": 1}, "discards": [5, 5, 5, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]},
         ATTACK_LAW),
        ({"attack": {"value": 5, "count": 1}, "parried": True},
         ATTACK_LAW),
        ({"hands": [[1, 2, 3, 4], [1, 2, 3, 4, 5]]}, "The rules don’t allow hands of this size."),
        ({"parried": True}, "The rules don’t allow hands of this size."),
        ({"pile": []}, "The rules don’t allow hands of this size."),
        ({"hands": [[3, 3, 4, 4, 5], [1, 2, 3, 4, 5]], "fencers": [1, 3]},
         "The seat to move has no possible step, so the round would be over."),
    ],
)  # fmt: skip
def test_a_state_that_breaks_a_law_is_refused_with_the_law(change: dict[str, Any], law: str) -> None:
    with pytest.raises(BadState) as caught:
        laid('{"hands": [[1,2,3,4,5],[1,2,3,4,5]], "pile": [1], "fencers": [8,13]}', **change)
    assert str(caught.value) == law


def test_a_won_match_obeys_the_laws() -> None:
    state = played(laid('{"hands": [[5,5,5,1,1],[1,2,3,4,4]], "pile": [2,2,3], "fencers": [8,13]}', rounds=1), "A5x3")
    GAME.check(state)
    state.last_round = None
    with pytest.raises(BadState, match=r"^The last finished round must be the one before the current round\.$"):
        GAME.check(state)


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
@pytest.mark.parametrize(
    "state",
    [
        '{"hands": [[1,2,3,4,5],[1,2,3,4,5]], "pile": [1], "fencers": [8,13]}',
        '{"hands": [[1,2,3,4,5],[1,2,5,5,3]], "pile": [3,4], "fencers": [8,13], "to_move": 1,'
        ' "attack": {"value": 5, "count": 2}}',
        '{"hands": [[1,2,3],[1,2,5,5,3]], "pile": [3,4], "fencers": [8,13], "parried": true, "aid": false}',
    ],
)
def test_an_imagined_state_gives_the_same_view_and_obeys_the_laws(state: str, viewer: int) -> None:
    view = GAME.view(laid(state).state, viewer)
    for seed in range(10):
        imagined = GAME.imagine(view, viewer, KeyedChance(bytes([seed])))
        GAME.check(imagined)
        assert GAME.view(imagined, viewer) == view


def test_the_card_on_top_of_the_imagined_discards_is_the_one_that_lies_there() -> None:
    discards = [2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 1, 1]
    hands = {"hands": [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]], "pile": [1], "fencers": [8, 13], "discards": discards}
    view = GAME.view(laid(json.dumps(hands)).state, 0)
    imagined = GAME.imagine(view, 0, KeyedChance(bytes(32)))
    assert imagined.discards == [1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 1]
    assert GAME.view(imagined, 0) == view


def test_an_imagined_defender_can_answer_the_attack() -> None:
    position = laid(
        '{"hands": [[1,2,3,4,4],[1,2,5,5,3]], "pile": [1,1,1,2,2,2,3,4], "fencers": [8,13], "to_move": 1,'
        ' "attack": {"value": 5, "count": 2}}'
    )
    view = GAME.view(position.state, 0)
    hands = {tuple(sorted(GAME.imagine(view, 0, KeyedChance(bytes([seed]))).hands[1])) for seed in range(10)}
    assert len(hands) > 3
    assert {hand.count(5) for hand in hands} <= {2, 3}


def test_a_match_ended_by_shown_hands_is_imagined_with_them() -> None:
    state = played(laid('{"hands": [[2,2,2,1,1],[4,2,2,3,3]], "pile": [5], "fencers": [10,13], "rounds": 1}'), "F1")
    imagined = GAME.imagine(GAME.view(state, SPECTATOR), SPECTATOR, KeyedChance(bytes(32)))
    assert [sorted(hand) for hand in imagined.hands] == [sorted(hand) for hand in state.hands]


def test_the_view_tells_how_the_last_round_ended() -> None:
    state = played(laid('{"hands": [[2,2,2,1,1],[4,2,2,3,3]], "pile": [5], "fencers": [10,13]}'), "F1")
    shown = ((1, 2, 2, 2, 5), (2, 2, 3, 3, 4))
    assert GAME.view(state, SPECTATOR).last_round == RoundEnd(1, "comparison-hand", (11, 13), 0, shown)


def test_the_largest_state_stays_small() -> None:
    state = laid('{"hands": [[1,2,3,4,5],[1,2,3,4,5]], "pile": [1], "fencers": [8,13], "round": 21, "last_retreat":'
                 ' "position", "variant": "standard", "aid": false, "starter": 1, "scores": [8,8], "rounds": 9}',
                 last_round={"round": 20, "reason": "comparison-position", "fencers": [11, 13], "winner": 1,
                             "hands": [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]})  # fmt: skip
    assert len(dump(state)) < 600

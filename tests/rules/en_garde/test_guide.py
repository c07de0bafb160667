"""Hints for newcomers to En Garde."""

from __future__ import annotations

import pytest

from games.rules.en_garde.state import State
from games.rules.game import Position
from tests.rules.en_garde.table import GAME, begun, laid, last_round


def keys(position: Position[State], seat: int = 0) -> list[str]:
    return [hint.key for hint in GAME.hints(GAME.view(position.state, seat), seat)]


def hint(position: Position[State], key: str) -> str:
    """Return the words of one hint to the left fencer."""
    (text,) = (each.text for each in GAME.hints(GAME.view(position.state, 0), 0) if each.key == key)
    return str(text)


def test_the_first_turn_is_told_the_aim_and_how_to_move() -> None:
    assert keys(begun()) == ["aim", "move"]
    assert hint(begun(), "aim") == (
        "You win a round with a hit: an attack your opponent can’t answer. You also win it if they have no possible "
        "move on their turn, or have fewer cards that match the distance when the last card of the pile is drawn. The "
        "first to win 5 rounds wins the match."
    )


def test_who_advances_to_the_left_is_told_so() -> None:
    assert keys(begun(starter="right"), 1) == ["aim", "side", "move"]
    (side,) = (each.text for each in GAME.hints(GAME.view(begun(starter="right").state, 1), 1) if each.key == "side")
    assert str(side) == "You’re the fencer on the right, so forward is to the left: ←."


def test_where_only_an_advance_brings_one_to_strike_the_lunge_is_named() -> None:
    far = laid('{"hands": [[1,1,3,4,4],[1,2,3,4,5]], "pile": [3,3,5,5,5]}', fencers=[8, 15])
    assert keys(far) == ["aim", "lunge"]
    assert hint(far, "lunge").startswith("You can lunge: advance with one card, then attack with others")


def test_one_round_decides_a_match_of_one() -> None:
    assert hint(begun(rounds=1), "aim").endswith("The first round won decides the match.")


def test_who_waits_is_told_the_aim_alone_and_nothing_once_all_is_over() -> None:
    assert keys(begun(), 1) == ["aim"]
    won = {"round": 5, "reason": "hit", "winner": 0, "fencers": [8, 13]}
    state = '{"hands": [[1,2,3,4,5],[1,2,3,4,4]], "pile": [5], "fencers": [8,13], "scores": [5,0], "round": 5}'
    over = laid(state, to_move=None, last_round=won)
    assert keys(over) == []


@pytest.mark.parametrize(("variant", "words"), [("advanced", "You’re 9 apart, close"), ("standard", "at 5 or less")])
def test_the_distance_is_to_be_minded_before_anybody_can_strike(variant: str, words: str) -> None:
    near = laid('{"hands": [[1,1,2,2,3],[1,2,3,4,4]], "pile": [3,3,5,5,5]}', fencers=[8, 17], variant=variant)
    assert keys(near) == ["aim", "near"]
    assert words in hint(near, "near")


def test_within_reach_of_an_attack_the_distance_is_minded_without_one_after_an_advance() -> None:
    close = laid('{"hands": [[2,2,3,4,4],[1,2,3,4,4]], "pile": [3,3,5,5,5]}', fencers=[8, 9])
    assert keys(close) == ["aim", "near"]
    assert hint(close, "near").startswith("You’re 1 apart, and you don’t have a 1 to attack with. Before you move")


def test_that_place_decides_after_a_retreat_is_told_only_where_there_are_retreats() -> None:
    few = '{"hands": [[1,1,2,2,3],[1,2,3,4,4]], "pile": [3,5], "fencers": [8,17]}'
    assert "place" in keys(laid(few, last_retreat="position"))
    assert "place" not in keys(laid(few, last_retreat="position", variant="standard"))


@pytest.mark.parametrize(("number", "told"), [(7, False), (8, True)])
def test_n5_that_the_next_drawn_round_ends_the_match_is_told_once_four_were_drawn(number: int, told: bool) -> None:
    position = laid(
        '{"hands": [[1,1,2,2,3],[1,2,3,4,4]], "pile": [3,3,5,5,5]}', scores=[2, 1], round=number, fencers=[8, 17]
    )
    assert ("drawn" in keys(position)) is told


def test_an_attack_that_is_possible_is_explained() -> None:
    assert keys(laid('{"hands": [[1,2,3,4,5],[1,2,3,4,4]], "pile": [3,3,5,5,5], "fencers": [8,12]}')) == [
        "aim",
        "attack",
    ]


@pytest.mark.parametrize(
    ("hand", "count", "indirect", "told"),
    [
        ([1, 2, 3, 4, 5], 1, False, ["aim", "parry"]),
        ([1, 2, 3, 4, 5], 1, True, ["aim", "parry", "retreat"]),
        ([1, 2, 3, 4, 5], 2, True, ["aim", "retreat"]),
    ],
)
def test_a_defender_is_told_what_the_hand_allows(hand: list[int], count: int, indirect: bool, told: list[str]) -> None:
    attack = {"value": 5, "count": count, "indirect": indirect}
    assert keys(laid('{"pile": [4], "fencers": [8,13]}', hands=[hand, [1, 2, 3, 4, 4]], attack=attack)) == told


def test_an_answer_after_the_last_card_is_told_that_the_round_ends_with_it() -> None:
    typed = '{"hands": [[2,2,4,4,5],[1,1,3,3,4]], "pile": [], "fencers": [9,13]}'
    attack = {"value": 4, "count": 2, "indirect": True}
    assert keys(laid(typed, attack=attack)) == ["aim", "parry", "retreat", "last"]
    assert (
        hint(laid(typed, attack=attack), "parry")
        == "You’re under attack. Parry with the same number of cards of the same value."
    )
    assert hint(laid(typed, attack=attack), "last").startswith("The last card has been drawn, so your answer ends")
    by_place = laid(typed, attack=attack, last_retreat="position")
    assert keys(by_place) == ["aim", "parry", "retreat", "last", "place"]
    direct = laid(typed, attack={**attack, "indirect": False}, last_retreat="position")
    assert keys(direct) == ["aim", "parry", "last"]


def test_a_parry_after_which_nothing_can_be_done_says_so() -> None:
    typed = '{"hands": [[4,4,5,5,5],[1,1,3,3,4]], "pile": [2], "fencers": [4,8]}'
    attack = {"value": 4, "count": 2}
    assert hint(laid(typed, attack=attack), "parry").endswith("move or attack with the rest, and you’d lose the round.")
    assert last_round(laid(typed, attack=attack), "P") == ("stuck", 1)


def test_after_a_parry_the_turn_goes_on() -> None:
    parried = laid('{"hands": [[1,2,3],[1,2,3,4,4]], "pile": [4,4,5,5,5], "fencers": [8,20], "parried": true}')
    assert keys(parried) == ["aim", "parried", "move"]


def test_new_rounds_and_their_end_are_told_from_the_view() -> None:
    late = laid('{"hands": [[1,2,2,3,3],[1,2,3,4,4]], "pile": [4], "fencers": [2,20], "round": 2}')
    assert keys(late) == ["aim", "round", "end", "move"]
    assert hint(late, "end").startswith(
        "There’s only one card left to draw. It ends the round, but an attack just before can still be answered."
    )

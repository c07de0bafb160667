"""Hints for who is new to En Garde, and why its cards and spaces cannot be used."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import engine
from games.rules.en_garde.state import State
from games.rules.en_garde.steps import Parry
from games.rules.game import Position
from tests.rules.contract.playouts import Ply, played
from tests.rules.en_garde.table import GAME, begun, laid, last_round


def keys(position: Position[State], seat: int = 0) -> list[str]:
    return [hint.key for hint in GAME.hints(GAME.view(position.state, seat), seat)]


def hint(position: Position[State], key: str) -> str:
    """The words of one hint to the left fencer."""
    (text,) = (each.text for each in GAME.hints(GAME.view(position.state, 0), 0) if each.key == key)
    return str(text)


def whys(position: Position[State], part: str = "") -> list[str]:
    """What the left fencer is told, of one part of the board or of all."""
    found = GAME.whys(GAME.view(position.state, 0), 0)
    return [f"{why.wish}: {why.reason}" for why in found if not part or part in why.parts]


def test_the_first_turn_is_told_the_aim_and_how_to_move() -> None:
    assert keys(begun()) == ["aim", "move"]
    assert hint(begun(), "aim") == (
        "You win a round by a hit: an attack that your opponent cannot meet. 5 rounds win the match."
    )


def test_one_round_decides_a_match_of_one() -> None:
    assert hint(begun(rounds=1), "aim").endswith("One round decides the match.")


def test_who_waits_is_told_the_aim_alone_and_nothing_once_all_is_over() -> None:
    assert keys(begun(), 1) == ["aim"]
    won = {"round": 5, "reason": "hit", "winner": 0, "fencers": [8, 13]}
    state = '{"hands": [[1,2,3,4,5],[1,2,3,4,4]], "pile": [5], "fencers": [8,13], "scores": [5,0], "round": 5}'
    over = laid(state, to_move=None, last_round=won)
    assert keys(over) == []


@pytest.mark.parametrize(("variant", "words"), [("advanced", "You are 9 apart, so"), ("standard", "at 5 or less")])
def test_the_distance_is_to_be_minded_before_anybody_can_strike(variant: str, words: str) -> None:
    near = laid('{"hands": [[1,1,2,2,3],[1,2,3,4,4]], "pile": [3,3,5,5,5]}', fencers=[8, 17], variant=variant)
    assert keys(near) == ["aim", "near"]
    assert words in hint(near, "near")


def test_within_reach_of_an_attack_the_distance_is_minded_without_one_after_an_advance() -> None:
    close = laid('{"hands": [[2,2,3,4,4],[1,2,3,4,4]], "pile": [3,3,5,5,5]}', fencers=[8, 9])
    assert keys(close) == ["aim", "near"]
    assert hint(close, "near").startswith("You are 1 apart and hold no 1 to attack with. Before you move")


def test_that_place_decides_after_a_retreat_is_told_only_where_there_are_retreats() -> None:
    few = '{"hands": [[1,1,2,2,3],[1,2,3,4,4]], "pile": [3,5], "fencers": [8,17]}'
    assert "place" in keys(laid(few, last_retreat="position"))
    assert "place" not in keys(laid(few, last_retreat="position", variant="standard"))


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
    assert hint(laid(typed, attack=attack), "parry") == "You are attacked. Parry with as many cards of the same value."
    assert hint(laid(typed, attack=attack), "last").startswith("The last card has been drawn, so your answer ends")
    by_place = laid(typed, attack=attack, last_retreat="position")
    assert keys(by_place) == ["aim", "parry", "retreat", "last", "place"]
    direct = laid(typed, attack={**attack, "indirect": False}, last_retreat="position")
    assert keys(direct) == ["aim", "parry", "last"]


def test_a_parry_after_which_nothing_can_be_done_says_so() -> None:
    typed = '{"hands": [[4,4,5,5,5],[1,1,3,3,4]], "pile": [2], "fencers": [4,8]}'
    attack = {"value": 4, "count": 2}
    assert hint(laid(typed, attack=attack), "parry").endswith("neither move nor attack, and would lose the round.")
    assert last_round(laid(typed, attack=attack), "P") == ("stuck", 1)


def test_after_a_parry_the_turn_goes_on() -> None:
    parried = laid('{"hands": [[1,2,3],[1,2,3,4,4]], "pile": [4,4,5,5,5], "fencers": [8,20], "parried": true}')
    assert keys(parried) == ["aim", "parried", "move"]


def test_new_rounds_and_their_end_are_told_from_the_view() -> None:
    late = laid('{"hands": [[1,2,2,3,3],[1,2,3,4,4]], "pile": [4], "fencers": [2,20], "round": 2}')
    assert keys(late) == ["aim", "round", "end", "move"]
    assert hint(late, "end").startswith(
        "One card is left to draw. With it the round ends, after an attack once that is answered:"
    )


def test_cards_that_cannot_move_or_strike_say_why() -> None:
    begin = laid('{"hands": [[1,2,3,4,4],[1,2,3,4,5]], "pile": [3,3,5,5,5], "fencers": [1,23]}')
    assert whys(begin, "card-4") == [
        "Step back 4: there is no space behind you (EG-N9).",
        "Attack with 1 × 4: the fencers stand 22 apart; a direct attack reaches 5 at most (EG-N11).",
    ]
    assert whys(begin, "space-6") == ["Advance 5: you hold no 5."]
    assert whys(begin, "space-12") == []


def test_the_advance_that_would_run_into_the_other_says_so() -> None:
    close = laid('{"hands": [[1,2,4,4,5],[1,2,3,3,5]], "pile": [3,3,5,5,5], "fencers": [8,11]}')
    assert whys(close, "card-4") == [
        "Advance 4: the fencers stand 3 apart; an advance of 4 would reach or pass the opponent (EG-N8).",
        "Attack with 1 × 4: the fencers stand 3 apart; a direct attack needs 3s (EG-N11).",
    ]
    assert "Attack with 1 × 3: you hold no 3." in whys(close, "space-11")


def test_one_card_cannot_advance_and_strike() -> None:
    even = laid('{"hands": [[1,2,4,4,5],[1,2,3,3,5]], "pile": [3,3,5,5,5], "fencers": [8,12]}')
    words = "Advance 2, then attack with 1 × 2: advance and attack together need 2 cards of 2 (EG-N14)."
    assert words in whys(even, "card-2")


def test_under_attack_every_card_says_what_must_come_first() -> None:
    attack = {"value": 5, "count": 2}
    hands = [[1, 2, 3, 4, 5], [1, 2, 3, 4, 4]]
    # The one 5 is no parry; a position like this ends the round at once, but the words hold for any.
    hit = laid('{"pile": [4], "fencers": [8,13]}', hands=hands, attack={**attack, "indirect": True})
    assert whys(hit, "card-5") == [
        "Parry: a parry needs 2 cards of 5 here (EG-N18).",
        "Advance 5: the attack must be answered first, by a parry or a retreat (EG-N17).",
    ]
    held = laid('{"pile": [4], "fencers": [8,13]}', hands=[[1, 2, 3, 5, 5], hands[1]], attack=attack)
    assert whys(held, "card-1") == [
        "Retreat 1: a retreat is possible only against an indirect attack (EG-N22).",
        "Advance 1: the attack must be answered first, by a parry (EG-N17).",
    ]


def test_every_card_in_hand_that_cannot_be_used_has_a_reason() -> None:
    for match in played("en-garde", 1):
        for ply in match.plies:
            hand = ply.before.state.hands[ply.seat]
            used = {card for step in engine.legal_steps(GAME, ply.before, ply.seat) for card in cards(ply, step)}
            told = {part for why in GAME.whys(GAME.view(ply.before.state, ply.seat), ply.seat) for part in why.parts}
            assert {f"card-{card}" for card in set(hand) - used} <= told, ply.place


def cards(ply: Ply, step: Any) -> set[int]:
    """The values of the cards that a step plays."""
    if isinstance(step, Parry):
        return {ply.before.state.attack.value}
    return {step.value, getattr(step, "advance", step.value)}

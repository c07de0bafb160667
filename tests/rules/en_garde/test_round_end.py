"""EG-N28 to EG-N42: how a round ends, and what follows from the rules before."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import pytest

from games.rules.en_garde.events import Advanced, Attacked, Drew, Evaded, HandsShown, Parried, RoundDrawn, RoundWon
from games.rules.en_garde.state import RoundEnd, State, room
from games.rules.en_garde.steps import Stance, legal
from games.rules.errors import BadState
from games.rules.game import Position
from tests.rules.en_garde.table import GAME, happened, laid, last_round, offered, play, played

STUCK_NEXT = '{"hands": [[3,3,4,4,5],[1,1,2,5,5]], "pile": [1,2,3], "fencers": [1,4], "to_move": 1}'
"""The right fencer steps up to the left one, who stands on its end with cards that are all too high."""


def last_card_attack(left: list[int], right: list[int], **more: Any) -> Position[State]:
    """Return the left fencer has attacked with a 5, after an advance, and drawn the last card; the right one
    answers.
    """
    text = '{"pile": [], "fencers": [9,14], "to_move": 1, "attack": {"value": 5, "count": 1, "indirect": true}}'
    return laid(text, hands=[left, right], **more)


def test_n28_a_hit_ends_the_round_and_shows_no_hand() -> None:
    state = played(laid('{"hands": [[1,2,5,4,4],[1,2,3,3,4]], "pile": [1,2,3,5], "fencers": [8,13]}'), "A5x1")
    assert state.last_round == RoundEnd(1, "hit", (8, 13), 0)


def test_n29_a_seat_without_a_legal_action_loses_the_round() -> None:
    position = laid(STUCK_NEXT)
    assert happened(position, "F1")[:3] == [Advanced(1, 1, 3), Drew(1, 1, (3,)), RoundWon(1, 1, "stuck", (0, 1))]
    assert played(position, "F1").last_round == RoundEnd(1, "stuck", (1, 3), 1)


def test_n30_the_round_ends_when_the_last_card_is_drawn() -> None:
    position = laid('{"hands": [[1,2,3,4,4],[1,2,3,3,5]], "pile": [5], "fencers": [8,18]}')
    events = happened(position, "F1")
    assert events[:3] == [
        Advanced(0, 1, 9),
        Drew(0, 1, (5,)),
        HandsShown(((2, 3, 4, 4, 5), (1, 2, 3, 3, 5)), 9, (8, 5)),
    ]
    assert last_round(position, "F1") == ("comparison-position", 0)


def test_n30_a_pending_attack_is_answered_before_the_comparison() -> None:
    position = laid('{"hands": [[1,2,5,4,4],[1,2,3,3,5]], "pile": [3], "fencers": [8,13]}')
    assert happened(position, "A5x1") == [Attacked(0, 5, 1), Drew(0, 1, (3,))]
    after, _ = play(position, "A5x1")
    assert (after.state.pile, offered(after)) == ([], "P")


def test_n30_an_attack_with_the_last_card_that_finds_no_answer_is_a_hit() -> None:
    position = laid('{"hands": [[1,2,5,4,4],[1,2,3,3,4]], "pile": [3], "fencers": [8,13]}')
    assert last_round(position, "A5x1") == ("hit", 0)
    assert not any(isinstance(event, HandsShown) for event in happened(position, "A5x1"))


def test_n31_a_parry_after_the_last_card_gives_no_action_and_the_hands_are_compared() -> None:
    position = last_card_attack([1, 1, 2, 2, 3], [1, 2, 3, 5, 5])
    assert happened(position, "P")[:3] == [
        Parried(1, 5, 1),
        HandsShown(((1, 1, 2, 2, 3), (1, 2, 3, 5)), 5, (8, 9)),
        RoundWon(1, 1, "comparison-hand", (0, 1)),
    ]


def test_n31_a_parry_may_use_the_last_card_that_would_have_counted() -> None:
    position = last_card_attack([1, 5, 2, 2, 3], [1, 2, 3, 4, 5])
    assert last_round(position, "P") == ("comparison-hand", 0)


def test_n31_a_retreat_after_the_last_card_is_not_refilled() -> None:
    position = last_card_attack([1, 1, 2, 2, 5], [1, 3, 4, 5, 5])
    assert happened(position, "R3")[:3] == [
        Evaded(1, 3, 17),
        HandsShown(((1, 1, 2, 2, 5), (1, 4, 5, 5)), 8, (8, 6)),
        RoundWon(0, 1, "comparison-position", (1, 0)),
    ]


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ('{"hands": [[1,2,3,5,5],[2,3,5,4,4]], "pile": [4], "fencers": [8,14]}', "F1"),
        ('{"hands": [[1,2,3,5,5],[2,3,5,4,4]], "pile": [4], "fencers": [8,12]}', "B1"),
        (
            '{"hands": [[1,2,3,5,5],[2,3,5,4,4]], "pile": [4], "fencers": [8,11], "to_move": 1,'
            ' "attack": {"value": 3, "count": 1, "indirect": true}}',
            "R2",
        ),
    ],
)
def test_n32_after_the_last_card_the_opponent_does_not_attack_any_more(state: str, text: str) -> None:
    after = played(laid(state), text)
    assert (after.round, after.last_round and after.last_round.reason) == (2, "comparison-hand")


@pytest.mark.parametrize("pile", ["[4]", "[4,3]", "[4,3,1]"])
def test_n33_the_pile_may_run_out_before_or_with_the_last_card_needed(pile: str) -> None:
    position = laid(f'{{"hands": [[1,2,5,5,5],[1,2,3,5,5]], "pile": {pile}, "fencers": [8,13]}}')
    after, _ = play(position, "A5x2")
    assert (after.state.pile, offered(after)) == (([], "P") if pile != "[4,3,1]" else ([4], "P"))
    short = laid('{"hands": [[1,2,5,5,5],[1,2,3,5,5]], "pile": [4], "fencers": [8,13]}')
    assert len(played(short, "A5x2").hands[0]) == 4


@pytest.mark.parametrize(
    ("left", "right", "winner"),
    [("[2,2,2,1,1]", "[4,2,2,3,3]", 0), ("[2,5,4,1,1]", "[4,2,2,3,3]", 1)],
)
def test_n34_more_cards_of_the_distance_win_the_comparison(left: str, right: str, winner: int) -> None:
    position = laid(f'{{"hands": [{left},{right}], "pile": [5], "fencers": [10,13]}}')
    assert last_round(position, "F1") == ("comparison-hand", winner)


def test_n34_the_comparison_counts_after_an_attack_as_well() -> None:
    assert last_round(last_card_attack([1, 1, 2, 2, 5], [1, 2, 3, 4, 5]), "P") == ("comparison-hand", 0)


def test_n34_both_hands_are_shown() -> None:
    position = laid('{"hands": [[2,2,2,1,1],[4,2,2,3,3]], "pile": [5], "fencers": [10,13]}')
    ended = played(position, "F1").last_round
    assert ended == RoundEnd(1, "comparison-hand", (11, 13), 0, ((1, 2, 2, 2, 5), (2, 2, 3, 3, 4)))


def test_n34_above_distance_5_position_alone_decides() -> None:
    position = laid('{"hands": [[1,5,5,5,5],[4,4,2,3,3]], "pile": [5], "fencers": [4,14]}')
    assert last_round(position, "F1") == ("comparison-position", 1)


@pytest.mark.parametrize(
    ("fencers", "ending"),
    [
        ("[11,13]", ("comparison-position", 0)),
        ("[10,13]", ("level", None)),
        ("[10,12]", ("comparison-position", 1)),
        ("[1,22]", ("level", None)),
    ],
)
def test_n35_level_hands_are_decided_by_the_fencer_further_forward(
    fencers: str, ending: tuple[str, int | None]
) -> None:
    position = laid(f'{{"hands": [[1,4,4,3,3],[4,4,3,3,5]], "pile": [5], "fencers": {fencers}}}')
    assert last_round(position, "F1") == ending


def test_n35_a_drawn_round_is_told_as_one() -> None:
    position = laid('{"hands": [[1,4,4,3,3],[4,4,3,3,5]], "pile": [5], "fencers": [10,13]}')
    assert RoundDrawn(1) in happened(position, "F1")
    assert played(position, "F1").scores == [0, 0]


def test_n36_a_seat_that_can_only_attack_is_not_stuck() -> None:
    position = laid('{"hands": [[3,4,4,5,5],[1,1,2,2,5]], "pile": [1,2,3], "fencers": [1,5], "to_move": 1}')
    after, _ = play(position, "F1")
    assert (after.state.round, offered(after)) == (1, "A3x1")


def test_n37_a_seat_under_attack_is_not_stuck_while_it_can_answer() -> None:
    position = laid('{"hands": [[3,4,4,5,5],[3,1,2,2,5]], "pile": [1,2,3], "fencers": [1,4], "to_move": 1}')
    after, events = play(position, "A3x1")
    assert events == [Attacked(1, 3, 1), Drew(1, 1, (3,))]
    assert offered(after) == "P"


def test_n38_a_defender_without_an_action_after_the_parry_loses() -> None:
    position = laid('{"hands": [[3,4,4,5,5],[3,1,2,2,5]], "pile": [1,2,3], "fencers": [1,4], "to_move": 1}')
    assert happened(position, "A3x1", "P")[2:4] == [Parried(0, 3, 1), RoundWon(1, 1, "stuck", (0, 1))]


def test_n39_the_last_card_is_looked_at_before_a_stuck_seat() -> None:
    assert last_round(laid(STUCK_NEXT, pile=[1]), "F1") == ("comparison-hand", 1)


def test_n39_a_stuck_seat_would_always_lose_the_comparison_as_well() -> None:
    pairs = [(left, right) for right in range(2, 24) for left in range(1, right)]
    stuck = [(at, seat) for at in pairs for seat in (0, 1) if _can_be_stuck(at, seat)]
    assert len(stuck) == 40
    for at, seat in stuck:
        assert room(at, seat) < room(at, 1 - seat)
        assert all(at[1] - at[0] not in hand for hand in _stuck_hands(at, seat))


def _can_be_stuck(at: tuple[int, int], seat: int) -> bool:
    return any(True for _ in _stuck_hands(at, seat))


def _stuck_hands(at: tuple[int, int], seat: int) -> Iterator[tuple[int, ...]]:
    distance = at[1] - at[0]
    hands = combinations_with_replacement(range(1, 6), 5)
    return (hand for hand in hands if not legal(Stance(hand, distance, room(at, seat), None, True)))


def test_n40_the_law_of_hand_sizes_refuses_a_short_hand_while_cards_are_left() -> None:
    state = laid('{"hands": [[1,2,3,4,5],[1,2,3,4,5]], "pile": [1,2,3], "fencers": [8,13]}').state
    state.discards.append(state.hands[0].pop())
    with pytest.raises(BadState, match="The rules don’t allow hands of this size"):
        GAME.check(state)


@pytest.mark.parametrize("answer", ["P", "R1"])
def test_n41_the_advance_of_an_indirect_attack_stays_in_force(answer: str) -> None:
    position = laid('{"hands": [[3,5,2,2,1],[1,2,3,4,5]], "pile": [1,2,3,4,5], "fencers": [6,14]}')
    assert played(position, "X3,5x1", answer).fencers[0] == 9


def test_n41_it_stays_after_a_hit_too() -> None:
    position = laid('{"hands": [[3,5,2,2,1],[1,2,3,4,4]], "pile": [1,2,3,4,5], "fencers": [15,23]}')
    assert played(position, "X3,5x1").last_round == RoundEnd(1, "hit", (18, 23), 0)


def test_n42_the_parry_answers_the_attack_and_not_the_advance() -> None:
    position = laid('{"hands": [[3,5,2,2,1],[1,2,3,3,4]], "pile": [1,2,3,4,5], "fencers": [6,14]}')
    after, _ = play(position, "X3,5x1")
    assert offered(after) == "R1 R2 R3 R4"
    position = laid('{"hands": [[3,5,2,2,1],[1,2,4,4,5]], "pile": [1,2,3,4,5], "fencers": [6,14]}')
    assert offered(play(position, "X3,5x1")[0]) == "P R1 R2 R4 R5"

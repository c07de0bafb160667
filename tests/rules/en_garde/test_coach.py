"""What the coach says at En Garde."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.en_garde.coach import reach
from games.rules.en_garde.state import COPIES, VALUES
from games.rules.en_garde.steps import Direct, Indirect, Parry, Stance, legal, stance
from tests.rules.contract.playouts import Match
from tests.rules.en_garde.table import GAME, begun, laid

MATCHES = 8
IMAGINED = 4


def said(state: str, **more: Any) -> str:
    """Return what the coach says to the left fencer."""
    return str(GAME.advice(GAME.view(laid(state, **more).state, 0), 0))


@pytest.mark.parametrize(
    ("hand", "fencers", "variant", "words"),
    [
        (
            [1, 2, 3, 4, 5],
            [1, 23],
            "advanced",
            "You’re 22 apart, too far for a hit next turn. Get closer, and keep cards of the same value.",
        ),
        ([1, 2, 3, 4, 5], [10, 14], "advanced", "You’re 4 apart: an attack with a 4 hits in about 11 of 100 cases."),
        (
            [3, 4, 4, 1, 1],
            [9, 16],
            "advanced",
            "You’re 7 apart: advance 3, and an attack with two 4s would hit, unless it’s answered.",
        ),
        (
            [3, 3, 3, 1, 1],
            [8, 11],
            "advanced",
            "Attack with three 3s: your opponent can’t have the cards to parry. That’s a hit!",
        ),
        (
            [3, 5, 5, 2, 2],
            [8, 16],
            "standard",
            "You’re 8 apart: advance 3. From there you can parry or attack with two 5s.",
        ),
        (
            [1, 1, 2, 2, 5],
            [8, 18],
            "standard",
            "You’re 10 apart: advance 2. At 8 apart, no attack can reach you next turn.",
        ),
        (
            [1, 1, 2, 2, 5],
            [8, 18],
            "advanced",
            "You’re 10 apart: advance 2. At 8, only a lunge could hit you.",
        ),
    ],
)
def test_the_coach_says_what_the_distance_means(hand: list[int], fencers: list[int], variant: str, words: str) -> None:
    state = '{"hands": [], "pile": [1, 2, 4]}'
    assert said(state, hands=[hand, [3, 3, 4, 5, 2]], fencers=fencers, variant=variant) == words


def test_without_the_card_counter_no_chance_is_told() -> None:
    hands = [[1, 2, 3, 4, 5], [3, 3, 4, 5, 2]]
    told = said('{"pile": [1, 2, 4]}', hands=hands, fencers=[10, 14], aid=False)
    assert told == "You’re 4 apart: an attack with a 4 would hit, unless it’s parried."


def test_a_defender_is_told_which_answer_is_one() -> None:
    attack = {"value": 5, "count": 1, "indirect": True}
    state = '{"pile": [4], "fencers": [8, 13]}'
    hands = [[1, 2, 3, 4, 5], [1, 2, 3, 4, 4]]
    assert said(state, hands=hands, attack=attack).startswith("Parry with a 5: then it’s your turn")
    twice = {"value": 5, "count": 2, "indirect": True}
    assert said(state, hands=hands, attack=twice) == "You can’t parry this, so retreat. You keep all your other cards."


@pytest.mark.parametrize(
    ("last_retreat", "words"),
    [
        ("hand", "Your answer ends the round: keep the cards that match the distance it leaves."),
        ("position", "Your answer ends the round. After a retreat, the fencer who is further forward wins it."),
    ],
)
def test_what_decides_after_the_last_card_depends_on_the_option(last_retreat: str, words: str) -> None:
    attack = {"value": 5, "count": 1, "indirect": True}
    state = '{"pile": [], "fencers": [8, 13]}'
    hands = [[1, 2, 3, 4, 5], [1, 2, 3, 4, 4]]
    assert said(state, hands=hands, attack=attack, last_retreat=last_retreat) == words


def test_who_waits_hears_nothing() -> None:
    assert GAME.advice(GAME.view(begun().state, 1), 1) is None


def test_a_certain_hit_is_one_in_every_state_that_the_seat_may_be_in() -> None:
    tried = set[str]()
    for number in range(MATCHES):
        for ply in Match(GAME, number).play().plies:
            view = GAME.view(ply.before.state, ply.seat)
            words = str(GAME.advice(view, ply.seat))
            if "That’s a hit!" in words:
                tried.add("hit")
                count = next(number for number in range(5, 0, -1) if f"with {_cards(number)}" in words)
                for seed in range(IMAGINED):
                    state = GAME.imagine(view, ply.seat, KeyedChance(b"coach %d" % seed))
                    assert state.hands[1 - ply.seat].count(view.distance) < count
    assert tried == {"hit"}


FEW = "You’re 4 apart and could attack. But few cards are left, and you’re less far forward."


@pytest.mark.parametrize(
    ("laid_out", "words"),
    [
        (
            {"hands": [[2, 2, 2, 3, 5], [1, 1, 2, 3, 3]], "pile": [3], "fencers": [8, 12]},
            "End the round now: advance 2. Your opponent can’t have as many 2s as you.",
        ),
        (
            {"hands": [[1, 1, 2, 2, 5], [1, 1, 5, 5, 5]], "pile": [5], "fencers": [14, 20]},
            "End the round now: advance 2. Your opponent can’t have more 4s than you, and you’re further forward.",
        ),
        (
            {"hands": [[1, 1, 2, 2, 3], [3, 3, 4, 5, 5]], "pile": [1], "fencers": [10, 16]},
            "End the round now: step back 1. At 7 apart no card matches, and you’re further forward.",
        ),
    ],
)
def test_a_move_that_ends_the_round_and_wins_it_is_named(laid_out: dict[str, Any], words: str) -> None:
    assert said("{}", variant="standard", **laid_out) == words


@pytest.mark.parametrize(
    ("pile", "fencers", "hits", "warned"),
    [(5, [6, 10], 78, True), (5, [16, 20], 78, False), (6, [6, 10], 82, False)],
)
def test_an_attack_that_may_bring_on_a_lost_end_is_warned_of(
    pile: int, fencers: list[int], hits: int, warned: bool
) -> None:
    hands = [[1, 3, 4, 4, 5], [2, 2, 3, 4, 4]]
    words = said("{}", hands=hands, pile=[1, 1, 2, 3, 5, 5][:pile], fencers=fencers, variant="standard")
    attack = f"You’re 4 apart: an attack with two 4s hits in about {hits} of 100 cases."
    assert words == (FEW if warned else attack)


def test_cards_that_cannot_be_parried_are_kept() -> None:
    four = {"hands": [[4, 4, 4, 4, 2], [1, 2, 3, 3, 5]], "pile": [1, 1, 2, 3, 5, 5], "fencers": [8, 15]}
    assert "4" not in said("{}", variant="advanced", **four).split(".")[0].replace("14", "")


@pytest.mark.parametrize("hand", [[3, 3, 4, 5, 5], [3, 3, 3, 3, 4], [5, 5, 5, 4, 4], [1, 2, 3, 4, 5]])
def test_nobody_is_sent_back_from_beyond_every_reach(hand: list[int]) -> None:
    for left in (2, 5, 9):
        there = {"hands": [hand, [1, 1, 2, 2, 5]], "pile": [1, 3, 4], "fencers": [left, left + 13]}
        assert "step back" not in said("{}", variant="advanced", **there)


@pytest.mark.parametrize(
    ("hands", "fencers", "words"),
    [
        (
            [[1, 1, 2, 4, 5], [2, 2, 3, 4]],
            [10, 15],
            "Parry: that ends the round, and you’d probably win it.",
        ),
        (
            [[1, 1, 2, 4, 4], [2, 2, 3, 4]],
            [14, 19],
            "Retreat 1: that ends the round, and you’d probably win it.",
        ),
    ],
)
def test_the_last_answer_is_the_one_that_probably_wins(hands: list[list[int]], fencers: list[int], words: str) -> None:
    attack = {"value": 5, "count": 1, "indirect": True}
    assert said("{}", hands=hands, pile=[], fencers=fencers, attack=attack, variant="advanced") == words


def test_only_steps_back_within_reach_are_not_called_closer() -> None:
    stuck = {"hands": [[5, 5, 5, 4, 4], [1, 1, 2, 3, 3]], "pile": [1, 2, 2, 3], "fencers": [10, 12]}
    assert "too far" not in said("{}", variant="standard", **stuck)


@pytest.mark.parametrize("variant", ["standard", "advanced"])
def test_out_of_reach_no_hand_can_attack(variant: str) -> None:
    full = [value for value in VALUES for _ in range(COPIES)]
    far = reach(GAME.view(begun(variant=variant).state, 0))
    for distance, can in ((far, True), (far + 1, False)):
        steps = legal(Stance(full, distance, 9, None, variant == "advanced"))
        assert any(isinstance(step, Direct | Indirect) for step in steps) is can


def _cards(count: int) -> str:
    return ("a ", "two ", "three ", "four ", "five ")[count - 1]


def test_to_parry_is_advised_where_it_can_be_done() -> None:
    for number in range(MATCHES):
        for ply in Match(GAME, number).play().plies:
            words = str(GAME.advice(GAME.view(ply.before.state, ply.seat), ply.seat))
            if words.startswith("Parry"):
                assert Parry() in legal(stance(ply.before.state, ply.seat))
            if "You can’t parry this" in words:
                assert Parry() not in engine.legal_steps(GAME, ply.before, ply.seat)

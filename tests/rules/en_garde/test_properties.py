"""What holds at every ply of matches played at random, in both variants; and that every rule has its test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.en_garde.events import Drew
from games.rules.en_garde.rounds import finish
from games.rules.en_garde.state import RoundEnd, State
from games.rules.en_garde.steps import AnyStep, Direct, Parry, can_act, legal, stance
from games.rules.errors import BadState
from games.rules.game import Event, Position, dump
from tests.rules.en_garde.table import GAME, laid

MATCHES = 12
MOST_STEPS = {"standard": 10, "advanced": 14}
ROUND_PLIES = 17


class Ply(NamedTuple):
    """One move of a playout."""

    before: Position[State]
    seat: int
    step: AnyStep
    after: Position[State]
    events: list[Event]

    @property
    def ends_round(self) -> bool:
        return self.after.state.last_round != self.before.state.last_round


def playout(variant: str, number: int) -> Iterator[Ply]:
    """Yield a match played at random, always the same for the same arguments."""
    deck, picks = KeyedChance(bytes([number])), KeyedChance(b"picks" + bytes([number]))
    position, _, _ = engine.start(GAME, {"variant": variant, "rounds": 3}, [0, 1], deck)
    while engine.outcome(GAME, position) is None:
        (seat,) = engine.to_act(GAME, position)
        steps = engine.legal_steps(GAME, position, seat)
        step = steps[picks.below(len(steps), "step")]
        after, events = engine.apply(GAME, position, seat, [step], deck)
        yield Ply(position, seat, step, after, events)
        position = after


@pytest.fixture(scope="module", params=["standard", "advanced"])
def plies(request: pytest.FixtureRequest) -> list[Ply]:
    return [ply for number in range(MATCHES) for ply in playout(request.param, number)]


def test_cards_places_hands_and_scores_obey_the_laws_at_every_ply(plies: list[Ply]) -> None:
    """And a state with a card too many does not: the laws bite at every ply."""
    for ply in plies:
        GAME.check(ply.after.state)
        spoilt = deepcopy(ply.after.state)
        spoilt.discards.insert(0, 5)
        with pytest.raises(BadState, match="five cards of each value"):
            GAME.check(spoilt)


def test_no_more_steps_are_offered_than_the_rules_allow(plies: list[Ply]) -> None:
    most = max(len(engine.legal_steps(GAME, ply.before, ply.seat)) for ply in plies)
    assert 6 <= most <= MOST_STEPS[plies[0].before.state.variant]


def test_no_round_is_longer_than_17_plies(plies: list[Ply]) -> None:
    length, longest = 0, 0
    for ply in plies:
        length = length + 1
        longest = max(longest, length)
        if ply.ends_round:
            length = 0
    assert 10 <= longest <= ROUND_PLIES


def test_n40_hands_are_full_while_cards_are_left_but_between_a_parry_and_the_next_refill(plies: list[Ply]) -> None:
    for ply in plies:
        state = ply.before.state
        sizes = [len(hand) for hand in state.hands]
        assert not state.pile or state.parried or sizes == [5, 5]
        assert state.pile or state.attack


def test_the_pile_shrinks_by_the_cards_played_in_the_turn(plies: list[Ply]) -> None:
    for ply in plies:
        before = ply.before.state
        drawn = sum(event.count for event in ply.events if isinstance(event, Drew))
        cost = sum(map(int, re.findall(r"x(\d)", GAME.text(ply.step)))) + (GAME.text(ply.step)[0] in "FBRX")
        missing = 5 - len(before.hands[ply.seat])
        expected = 0 if isinstance(ply.step, Parry) else min(cost + missing, len(before.pile))
        assert drawn == expected
        if not ply.ends_round:
            assert len(ply.after.state.pile) == len(before.pile) - drawn


def test_a_direct_attack_with_three_cards_always_wins_the_round_at_once(plies: list[Ply]) -> None:
    """Wherever one is offered: chance alone hardly ever chooses one."""
    tried = 0
    for ply in plies:
        for step in engine.legal_steps(GAME, ply.before, ply.seat):
            if isinstance(step, Direct) and step.count >= 3:
                after, _ = engine.apply(GAME, ply.before, ply.seat, [step], KeyedChance(bytes(32)))
                ended = after.state.last_round
                assert ended is not None
                assert (ended.round, ended.reason, ended.winner) == (ply.before.state.round, "hit", ply.seat)
                tried += 1
    assert tried >= 5


def test_n7_a_seat_that_owes_a_move_has_a_step_and_the_quick_look_agrees_with_the_list(plies: list[Ply]) -> None:
    for ply in plies:
        state = ply.before.state
        assert legal(stance(state, ply.seat))
        assert not engine.legal_steps(GAME, ply.before, 1 - ply.seat)
        if state.attack is None:
            for seat in (0, 1):
                assert can_act(state, seat) == bool(legal(stance(state, seat)))


def test_a_mirrored_position_gives_the_mirrored_result(plies: list[Ply]) -> None:
    for ply in plies[::3]:
        after, _ = engine.apply(GAME, mirrored(ply.before), 1 - ply.seat, [ply.step], KeyedChance(bytes(32)))
        if ply.ends_round:
            assert after.state.last_round == mirrored(ply.after).state.last_round
            assert after.state.scores == ply.after.state.scores[::-1]
        else:
            assert dump(after) == dump(mirrored(ply.after))


def mirrored(position: Position[State]) -> Position[State]:
    """Return the position seen from the other side of the piste."""
    mirror = engine.copy(GAME, position)
    state = mirror.state
    state.hands.reverse()
    state.scores.reverse()
    state.fencers = [24 - space for space in reversed(state.fencers)]
    state.starter = 1 - state.starter
    state.to_move = None if state.to_move is None else 1 - state.to_move
    state.last_round = state.last_round and _mirrored_end(state.last_round)
    return mirror


def _mirrored_end(end: RoundEnd) -> RoundEnd:
    left, right = end.fencers
    winner = None if end.winner is None else 1 - end.winner
    hands = end.hands and (end.hands[1], end.hands[0])
    return RoundEnd(end.round, end.reason, (24 - right, 24 - left), winner, hands)


@pytest.mark.parametrize("fencers", [[10, 12], [9, 14], [3, 20], [11, 13]])
def test_the_comparison_does_not_look_at_the_order_of_a_hand(fencers: list[int]) -> None:
    ends = set()
    for left, right in ([2, 5, 3, 1, 2], [5, 2, 4, 1, 5]), ([1, 2, 2, 3, 5], [1, 2, 4, 5, 5]):
        state = laid('{"pile": [3]}', hands=[left, right], fencers=fencers).state
        state.pile.clear()
        finish(state, retreated=False)
        assert state.last_round is not None
        ends.add((state.last_round.reason, state.last_round.winner))
    assert len(ends) == 1


def test_every_numbered_rule_has_a_test_that_names_it() -> None:
    files = Path(__file__).parent.glob("test_*.py")
    named = {rule for file in files for rule in re.findall(r"def test_([nm]\d+)_", file.read_text())}
    wanted = {f"n{number}" for number in range(1, 43)} | {f"m{number}" for number in range(1, 8)}
    assert named == wanted

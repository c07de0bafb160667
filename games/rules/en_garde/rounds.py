"""The frame of a round: the deal, and when and how it ends (EG-N2 to EG-N5, EG-N28 to EG-N40, EG-M1 to EG-M3)."""

from __future__ import annotations

from games.rules.chance import Chance
from games.rules.en_garde.events import Dealt, DrawnOut, HandsShown, MatchWon, RoundDrawn, RoundStarted, RoundWon
from games.rules.en_garde.state import (
    COPIES,
    DRAWN,
    HAND,
    LEFT,
    RIGHT,
    SPACES,
    VALUES,
    Reason,
    RoundEnd,
    State,
    room,
)
from games.rules.en_garde.steps import can_act, can_defend
from games.rules.game import Event, Outcome, Seat

DECK = [value for value in VALUES for _ in range(COPIES)]


def deal(state: State, chance: Chance) -> list[Event]:
    """Set up the next round (EG-N2); the seats start in turn, no matter who won (EG-N4)."""
    if state.round:
        state.starter = 1 - state.starter
    state.round += 1
    state.to_move = state.starter
    state.fencers = [1, SPACES]
    state.discards = []
    deck = DECK[:]
    chance.shuffle(deck, f"round {state.round} deal")
    state.hands = [deck[-HAND:], deck[-2 * HAND : -HAND]]
    state.pile = deck[: -2 * HAND]
    dealt = [Dealt(seat, tuple(sorted(hand))) for seat, hand in enumerate(state.hands)]
    return [RoundStarted(state.round, state.starter), *dealt]


def finish(state: State, *, retreated: bool) -> list[Event]:
    """End the round if a hit, the last card or a seat that cannot act has ended it, checked in this order.

    `retreated` says whether the last act was a retreat, which matters for the option `last_retreat`.
    """
    mover = state.to_move
    assert mover is not None
    if state.attack is not None:
        return [] if can_defend(state, mover, state.attack) else _award(state, 1 - mover, "hit")
    if not state.pile:
        return _compare(state, by_hand=not retreated or state.last_retreat == "hand")
    return [] if can_act(state, mover) else _award(state, 1 - mover, "stuck")


def _compare(state: State, *, by_hand: bool) -> list[Event]:
    """End 3: cards of the distance count first (EG-N34), then who is further forward (EG-N35)."""
    distance = state.fencers[RIGHT] - state.fencers[LEFT]
    left, right = (tuple(sorted(hand)) for hand in state.hands)
    forward = room(state.fencers, LEFT), room(state.fencers, RIGHT)
    shown = HandsShown((left, right), distance, forward)
    lead = left.count(distance) - right.count(distance) if by_hand else 0
    reason: Reason = "comparison-hand"
    if not lead:
        lead = forward[LEFT] - forward[RIGHT]
        reason = "comparison-position" if lead else "level"
    winner = None if not lead else LEFT if lead > 0 else RIGHT
    return [shown, *_award(state, winner, reason, shown.hands)]


def _award(
    state: State, winner: Seat | None, reason: Reason, hands: tuple[tuple[int, ...], tuple[int, ...]] | None = None
) -> list[Event]:
    """Note how the round ended; nobody moves until the next deal."""
    left, right = state.fencers
    state.last_round = RoundEnd(state.round, reason, (left, right), winner, hands)
    state.to_move, state.attack, state.parried = None, None, False
    if winner is not None:
        state.scores[winner] += 1
    scores, ended = (state.scores[LEFT], state.scores[RIGHT]), outcome(state)
    if winner is None:
        drawn = RoundDrawn(state.round)
        return [drawn] if ended is None else [drawn, DrawnOut(scores, *ended.winners)]
    won = RoundWon(winner, state.round, reason, scores)
    return [won] if ended is None else [won, MatchWon(winner, scores)]


def outcome(state: State) -> Outcome | None:
    """Return how the match has ended: by the rounds needed, or with its last drawn round (EG-N5).

    None while it goes on.
    """
    left, right = scores = (state.scores[LEFT], state.scores[RIGHT])
    ahead = () if left == right else (LEFT if left > right else RIGHT,)
    if max(scores) >= state.rounds:
        return Outcome("points", ahead, scores)
    if rounds_drawn(state) < DRAWN:
        return None
    return Outcome("drawn-rounds" if ahead else "level", ahead, scores)


def rounds_over(state: State) -> int:
    """Return how many rounds have ended."""
    return state.round - (state.to_move is not None)


def rounds_drawn(state: State) -> int:
    """Return how many rounds nobody has won."""
    return rounds_over(state) - sum(state.scores)

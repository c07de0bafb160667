"""What is true of every state between moves."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.en_garde.rounds import DECK, outcome, rounds_drawn, rounds_over
from games.rules.en_garde.state import DRAWN, HAND, LEFT, RIGHT, State
from games.rules.en_garde.steps import legal, stance
from games.rules.errors import BadState
from games.rules.sentence import N_, sentence


def check(state: State) -> None:
    """Verify the laws. Raises BadState with the first one that is broken."""
    for law, holds in LAWS:
        if not holds(state):
            raise BadState(sentence(law))


def _order_holds(state: State) -> bool:
    return state.fencers[LEFT] < state.fencers[RIGHT]


def _cards_hold(state: State) -> bool:
    return sorted([*state.hands[LEFT], *state.hands[RIGHT], *state.pile, *state.discards]) == DECK


def _turn_holds(state: State) -> bool:
    return (outcome(state) is None) == (state.to_move is not None)


def _scores_hold(state: State) -> bool:
    low, high = sorted(state.scores)
    return low < state.rounds and high <= state.rounds and rounds_drawn(state) >= 0


def _drawn_rounds_hold(state: State) -> bool:
    """Say whether nothing follows the last drawn round.

    It is the last round of its match, and no score has been enough.
    """
    last = state.last_round
    is_last = last is not None and last.winner is None and max(state.scores) < state.rounds
    return rounds_drawn(state) < DRAWN or (rounds_drawn(state) == DRAWN and is_last)


def _last_round_holds(state: State) -> bool:
    return (state.last_round.round if state.last_round else 0) == rounds_over(state)


def _attack_holds(state: State) -> bool:
    attack = state.attack
    if attack is None:
        return True
    on_top = state.to_move is not None and state.discards[-attack.count :] == [attack.value] * attack.count
    return on_top and attack.value == state.fencers[RIGHT] - state.fencers[LEFT] and not state.parried


def _sizes_hold(state: State) -> bool:
    """Return five cards each while cards are left, fewer only for a seat that has parried with one or two (EG-N40)."""
    mover = state.to_move
    if mover is None:
        return max(map(len, state.hands)) <= HAND
    if not state.pile:
        return state.attack is not None and len(state.hands[mover]) == HAND and len(state.hands[1 - mover]) <= HAND
    own = (HAND - 2, HAND - 1) if state.parried else (HAND,)
    return len(state.hands[mover]) in own and len(state.hands[1 - mover]) == HAND


def _step_is_left(state: State) -> bool:
    return state.to_move is None or bool(legal(stance(state, state.to_move)))


LAWS: tuple[tuple[str, Callable[[State], bool]], ...] = (
    (N_("The left fencer must stand to the left of the right one."), _order_holds),
    (N_("There must be five cards of each value."), _cards_hold),
    (N_("The scores don’t fit the rounds played and the rounds needed to win."), _scores_hold),
    (N_("A match ends with its fifth drawn round."), _drawn_rounds_hold),
    (N_("It must be one seat’s turn until the match is over."), _turn_holds),
    (N_("The last finished round must be the one before the current round."), _last_round_holds),
    (N_("The cards of an attack must be on top of the discard pile and match the distance."), _attack_holds),
    (N_("The rules don’t allow hands of this size."), _sizes_hold),
    (N_("The seat to move has no possible step, so the round would be over."), _step_is_left),
)

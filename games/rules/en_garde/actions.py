"""Playing a step: cards to the discards, fencers along the piste, hands filled (EG-N15, EG-N20, EG-N21, EG-N41)."""

from __future__ import annotations

from games.rules.en_garde.events import Advanced, Attacked, Drew, Evaded, Parried, WentBack
from games.rules.en_garde.rounds import finish
from games.rules.en_garde.state import HAND, LEFT, Attack, State
from games.rules.en_garde.steps import Advance, AnyStep, Back, Direct, Indirect, Parry, Retreat
from games.rules.game import Event, Seat


def play(state: State, seat: Seat, step: AnyStep) -> list[Event]:
    """Take a legal step, and end the round if the step ended it."""
    events: list[Event] = []
    match step:
        case Advance(value):
            events.append(Advanced(seat, value, _move(state, seat, value)))
        case Back(value):
            events.append(WentBack(seat, value, _move(state, seat, -value)))
        case Direct(value, count):
            events.append(_attack(state, seat, Attack(value, count)))
        case Indirect(advance, value, count):
            events.append(Advanced(seat, advance, _move(state, seat, advance)))
            events.append(_attack(state, seat, Attack(value, count, indirect=True)))
        case Parry():
            events.append(_parry(state, seat))
        case Retreat(value):
            state.attack = None
            events.append(Evaded(seat, value, _move(state, seat, -value)))
    if type(step) is not Parry:
        _end_turn(state, seat, events)
    return events + finish(state, retreated=type(step) is Retreat)


def _discard(state: State, seat: Seat, value: int, count: int) -> None:
    hand = state.hands[seat]
    for _ in range(count):
        hand.remove(value)
        state.discards.append(value)


def _move(state: State, seat: Seat, forward: int) -> int:
    """Play one card to move; return the space reached."""
    _discard(state, seat, abs(forward), 1)
    state.fencers[seat] += forward if seat == LEFT else -forward
    return state.fencers[seat]


def _attack(state: State, seat: Seat, attack: Attack) -> Attacked:
    _discard(state, seat, attack.value, attack.count)
    state.attack = attack
    return Attacked(seat, attack.value, attack.count, attack.indirect)


def _parry(state: State, seat: Seat) -> Parried:
    """Meet the attack; the hand is not filled, as the seat's own action follows (EG-N20)."""
    attack = state.attack
    assert attack is not None
    _discard(state, seat, attack.value, attack.count)
    state.attack, state.parried = None, True
    return Parried(seat, attack.value, attack.count)


def _end_turn(state: State, seat: Seat, events: list[Event]) -> None:
    """Fill the hand as far as the pile allows (EG-N15), then give the turn to the other seat."""
    hand, pile = state.hands[seat], state.pile
    count = min(HAND - len(hand), len(pile))
    if count:
        drawn = pile[: -count - 1 : -1]
        del pile[-count:]
        hand += drawn
        events.append(Drew(seat, count, tuple(drawn)))
    state.to_move, state.parried = 1 - seat, False

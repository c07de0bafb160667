"""Steps: their notation, and which of them the rules offer (EG-N7 to EG-N19, EG-N22 to EG-N27, EG-N42, EG-M4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from games.rules.en_garde.state import VALUES, Attack, State, room
from games.rules.en_garde.view import EnGardeView, ShownAttack
from games.rules.errors import BadNotation
from games.rules.game import Seat, Step
from games.rules.sentence import N_, sentence


class Advance(Step, frozen=True):
    """`F3`: move towards the opponent (EG-N8)."""

    value: int


class Back(Step, frozen=True):
    """`B2`: move away from the opponent (EG-N9)."""

    value: int


class Direct(Step, frozen=True):
    """`A5x2`: attack with `count` cards of the distance (EG-N11)."""

    value: int
    count: int


class Indirect(Step, frozen=True):
    """`X3,5x2`: advance, then attack with `count` cards of the distance left (EG-N13)."""

    advance: int
    value: int
    count: int


class Parry(Step, frozen=True):
    """`P`: meet the attack with the same cards (EG-N18)."""


class Retreat(Step, frozen=True):
    """`R4`: go back before an indirect attack (EG-N22)."""

    value: int


AnyStep = Advance | Back | Direct | Indirect | Parry | Retreat


def _notation() -> Iterator[tuple[str, AnyStep]]:
    yield "P", Parry()
    for v in VALUES:
        yield f"F{v}", Advance(v)
        yield f"B{v}", Back(v)
        yield f"R{v}", Retreat(v)
        for n in range(1, 6):
            yield f"A{v}x{n}", Direct(v, n)
            for w in VALUES:
                yield f"X{v},{w}x{n}", Indirect(v, w, n)


STEPS: dict[str, AnyStep] = dict(_notation())
"""Every text that is a step."""
TEXTS: dict[AnyStep, str] = {step: text for text, step in STEPS.items()}


def parse(text: str) -> AnyStep:
    """Return the step a text stands for. Raises BadNotation."""
    step = STEPS.get(text)
    if step is None:
        template = N_(
            "“{text}” isn’t a step in En Garde. Steps look like this: F3 (advance), B3 (step back), A5x2 "
            "(attack with two 5s), X3,5x2 (advance 3, then attack with two 5s), P (parry), R3 (retreat). "
            "Cards and counts go from 1 to 5."
        )
        raise BadNotation(sentence(template, text=text[:40]))
    return step


class Stance(msgspec.Struct, frozen=True):
    """Everything that decides what a seat may do: hand, distance, the spaces behind it, and the attack to answer."""

    hand: Sequence[int]
    distance: int
    room: int
    attack: Attack | ShownAttack | None
    advanced: bool


def stance(state: State, seat: Seat) -> Stance:
    """Return a seat's stance in a state."""
    left, right = state.fencers
    advanced = state.variant == "advanced"
    return Stance(state.hands[seat], right - left, room(state.fencers, seat), state.attack, advanced)


def stance_seen(view: EnGardeView, seat: Seat) -> Stance:
    """Return a seat's stance, from its own view."""
    advanced = view.variant == "advanced"
    return Stance(view.hands[seat] or (), view.distance, room(view.fencers, seat), view.attack, advanced)


def legal(at: Stance) -> list[AnyStep]:
    """Return every possible step: advances, steps back, attacks by their cards, or the answers to an attack
    (EG-N17).
    """
    return list(_defences(at, at.attack) if at.attack else _actions(at))


def _defences(at: Stance, attack: Attack | ShownAttack) -> Iterator[AnyStep]:
    if at.hand.count(attack.value) >= attack.count:
        yield Parry()
    if attack.indirect:
        yield from (Retreat(v) for v in sorted(set(at.hand)) if v <= at.room)


def _actions(at: Stance) -> Iterator[AnyStep]:
    values = sorted(set(at.hand))
    forward = [v for v in values if v < at.distance]
    yield from (Advance(v) for v in forward)
    yield from (Back(v) for v in values if v <= at.room)
    yield from (Direct(at.distance, n) for n in range(1, at.hand.count(at.distance) + 1))
    if at.advanced:
        for v in forward:
            yield from _attacks_after(at, v)


def _attacks_after(at: Stance, v: int) -> Iterator[AnyStep]:
    w = at.distance - v
    spare = at.hand.count(w) - (v == w)  # the advance itself uses one card of v (EG-N14)
    return (Indirect(v, w, n) for n in range(1, spare + 1))


def can_act(state: State, seat: Seat) -> bool:
    """Say whether any action is left (EG-N36). Ask only while there are cards to draw: then no hand is empty
    (EG-N40).

    An indirect attack begins with an advance and need not be checked separately.
    """
    hand = state.hands[seat]
    left, right = state.fencers
    distance = right - left
    lowest = min(hand)
    return lowest < distance or lowest <= room(state.fencers, seat) or distance in hand


def can_defend(state: State, seat: Seat, attack: Attack) -> bool:
    """Say whether the seat can parry or, before an indirect attack, retreat (EG-N26)."""
    hand = state.hands[seat]
    if hand.count(attack.value) >= attack.count:
        return True
    return attack.indirect and min(hand) <= room(state.fencers, seat)

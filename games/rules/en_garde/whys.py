"""Why cards and spaces cannot be used: what a player might expect of them, and the rule against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.rules.en_garde.explain import explain
from games.rules.en_garde.state import RIGHT, SPACES, VALUES, room
from games.rules.en_garde.steps import Advance, AnyStep, Back, Direct, Indirect, Parry, Retreat
from games.rules.en_garde.view import EnGardeView
from games.rules.en_garde.words import label
from games.rules.game import Seat
from games.rules.guide import Why
from games.rules.sentence import N_, sentence


def whys(view: EnGardeView, seat: Seat) -> list[Why]:
    """Return what the cards in hand and the spaces in reach suggest but the rules forbid."""
    reasons = ((step, explain(view, seat, step)) for step in _wishes(view, seat))
    found = [Why(label(step), reason, _parts(view, seat, step)) for step, reason in reasons if reason]
    return [*found, *_out_of_reach(view, seat)]


def _out_of_reach(view: EnGardeView, seat: Seat) -> Iterator[Why]:
    """Yield why no card leads to the spaces beyond; under attack they are no question."""
    own, forward = view.fencers[seat], -1 if seat == RIGHT else 1
    near = {own + forward * way for way in range(-max(VALUES), min(max(VALUES), view.distance) + 1)}
    parts = tuple(
        part for space in range(1, SPACES + 1) if space not in {*near, *view.fencers} for part in _space(space)
    )
    if parts and not view.attack:
        yield Why(
            sentence(N_("Move there")),
            sentence(N_("a card moves you 1 to 5 spaces, but never past the other fencer.")),
            parts,
        )


def _wishes(view: EnGardeView, seat: Seat) -> Iterator[AnyStep]:
    held = sorted(set(view.hands[seat] or ()))
    return _answers(held) if view.attack else _actions(view, seat, held)


def _answers(held: Sequence[int]) -> Iterator[AnyStep]:
    yield Parry()
    yield from (Retreat(value) for value in held)
    yield from (Advance(value) for value in held)


def _actions(view: EnGardeView, seat: Seat, held: Sequence[int]) -> Iterator[AnyStep]:
    near = range(1, view.distance)
    behind = range(1, room(view.fencers, seat) + 1)
    yield from (Advance(value) for value in VALUES if value in held or value in near)
    yield from (Back(value) for value in VALUES if value in held or value in behind)
    yield from (Direct(value, 1) for value in VALUES if value in held or value == view.distance)
    yield from (Indirect(value, view.distance - value, 1) for value in held if view.distance - value in held)


def _parts(view: EnGardeView, seat: Seat, step: AnyStep) -> tuple[str, ...]:
    """Return the cards a step would play and the spaces it concerns."""
    own, other = view.fencers[seat], view.fencers[1 - seat]
    forward = -1 if seat == RIGHT else 1
    match step:
        case Advance(value):
            return _card(value), *_space(own + forward * value)
        case Back(value) | Retreat(value):
            return _card(value), *_space(own - forward * value)
        case Direct(value):
            return _card(value), *_space(other)
        case Indirect(advance, value):
            return _card(advance), _card(value), *_space(other)
        case Parry():
            return (_card(view.attack.value), *_space(own)) if view.attack else _space(own)


def _card(value: int) -> str:
    return f"card-{value}"


def _space(number: int) -> tuple[str, ...]:
    """Return the space as a part of the board; nothing beyond the piste."""
    return (f"space-{number}",) if 1 <= number <= SPACES else ()

"""Twins: states that differ only in what a seat may not know, and everything that the seat is told in one of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from games.rules import engine
from games.rules.chance import Chance, KeyedChance
from games.rules.engine import AnyGame, AnyPosition
from games.rules.errors import IllegalStep, RulesError
from games.rules.game import Position, Seat, Step
from tests.rules.contract import leaves
from tests.rules.contract.hooks import Hooks

IMAGINED = 2
SWAPPED = 3


def twins(rules: AnyGame, hooks: Hooks, position: AnyPosition, seat: Seat, seed: bytes) -> Iterator[AnyPosition]:
    """Yield positions that the seat cannot tell from this one. Who owes a move is public, so it is the same in all."""
    chance = KeyedChance(seed)
    view = rules.view(position.state, seat)
    for _ in range(IMAGINED):
        state = rules.imagine(view, seat, chance)
        if rules.to_act(state) == rules.to_act(position.state):
            yield Position(state, position.house, position.epoch)
    found = swapped(rules, hooks.kept_from(position.state, seat), position.state, chance)
    for state in islice(found, SWAPPED):
        yield Position(state, position.house, position.epoch)


def swapped(rules: AnyGame, kept: tuple[str, ...], state: Any, chance: Chance) -> Iterator[Any]:
    """Yield lawful states with two of the leaves kept from a viewer swapped, in drawn order."""
    tree = leaves.plain(state)
    hidden = {path: value for path, value in leaves.leaves(tree) if leaves.matches(path, kept)}
    paths = list(hidden)
    chance.shuffle(paths, "paths")
    for path in paths:
        value = hidden[path]
        partners = [other for other in hidden if hidden[other] != value and type(hidden[other]) is type(value)]
        if partners:
            partner = partners[chance.below(len(partners), "partner")]
            twin = leaves.state_of(rules, leaves.changed(tree, {path: hidden[partner], partner: value}))
            if twin is not None and leaves.lawful(rules, twin) and rules.to_act(twin) == rules.to_act(state):
                yield twin


def told(rules: AnyGame, position: AnyPosition, seat: Seat, plans: list[list[Step]]) -> bytes:
    """Return all that the seat learns from the rules without moving: its view, its steps, and what every plan leads
    to.
    """
    legal = rules.legal_steps(position.state, seat)
    view = rules.view(position.state, seat)
    facts = (
        view,
        [rules.text(step) for step in legal],
        [rules.closes(position.state, seat, step) for step in legal],
        rules.at_rest(position.state, seat),
        rules.prompt(view, seat) if legal else None,
        rules.hints(view, seat),
        rules.advice(view, seat),
        rules.whys(view, seat) if legal else None,
        [_previewed(rules, position, seat, plan) for plan in plans],
    )
    return msgspec.json.encode(facts)


def _previewed(rules: AnyGame, position: AnyPosition, seat: Seat, plan: list[Step]) -> Any:
    try:
        seen = engine.preview(rules, position, seat, plan)
    except RulesError as error:
        return error.code, error.sentence, error.index if isinstance(error, IllegalStep) else None
    closing = None if seen.closing is None else rules.text(seen.closing)
    beside = rules.hints(seen.view, seat), rules.advice(seen.view, seat), rules.whys(seen.view, seat)
    return seen.view, seen.events, [rules.text(step) for step in seen.legal], closing, seen.complete, beside

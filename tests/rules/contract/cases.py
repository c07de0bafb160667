"""The games under contract, and the plies, positions, plans and changed states with which its laws are tried."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.rules import engine
from games.rules.chance import KeyedChance
from games.rules.engine import AnyGame, AnyPosition
from games.rules.game import Seat, Step
from games.rules.registry import GAMES, game, slugs
from games.rules.sentence import Sentence
from tests.rules.contract import leaves
from tests.rules.contract.hooks import hooks
from tests.rules.contract.playouts import Ply, all_steps, played

STRANGE = 8  # steps not offered that are tried at each ply

EVERY = pytest.mark.parametrize(
    ("slug", "version"),
    [pytest.param(*each, marks=pytest.mark.xdist_group(each[0])) for each in sorted(GAMES)],
)
"""One process does all of a game: its matches are played once."""
EVERY_GAME = pytest.mark.parametrize(
    "slug",
    [pytest.param(slug, marks=pytest.mark.xdist_group(slug)) for slug in sorted(slugs())],
)


FEW = 10  # comparisons that a test must at least have made


def hides(slug: str, version: int) -> bool:
    """Say whether anything is ever kept from a seat."""
    return any(hooks(slug).kept_from(position.state, 0) for _, position in positions(slug, version))


def plies(slug: str, version: int) -> list[Ply]:
    return [ply for match in played(slug, version) for ply in match.plies]


def positions(slug: str, version: int) -> list[tuple[str, AnyPosition]]:
    """Return every position of the matches, the last ones too, each with its place."""
    return [
        (f"match {number} after ply {ply}", position)
        for number, match in enumerate(played(slug, version))
        for ply, position in enumerate(match.positions)
    ]


def sampled(slug: str, version: int) -> list[tuple[str, AnyPosition]]:
    """Return the positions in which every leaf is changed in turn."""
    return positions(slug, version)[:: hooks(slug).stride]


def composed(slug: str, version: int) -> list[tuple[str, AnyPosition]]:
    """Return the positions within the moves made, as a preview shows them to their seat."""
    rules = game(slug, version)
    previews = [
        (ply.place, engine.preview(rules, ply.before, ply.seat, steps))
        for ply in plies(slug, version)
        for steps in beginnings(ply.steps)[1:-1]
    ]
    return [(place, preview.position) for place, preview in previews]


def strange(slug: str, version: int, offered: list[Any], chance: KeyedChance) -> list[Step]:
    """Return a few steps that other plies offered and this one does not, drawn."""
    steps = [step for step in all_steps(slug, version) if step not in offered]
    chance.shuffle(steps, "strange")
    return steps[:STRANGE]


def plans(rules: AnyGame, ply: Ply, seat: Seat, wrong: list[Step]) -> list[list[Step]]:
    """Return a seat's plans: none, each first step, steps not offered, and all beginnings of its move."""
    made = ply.steps if ply.seat == seat else []
    firsts = [*engine.legal_steps(rules, ply.before, seat), *wrong]
    return [*([step] for step in firsts), *beginnings(made)]


def beginnings(move: list[Step]) -> list[list[Step]]:
    """Return nothing, the first step, the first two, … the whole move."""
    return [move[:length] for length in range(len(move) + 1)]


def spoken(sentence: Sentence) -> str:
    """Return the sentence in English: its braces are filled, and with something."""
    text = str(sentence)
    assert text
    assert re.search(r"[{}]|\bNone\b", text) is None, text
    return text


def mutants_of(rules: AnyGame, state: Any, pool: leaves.Pool) -> Iterator[tuple[leaves.Path, list[Any]]]:
    """Yield every leaf of the state, with the states that differ in it alone."""
    tree = leaves.plain(state)
    for path, value in leaves.leaves(tree):
        others = leaves.others(value, pool[leaves.pattern(path)])
        states = (leaves.state_of(rules, leaves.changed(tree, {path: other})) for other in others)
        yield path, [mutant for mutant in states if mutant is not None]

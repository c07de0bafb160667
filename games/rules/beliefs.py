"""What a seat believes of what it cannot see: weights that were fitted to ended matches, and lots drawn by them.

A game that has beliefs asks questions in its module `believe`, such as which cards are kept. Each question has a weight
for every sort of thing. The weights are data beside it, written by `manage.py beliefs fit`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from importlib import import_module, resources
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from games.rules import registry
from games.rules.chance import Chance
from games.rules.game import Seat

FILE = "beliefs.json"
ROUNDS = 60
"""Of fitting. In the last one, no weight changes by a hundredth."""
FINE = 1 << 53
"""Chances are compared with one of so many numbers."""

Weights = Mapping[str, Mapping[str, float]]
"""By question and by sort."""
X = TypeVar("X")
K = TypeVar("K", bound=Hashable)


class BadBeliefs(Exception):
    """A file of weights that cannot be used; the text names it and says why."""


class Beliefs(msgspec.Struct, forbid_unknown_fields=True):
    """What was fitted for a version of a game, and to how many matches."""

    version: int
    matches: int
    weights: dict[str, dict[str, float]]


class Answer(NamedTuple):
    """An answer to a question that a match gave: the sorts of what there was, and of what was taken."""

    offered: Sequence[str]
    taken: Sequence[str]


class Believing(Protocol):
    """A game's module `believe`, as far as it is fitted."""

    SORTS: Mapping[str, Collection[str]]

    def answers(self, state: object, seat: Seat) -> Iterator[tuple[str, Answer]]: ...


# --- The file ---


def read(rules: str, version: int, sorts: Mapping[str, Collection[str]]) -> Weights | None:
    """Return the weights beside a game's rules, a dotted name; None without a file.

    `sorts` are those that each question must have. Raises BadBeliefs.
    """
    file = resources.files(rules) / FILE
    if not file.is_file():
        return None
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Beliefs)
    except msgspec.DecodeError as error:
        raise BadBeliefs(f"{file}: {error}") from error
    if found.version != version:
        raise BadBeliefs(f"{file}: it is of version {found.version}, and the game has version {version}.")
    if fault := _fault(found.weights, sorts):
        raise BadBeliefs(f"{file}: {fault}")
    return found.weights


def _fault(weights: Weights, sorts: Mapping[str, Collection[str]]) -> str | None:
    """Return what makes weights impossible."""
    if weights.keys() != sorts.keys():
        return f"it must answer {', '.join(sorts)}."
    for question, by_sort in weights.items():
        if by_sort.keys() != set(sorts[question]):
            return f"“{question}” must have the sorts {', '.join(sorts[question])}."
        for sort, weight in by_sort.items():
            if not 0 < weight < math.inf:
                return f"“{sort}” of “{question}” weighs {weight}. It must be more than 0."
    return None


def usable(rules: str, version: int, sorts: Mapping[str, Collection[str]]) -> Weights | None:
    """Return the weights, or None where they are refused: then the game imagines without them (`refused` says it)."""
    try:
        return read(rules, version, sorts)
    except BadBeliefs:
        return None


def refused() -> Iterator[str]:
    """Yield why a file of weights of an installed game is not used."""
    for slug, package in registry.PACKAGES.items():
        if module := module_of(slug):
            try:
                read(package.rules, registry.current(slug).meta.version, module.SORTS)
            except BadBeliefs as error:
                yield str(error)


def module_of(slug: str) -> Believing | None:
    """Return a game's module of beliefs, if it has one."""
    package = registry.PACKAGES[slug]
    found: Believing | None = import_module(f"{package.rules}.believe") if package.has("believe") else None
    return found


def written(beliefs: Beliefs) -> bytes:
    """Return the content of the file."""
    return msgspec.json.format(msgspec.json.encode(beliefs, order="sorted"), indent=1) + b"\n"


# --- Lots ---


def drawn(things: Sequence[X], weight: Callable[[X], float], count: int, chance: Chance) -> tuple[list[X], list[X]]:
    """Return so many of the things, and the others. A set is as likely as the product of its weights is large."""
    weights = [weight(thing) for thing in things]
    ways = _ways(weights, count)
    taken: list[X] = []
    others: list[X] = []
    for index, thing in enumerate(things):
        left = count - len(taken)
        likely = weights[index] * ways[index + 1][left - 1] / ways[index][left] if left else 0
        (taken if chance.below(FINE, "believed") < likely * FINE else others).append(thing)
    return taken, others


def _ways(weights: Sequence[float], count: int) -> list[list[float]]:
    """Return the summed products of weights: for each index, those of so many things from there on, 0 to `count`."""
    ways = [[1.0] + [0.0] * count]
    for weight in reversed(weights):
        before = ways[-1]
        ways.append([1.0] + [before[n] + weight * before[n - 1] for n in range(1, count + 1)])
    return ways[::-1]


# --- Fitting ---


def fitted(answers: Sequence[Answer], sorts: Collection[str]) -> dict[str, float]:
    """Return weights under which each sort is taken as often as it was; 1 for a sort that was never offered.

    Each thing counts as decided on by itself, with odds of its weight times a scale of the answer, under which as many
    are taken as were.
    """
    telling = [each for each in answers if 0 < len(each.taken) < len(each.offered)]
    taken = Counter(sort for answer in telling for sort in answer.taken)
    heaps = [(Counter(answer.offered), len(answer.taken)) for answer in telling]
    scales = [1.0] * len(heaps)
    weights = dict.fromkeys(sorts, 1.0)
    for _ in range(ROUNDS):
        expected = Counter[str]()
        for index, (offered, count) in enumerate(heaps):
            shares = _shares(offered, weights, scales[index])
            expected.update({sort: shares[sort] * offered[sort] for sort in offered})
            scales[index] *= _nearer(offered, shares, count)
        weights = {sort: weights[sort] * (taken[sort] + 1) / (expected[sort] + 1) for sort in weights}
    return {sort: max(0.0001, round(weight, 4)) for sort, weight in weights.items()}


def _shares(offered: Mapping[str, int], weights: Mapping[str, float], scale: float) -> dict[str, float]:
    """Return how likely each sort is taken."""
    return {sort: scale * weights[sort] / (1 + scale * weights[sort]) for sort in offered}


def _nearer(offered: Mapping[str, int], shares: Mapping[str, float], count: int) -> float:
    """Return the factor that brings a scale nearer to the one under which so many are taken: a step of Newton's."""
    expected = sum(shares[sort] * number for sort, number in offered.items())
    slope = sum(shares[sort] * (1 - shares[sort]) * number for sort, number in offered.items())
    return math.exp(min(1.0, max(-1.0, (count - expected) / slope)))

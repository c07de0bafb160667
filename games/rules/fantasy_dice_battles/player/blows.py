"""What dice do to a battalion: every way in which they may fall, with its odds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

from games.rules.fantasy_dice_battles.data import HERO
from games.rules.fantasy_dice_battles.round.shooting import FACES, spent
from games.rules.fantasy_dice_battles.state import DESTROYED

REMEMBERED = 1 << 14
"""So many blows are remembered, because the same units stand in the same way in many matches."""

Body = tuple[str, int, int]
"""A unit that may be hit: its armour, its morale, and how many wounds and poison dice lie on it."""


class Fate(NamedTuple):
    """What becomes of a unit: the dice on it, whether they defeat it, and whether so many that it's out of the game."""

    lying: int
    defeated: bool
    lost: bool


class Suffered(NamedTuple):
    """What a unit of a standing hero has to expect: the odds of defeat, those of being out of the game by it, and the
    dice on it, times the odds that it stands.
    """

    defeated: float
    lost: float
    lying: float


class Blow(NamedTuple):
    """What a battalion has to expect of some dice: how likely its hero falls; what its units suffer if not, by space;
    and which spaces are still filled then, as a sum of powers of two, with the dice on the hero and the odds.
    """

    falls: float
    units: tuple[tuple[int, Suffered], ...]
    left: tuple[tuple[int, int, float], ...]


@cache
def ways(aims: tuple[int, ...], number: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Return how many of the dice may hit each space, and how likely; `aims` says how many faces lead there."""
    return tuple(_ways(aims, number))


def _ways(aims: tuple[int, ...], number: int) -> Iterator[tuple[tuple[int, ...], float]]:
    if not aims:
        yield (), 1.0
        return
    first, *rest = aims
    for hits in range(number + 1) if rest else (number,):
        odds = comb(number, hits) * (first / FACES) ** hits
        for others, more in ways(tuple(rest), number - hits):
            yield (hits, *others), odds * more


def fate(body: Body, color: str, hits: int) -> Fate:
    """Return what becomes of a unit that so many dice hit."""
    armour, morale, lying = body
    stopped, poison = spent(armour, color, hits) if hits else (0, 0)
    dice = lying + hits - stopped
    return Fate(dice, dice - poison >= morale, dice >= DESTROYED)


@lru_cache(REMEMBERED)
def blow(aims: tuple[int, ...], color: str, number: int, bodies: tuple[Body | None, ...]) -> Blow:
    """Return what the battalion of these bodies has to expect, by space; `aims` as in `ways`, of all its spaces."""
    aimed = [space for space, faces in enumerate(aims) if faces and number]
    still = {space: fate(body, color, 0) for space, body in enumerate(bodies) if body}
    struck = [[fate(bodies[space] or ("", 0, 0), color, hits) for hits in range(number + 1)] for space in aimed]
    sums = {space: [0.0, 0.0, 0.0] for space in still if space != HERO}
    left: dict[tuple[int, int], float] = defaultdict(float)
    for hits, odds in ways(tuple(aims[space] for space in aimed), number if aimed else 0):
        now = still | {space: struck[at][hits[at]] for at, space in enumerate(aimed)}
        hero = now.pop(HERO)
        if not hero.defeated:
            left[_added(sums, now, odds), hero.lying] += odds
    units = tuple((space, Suffered(*each)) for space, each in sums.items())
    return Blow(1 - sum(left.values()), units, tuple((*key, odds) for key, odds in left.items()))


def _added(sums: dict[int, list[float]], now: dict[int, Fate], odds: float) -> int:
    """Add what becomes of the units to the sums, and return which spaces stay filled."""
    filled = 0
    for space, each in now.items():
        of_space = sums[space]
        if each.defeated:
            of_space[0] += odds
            of_space[1] += odds * each.lost
        else:
            filled |= 1 << space
            of_space[2] += odds * each.lying
    return filled


def counted_aims(table: Sequence[int], size: int) -> tuple[int, ...]:
    """Return how many faces lead to each space."""
    return tuple(table.count(space) for space in range(size))

"""How good a position is for a side: how likely it wins, by weights that were fitted to thousands of matches of bots.

Only public facts count. Besides that the own hand is known, both sides are seen alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from math import exp, log
from typing import NamedTuple

from games.rules.fantasy_dice_battles.data import BATTALIONS, HERO, HEROES, SIZE, DataSet, Kind
from games.rules.fantasy_dice_battles.player.awaited import Awaited, awaited, danger
from games.rules.fantasy_dice_battles.player.weighing import Weighing
from games.rules.fantasy_dice_battles.round.diagram import filling
from games.rules.fantasy_dice_battles.round.flight import enter
from games.rules.fantasy_dice_battles.state import LOST_HEROES, Side, standing

FIGHTING = ("bronze", "silver", "gold")


@dataclass(slots=True)
class Traits:
    """What counts in a position, of one side; as weights, what one of each is worth, in logits of winning.

    Units in battalions that fight, by level, and their wounds as parts of their boxes times their worth; the wounds of
    heroes there, as parts of their boxes, and their `Danger`. Units in idle battalions, in reinforcements, and fleeing
    by space, which count by their cost. Heroes that stand.
    """

    bronze: float = 0.0
    silver: float = 0.0
    gold: float = 0.0
    wounds: float = 0.0
    hero_wounds: float = 0.0
    falls: float = 0.0
    hurt: float = 0.0
    idle: float = 0.0
    reserve: float = 0.0
    reserves: float = 0.0
    fled_first: float = 0.0
    fled_second: float = 0.0
    fled_third: float = 0.0
    heroes: float = 0.0

    def fighting(self, kind: Kind) -> float:
        """Return the worth of a whole unit that fights."""
        return (self.bronze, self.silver, self.gold)[kind.rank - 1]

    def fled(self, kind: Kind, space: int = 0) -> float:
        """Return the worth of a unit that flees, at a fleeing space."""
        return (self.fled_first, self.fled_second, self.fled_third)[space] * kind.cost

    def reserved(self, kind: Kind) -> float:
        """Return the worth of a unit in reinforcements."""
        return self.reserve * kind.cost + self.reserves


NAMES = tuple(each.name for each in fields(Traits))

WEIGHTS = Traits(
    bronze=0.403,
    silver=0.628,
    gold=1.024,
    wounds=-0.129,
    hero_wounds=-0.658,
    falls=-0.208,
    hurt=-0.47,
    idle=0.066,
    reserve=0.245,
    reserves=0.246,
    fled_first=0.076,
    fled_second=0.083,
    fled_third=0.089,
    heroes=2.23,
)


FALLEN = 0.5
"""The least by which a hero's fall turns the odds of winning, in logits. His battalion may have been worth less."""
CERTAIN = 0.02
"""The odds are never taken to be nearer to 0 or 1: however lost a match is, units still count."""


class Expected(NamedTuple):
    """What both sides have to await of each other at each battalion that fights: cards of the own side, of the foe."""

    own: Mapping[int, list[Awaited]]
    foe: Mapping[int, list[Awaited]]


def battles(own: Side, foe: Side) -> list[int]:
    """Return the battalions, from 0, in which both heroes stand."""
    return [at for at, hero in zip(BATTALIONS, HEROES, strict=True) if own.tokens[hero] and foe.tokens[hero]]


def expected(data: DataSet, own: Side, foe: Side, *, roughly: bool = False) -> Expected:
    """Return what both sides have to await, with every card weighed or `roughly`."""

    def cards(one: Side, other: Side) -> dict[int, list[Awaited]]:
        weighing = None if roughly else Weighing(data, one, other)
        return {battalion: awaited(data, one, other, battalion, weighing) for battalion in battles(one, other)}

    return Expected(cards(own, foe), cards(foe, own))


def winning(data: DataSet, own: Side, foe: Side, *, roughly: bool = False) -> float:
    """Return how likely the own side wins; a draw is half a win. `roughly` is faster."""
    heroes = standing(own), standing(foe)
    if min(heroes) <= len(HEROES) - LOST_HEROES:
        return 0.5 * (1 + (heroes[0] > heroes[1]) - (heroes[0] < heroes[1]))
    awaiting = expected(data, own, foe, roughly=roughly)
    ours = _traits(data, own, foe, awaiting.foe)
    theirs = _traits(data, foe, own, awaiting.own)
    logit = sum(getattr(WEIGHTS, name) * (getattr(ours, name) - getattr(theirs, name)) for name in NAMES)
    return _odds_of(logit)


def _odds_of(logit: float) -> float:
    return 1 / (1 + exp(-logit))


def unsure(odds: float) -> float:
    """Return the odds, not too near to 0 or 1."""
    return min(max(odds, CERTAIN), 1 - CERTAIN)


def turned(before: float, after: float, falls: int) -> float:
    """Return the odds after a round in which so many more heroes fell on the other side than on the own one; they are
    as good as they were `before` at least, or as bad.
    """
    if not falls:
        return after
    before = unsure(before)
    bound = _odds_of(log(before / (1 - before)) + FALLEN * falls)
    return max(after, bound) if falls > 0 else min(after, bound)


def _traits(data: DataSet, own: Side, foe: Side, threats: Mapping[int, Sequence[Awaited]]) -> Traits:
    found = Traits(heroes=standing(own))
    for battalion, place in zip(BATTALIONS, HEROES, strict=True):
        if own.tokens[place] and not foe.tokens[place]:
            found.idle += sum(data.kinds[unit].cost for unit in own.tokens[place - HERO : place] if unit)
        elif own.tokens[place]:
            _add_fighting(found, data, own, battalion)
            _add_hero(found, data, own, threats[battalion], place)
    found.reserves = len(own.reserve)
    found.reserve = sum(data.kinds[unit].cost for unit in own.reserve)
    costs = [data.kinds[unit].cost if unit else 0 for unit in own.fleeing]
    found.fled_first, found.fled_second, found.fled_third = costs
    return found


def _add_fighting(found: Traits, data: DataSet, own: Side, battalion: int) -> None:
    for at in range(battalion * SIZE, battalion * SIZE + HERO):
        if own.tokens[at]:
            kind = data.kinds[own.tokens[at]]
            level = FIGHTING[kind.rank - 1]
            setattr(found, level, getattr(found, level) + 1)
            found.wounds += worn(kind, own.wounds[at] + own.poison[at])


def _add_hero(found: Traits, data: DataSet, own: Side, threats: Sequence[Awaited], place: int) -> None:
    kind, lying = data.kinds[own.tokens[place]], own.wounds[place] + own.poison[place]
    left = max(1, kind.morale - lying)
    found.hero_wounds += lying / kind.morale
    falls, hurt = danger(data, threats, filling(own.tokens, place - HERO), kind.armour, left)
    found.falls += falls
    found.hurt += hurt


def worn(kind: Kind, lying: float) -> float:
    """Return what dice on a unit make of its worth."""
    return (kind.cost + 0.5) * lying / kind.morale


def without_hero(data: DataSet, side: Side, battalion: int) -> Side:
    """Return the side after the hero of a battalion has fallen, and the rest of it has fled."""
    base = battalion * SIZE
    after = Side(
        faction=side.faction,
        tokens=list(side.tokens),
        wounds=list(side.wounds),
        poison=list(side.poison),
        reserve=side.reserve,
        fleeing=list(side.fleeing),
        hand=side.hand,
        deck=side.deck,
    )
    units = [unit for unit in side.tokens[base : base + HERO] if unit]
    for unit in sorted(units, key=lambda unit: data.kinds[unit].rank):
        enter(after, unit)
    for at in range(base, base + SIZE):
        after.tokens[at], after.wounds[at], after.poison[at] = "", 0, 0
    return after

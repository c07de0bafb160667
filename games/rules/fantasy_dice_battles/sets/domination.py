"""Whether a unit is worse in every way than another of its faction, so that nobody would ever take it."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.fantasy_dice_battles.data import Kind, Power
from games.rules.fantasy_dice_battles.round.powers import WHELPS

ARMOURS = ("none", "normal", "golden")


def dominating(kind: Kind, kinds: Iterable[Kind]) -> Kind | None:
    """Return the first kind that is better than this one and costs no more; None if there is no such kind.

    A better kind is at least as good in spaces, morale, armour, dice and powers, and not the same in all of them.
    Class, copies and foot do not count: they do not say how good a single unit is.
    """
    rivals = (other for other in kinds if other.faction == kind.faction and other.hero == kind.hero)
    return next((other for other in rivals if as_good(other, kind) and not as_good(kind, other)), None)


def as_good(one: Kind, other: Kind) -> bool:
    """Say whether one kind is no worse than the other in anything."""
    return (
        one.cost <= other.cost
        and set(one.spaces) >= set(other.spaces)
        and one.morale >= other.morale
        and ARMOURS.index(one.armour) >= ARMOURS.index(other.armour)
        and _strikes_as_well(one, other)
        and (other.family != WHELPS or one.family == WHELPS)
        and all(any(_covers(own, power) for own in one.powers) for power in other.powers)
    )


def _strikes_as_well(one: Kind, other: Kind) -> bool:
    """Say whether one unit strikes at least as well as another.

    No armour stops more smash dice than normal dice. Poison can't be compared with either.
    """
    colors = {other.color, "smash"} if other.color == "normal" else {other.color}
    return one.attack >= other.attack and (not other.attack or one.color in colors)


def _covers(own: Power, power: Power) -> bool:
    same = own.code == power.code and set(own.classes) >= set(power.classes)
    return same and (own.amount or 0) >= (power.amount or 0)

"""What units are worth: bots fight with random legal armies, and the chance to win is related to their units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt

import msgspec

from games.rules.chance import Chance
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.army.arrange import arrange
from games.rules.fantasy_dice_battles.balance.battles import PLANNERS, Battles, drawn, fight, lead
from games.rules.fantasy_dice_battles.data import HEROES, PLACES, Army, DataSet
from games.rules.fantasy_dice_battles.state import NORMAL_UNITS

Matrix = list[list[float]]
SETTLED = 100
"""The weight of what is taken as known: so great that it adds nothing to the errors."""
DOUBT = 0.001
"""The weight of the assumption that a unit is worth nothing: it decides when there are too few battles to tell."""


class Fought(msgspec.Struct, frozen=True):
    """A battle of random armies: how many more of each kind and faction seat 0 had, and what share it won."""

    more: Mapping[str, int]
    share: float


class Worth(msgspec.Struct, frozen=True):
    """What one more unit of a kind adds to the chance to win, and the standard error.

    A hero's worth is relative to the mean of its faction's heroes, as there are always three.
    """

    gain: float
    error: float


def some_army(data: DataSet, chance: Chance) -> Army:
    """Return a legal army, every legal choice of units possible."""
    factions = list(data.factions)
    while True:
        faction = factions[chance.below(len(factions), "faction")]
        kinds = data.of(faction)
        heroes = [kind.id for kind in kinds if kind.hero]
        normal = [kind.id for kind in kinds if not kind.hero for _ in range(kind.copies)]
        chance.shuffle(heroes, "heroes")
        chance.shuffle(normal, "units")
        least, most = NORMAL_UNITS
        number = least + chance.below(most - least + 1, "number")
        units = [*heroes[: len(HEROES)], *normal[:number]]
        army = arrange(Army(faction, ("",) * len(PLACES), tuple(units)), data.kinds)
        if isinstance(army, Army) and not armies.faults(army, data):
            return army


def battle(data: DataSet, battles: Battles, number: int) -> Fought:
    """Return the battle of this number, between random legal armies."""
    chance = drawn(data, battles, "worth", str(number))
    one, other = some_army(data, chance), some_army(data, chance)
    ahead = lead(fight(data, (one, other), chance, PLANNERS[battles.player]))
    more = Counter([*armies.units(one), one.faction])
    more.subtract([*armies.units(other), other.faction])
    return Fought({name: number for name, number in more.items() if number}, (1 + (ahead > 0) - (ahead < 0)) / 2)


def worths(data: DataSet, fought: Sequence[Fought]) -> dict[str, Worth]:
    """Return the worth of each kind, by least squares."""
    names = [*data.kinds, *data.factions]
    at = {name: number for number, name in enumerate(names)}
    moments: Matrix = [[DOUBT * (one == other) for other in names] + [0.0] for one in names]
    for more, aim in [*((each.more, each.share - 0.5) for each in fought), *((row, 0.0) for row in _settled(data))]:
        for name, number in more.items():
            row = moments[at[name]]
            row[-1] += number * aim
            for other, count in more.items():
                row[at[other]] += number * count
    inverse = inverted([row[:-1] for row in moments])
    gains = [sum(cell * row[-1] for cell, row in zip(line, moments, strict=True)) for line in inverse]
    rest = sum((each.share - 0.5 - sum(n * gains[at[name]] for name, n in each.more.items())) ** 2 for each in fought)
    spread = rest / max(1, len(fought) - len(names))
    return {name: Worth(gains[at[name]], sqrt(spread * inverse[at[name]][at[name]])) for name in data.kinds}


def _settled(data: DataSet) -> Iterable[Mapping[str, int]]:
    """Yield sums that battles can't determine, as an army has one faction and three heroes.

    They are taken as 0.
    """
    yield dict.fromkeys(data.factions, SETTLED)
    for faction in data.factions:
        yield {kind.id: SETTLED for kind in data.of(faction) if kind.hero}


def inverted(matrix: Matrix) -> Matrix:
    """Return the inverse, by elimination. Raises ZeroDivisionError if there is no inverse."""
    size = len(matrix)
    rows = [[*row, *(float(at == number) for at in range(size))] for number, row in enumerate(matrix)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda number: abs(rows[number][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        first = rows[at][at]
        rows[at] = [cell / first for cell in rows[at]]
        for number, row in enumerate(rows):
            if number != at and row[at]:
                factor = row[at]
                rows[number] = [cell - factor * over for cell, over in zip(row, rows[at], strict=True)]
    return [row[size:] for row in rows]

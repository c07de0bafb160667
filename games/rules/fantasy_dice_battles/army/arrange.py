"""Matching of units to spaces: whether an army can be filled, how, and at what cost (FD-4, FD-10).

Spaces that allow the same units are equivalent, so they are counted and not told apart: a *stock* says how many units
of each kind there are, *room* how many of F1 F2 F3 S1 S2 are empty.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from games.rules.fantasy_dice_battles.data import HEROES, PLACES, SIZE, UNITS, Army, Kind
from games.rules.sentence import N_, Sentence, counted, sentence


class Unplaced(msgspec.Struct, frozen=True):
    """Why an army cannot be filled: some places, and the units that may stand on them, which are too few."""

    places: tuple[str, ...]
    units: tuple[str, ...]

    def sentence(self, kinds: Mapping[str, Kind]) -> Sentence:
        """Return the same in words."""
        places = ", ".join(self.places)
        if not self.units:
            return sentence(N_("no unit in this army can stand at {places}."), places=places)
        units = tuple(sentence(kinds[unit].name) for unit in self.units)
        return counted(
            "{places} must all be filled, but only one unit can stand there: {units}.",
            "{places} must all be filled, but only {count} units can stand there: {units}.",
            len(self.units),
            places=places,
            units=units,
        )


def arrange(army: Army, kinds: Mapping[str, Kind]) -> Army | Unplaced:
    """Return the army with every place filled by a unit that may stand there, the rest in reinforcements, or why
    not.

    Units that stand on a permitted place stay there if possible. Of several fillings the same army always gets the
    same one.
    """
    matching = _Matching(army, kinds)
    for place in (*UNITS, *HEROES):
        if not matching.fill(place):
            return matching.failure()
    return matching.army()


class _Matching:
    """Units by number: where each stands (None: nowhere yet), and which stands on each place."""

    def __init__(self, army: Army, kinds: Mapping[str, Kind]) -> None:
        self.faction = army.faction
        self.units = [unit for unit in (*army.tokens, *army.reserve) if unit]
        self.spaces = [kinds[unit].spaces for unit in self.units]
        self.homes: list[int | None] = [None] * len(self.units)
        self.standing: dict[int, int] = {}
        self.tried: set[int] = set()
        self.wanted: list[int] = []
        occupied = [place for place, unit in enumerate(army.tokens) if unit]
        for number, place in enumerate(occupied):
            if place % SIZE in self.spaces[number]:
                self._stand(number, place)

    def _stand(self, number: int, place: int) -> None:
        self.homes[number], self.standing[place] = place, number

    def fill(self, place: int) -> bool:
        """Find a unit for a place, moving others if necessary."""
        self.tried, self.wanted = set(), []
        return place in self.standing or self._find(place)

    def _find(self, place: int) -> bool:
        self.wanted.append(place)
        for number, spaces in enumerate(self.spaces):
            if place % SIZE in spaces and number not in self.tried:
                self.tried.add(number)
                home = self.homes[number]
                if home is None or self._find(home):
                    self._stand(number, place)
                    return True
        return False

    def failure(self) -> Unplaced:
        """Return the places for which no unit was found, and all units that may stand there."""
        units = tuple(self.units[number] for number in sorted(self.tried))
        return Unplaced(tuple(PLACES[place] for place in sorted(self.wanted)), units)

    def army(self) -> Army:
        """Return the army as it now stands."""
        tokens = tuple(self.units[self.standing[place]] for place in range(len(PLACES)))
        rest = sorted(unit for unit, home in zip(self.units, self.homes, strict=True) if home is None)
        return Army(self.faction, tokens, tuple(rest))


# --- what filling costs ---

Stock = tuple[tuple[str, int], ...]
"""The ids of normal kinds, cheapest first, and how many units of each may still be taken."""
Room = tuple[int, ...]
"""How many spaces of F1 F2 F3 S1 S2 are empty."""


class Filling(msgspec.Struct, frozen=True):
    """A cheapest filling: its cost, the dearest unit in each sort of space, and how many of each kind it leaves."""

    cost: int
    dearest: tuple[int, ...]
    spare: Mapping[str, int]


def cheapest(stock: Stock, room: Room, kinds: Mapping[str, Kind]) -> Filling | None:
    """Return a cheapest way to fill the room from the stock; None if there is no way.

    Always taking the cheapest unit that still fits somewhere, moving others, finds it, as the sets of units that can
    be placed form a matroid. No result is remembered for the next call: an army is its player's secret, and another
    player could notice by the time taken that it had been remembered.
    """
    held: list[list[str]] = [[] for _ in room]
    spare = dict(stock)
    empty = sum(room)
    for kind, left in stock:
        while left and empty and _give_space(kind, room, held, kinds, set()):
            left -= 1
            empty -= 1
        spare[kind] = left
    if empty:
        return None
    dearest = tuple(max((kinds[holder].cost for holder in holders), default=0) for holders in held)
    return Filling(sum(kinds[holder].cost for holders in held for holder in holders), dearest, spare)


def _give_space(kind: str, room: Room, held: list[list[str]], kinds: Mapping[str, Kind], tried: set[int]) -> bool:
    """Give a unit a space, moving others if necessary."""
    spaces = kinds[kind].spaces
    for space in spaces:
        if len(held[space]) < room[space]:
            held[space].append(kind)
            return True
    for space in spaces:
        if space not in tried:
            tried.add(space)
            for number, holder in enumerate(held[space]):
                if _give_space(holder, room, held, kinds, tried):
                    held[space][number] = kind
                    return True
    return False

"""What an unfinished army may still take, so that the rest can be filled within the points (FD-10, FD-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.army.arrange import Filling, Room, Stock, cheapest
from games.rules.fantasy_dice_battles.data import (
    BATTALIONS,
    HERO,
    HEROES,
    PLACE,
    PLACES,
    RESERVE,
    SIZE,
    Army,
    DataSet,
    Kind,
)
from games.rules.fantasy_dice_battles.state import NORMAL_UNITS, POINTS, RESERVE_AT_START


class UnfinishedArmy:
    """An army being built: what it may still take."""

    def __init__(self, army: Army, data: DataSet) -> None:
        self.army, self.data = army, data
        self.taken = Counter(armies.units(army))
        self.points = armies.points(army, data.kinds)
        self.room: Room = tuple(army.tokens[space::SIZE].count("") for space in range(HERO))
        self.stock = self._stock()
        self.filling = self._cheapest(self.stock, self.room)

    def _stock(self) -> Stock:
        kinds = sorted((kind.cost, kind.id) for kind in self.data.of(self.army.faction) if not kind.hero)
        return tuple((kind, self.data.kinds[kind].copies - self.taken[kind]) for _, kind in kinds)

    def puts(self) -> Iterator[tuple[str, str]]:
        """Yield every unit that may be put somewhere, and the place, in the order of the data set, then of the
        places.
        """
        for kind in self.data.of(self.army.faction):
            if self.taken[kind.id] < kind.copies:
                for space in kind.spaces:
                    if self.leaves_enough(kind, space):
                        yield from self._at(kind, space)
                if not kind.hero and self.room_in_reserve() and self.leaves_enough(kind, None):
                    yield kind.id, RESERVE

    def may_put(self, unit: str, place: str) -> bool:
        """Say whether `puts` contains a unit at a place."""
        kind, at = self.data.kinds.get(unit), PLACE.get(place)
        if kind is None or kind.faction != self.army.faction or self.taken[kind.id] >= kind.copies:
            return False
        if place == RESERVE:
            return not kind.hero and self.room_in_reserve() and self.leaves_enough(kind, None)
        if at is None or self.army.tokens[at] or at % SIZE not in kind.spaces:
            return False
        return self.leaves_enough(kind, at % SIZE)

    def _at(self, kind: Kind, space: int) -> Iterator[tuple[str, str]]:
        for battalion in BATTALIONS:
            place = battalion * SIZE + space
            if not self.army.tokens[place]:
                yield kind.id, PLACES[place]

    def room_in_reserve(self) -> bool:
        """Say whether one more unit may start in reinforcements."""
        return len(self.army.reserve) < min(RESERVE_AT_START, NORMAL_UNITS[1] - len(PLACES) + len(HEROES))

    def leaves_enough(self, kind: Kind, space: int | None) -> bool:
        """Say whether the rest can be filled within the points once such a unit is on such a space (None: in
        reserve).
        """
        if kind.hero:
            return True
        if space is not None and not self.room[space]:
            return False
        filling, before = self.filling, self.points + kind.cost
        if filling is not None and filling.spare[kind.id]:
            freed = 0 if space is None else filling.dearest[space]
            if before + filling.cost - freed <= POINTS:
                return True
        if before + max(0, sum(self.room) - (space is not None)) > POINTS:
            return False
        rest = self._cheapest(self._without(kind), self._filled(space))
        return rest is not None and before + rest.cost <= POINTS

    def _cheapest(self, stock: Stock, room: Room) -> Filling | None:
        return cheapest(stock, room, self.data.kinds)

    def _without(self, kind: Kind) -> Stock:
        return tuple((name, left - (name == kind.id)) for name, left in self.stock)

    def _filled(self, space: int | None) -> Room:
        return tuple(empty - (at == space) for at, empty in enumerate(self.room))

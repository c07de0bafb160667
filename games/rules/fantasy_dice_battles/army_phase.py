"""Choosing an army, both seats at once and in secret: a preset, or one's own unit by unit (FD-10 to FD-13)."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterator

from games.rules.chance import Chance
from games.rules.fantasy_dice_battles import armies
from games.rules.fantasy_dice_battles.arrange import Filling, Room, Stock, cheapest
from games.rules.fantasy_dice_battles.data import BATTALIONS, HERO, HEROES, PLACE, PLACES, SIZE, Army, DataSet, Kind
from games.rules.fantasy_dice_battles.decks import deal
from games.rules.fantasy_dice_battles.events import ArmyShown, FactionChosen, PresetTaken, RoundStarted, UnitPut
from games.rules.fantasy_dice_battles.sets import of_digest
from games.rules.fantasy_dice_battles.state import (
    NORMAL_UNITS,
    POINTS,
    RESERVE_AT_START,
    SEATS,
    Side,
    State,
)
from games.rules.fantasy_dice_battles.steps import READY, RESERVE, STEPS, AnyStep, Found, Put, Take
from games.rules.game import Event, Seat


def army_of(side: Side) -> Army:
    """What a side has chosen so far."""
    return Army(side.faction, tuple(side.tokens), tuple(side.reserve))


def legal(state: State, seat: Seat) -> list[AnyStep]:
    """A preset or a faction; then every unit on every place from which the army can be finished; finally `ready`."""
    side, data = state.sides[seat], of_digest(state.set_digest)
    if not side.faction:
        presets = [STEPS[f"army {preset}"] for preset in data.presets]
        return [*presets, *(STEPS[f"faction {faction}"] for faction in data.factions)]
    steps = list(UnfinishedArmy(army_of(side), data).steps())
    return steps if "" in side.tokens else [*steps, READY]


def offers(state: State, seat: Seat, step: AnyStep) -> bool:
    """Whether `legal` contains a step, without listing the places of other units."""
    side, data = state.sides[seat], of_digest(state.set_digest)
    if side.faction and isinstance(step, Put):
        return UnfinishedArmy(army_of(side), data).offers(step)
    return step in legal(state, seat)


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

    def steps(self) -> Iterator[AnyStep]:
        """Every unit that may be put somewhere, in the order of the data set, then of the places."""
        for kind in self.data.of(self.army.faction):
            if self.taken[kind.id] < kind.copies:
                for space in kind.spaces:
                    if self.leaves_enough(kind, space):
                        yield from self._at(kind, space)
                if not kind.hero and self.room_in_reserve() and self.leaves_enough(kind, None):
                    yield STEPS[f"put {kind.id}@{RESERVE}"]

    def offers(self, step: Put) -> bool:
        """Whether `steps` contains a step."""
        kind, place = self.data.kinds.get(step.unit), PLACE.get(step.place)
        if kind is None or kind.faction != self.army.faction or self.taken[kind.id] >= kind.copies:
            return False
        if step.place == RESERVE:
            return not kind.hero and self.room_in_reserve() and self.leaves_enough(kind, None)
        if place is None or self.army.tokens[place] or place % SIZE not in kind.spaces:
            return False
        return self.leaves_enough(kind, place % SIZE)

    def _at(self, kind: Kind, space: int) -> Iterator[AnyStep]:
        for battalion in BATTALIONS:
            place = battalion * SIZE + space
            if not self.army.tokens[place]:
                yield STEPS[f"put {kind.id}@{PLACES[place]}"]

    def room_in_reserve(self) -> bool:
        """Whether one more unit may start in reinforcements."""
        return len(self.army.reserve) < min(RESERVE_AT_START, NORMAL_UNITS[1] - len(PLACES) + len(HEROES))

    def leaves_enough(self, kind: Kind, space: int | None) -> bool:
        """Whether the rest can be filled within the points once such a unit is on such a space (None: in reserve)."""
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


def take(state: State, seat: Seat, step: Take) -> list[Event]:
    """Take a preset army."""
    side, army = state.sides[seat], of_digest(state.set_digest).presets[step.preset].army
    side.faction, side.tokens, side.reserve = army.faction, list(army.tokens), list(army.reserve)
    return [PresetTaken(seat, step.preset)]


def found(state: State, seat: Seat, step: Found) -> list[Event]:
    """Begin an army of one's own."""
    state.sides[seat].faction = step.faction
    return [FactionChosen(seat, step.faction)]


def put(state: State, seat: Seat, step: Put) -> list[Event]:
    """Put a unit into the army. Reinforcements are kept in order, so that the order of putting does not matter."""
    side = state.sides[seat]
    if step.place == RESERVE:
        insort(side.reserve, step.unit)
    else:
        side.tokens[PLACE[step.place]] = step.unit
    return [UnitPut(seat, step.unit, step.place)]


def open_battle(state: State, chance: Chance) -> list[Event]:
    """Both armies are chosen: show them, shuffle and deal, and begin the first round."""
    events: list[Event] = []
    for seat, side in enumerate(state.sides):
        events.append(ArmyShown(seat, side.faction, tuple(side.tokens), tuple(side.reserve)))
    for seat, side in enumerate(state.sides):
        events += deal(side, seat, chance)
    state.phase, state.round, state.asked = "orders", 1, list(SEATS)
    return [*events, RoundStarted(1)]


def steps_of(army: Army) -> list[AnyStep]:
    """The steps that build a legal army, to be followed by `ready`."""
    placed = [Put(unit, PLACES[place]) for place, unit in enumerate(army.tokens)]
    return [Found(army.faction), *placed, *(Put(unit, RESERVE) for unit in army.reserve)]

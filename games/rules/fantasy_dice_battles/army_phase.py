"""Choosing an army, both seats at once and in secret: a preset, or one's own unit by unit (FD-10 to FD-13)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from games.rules.chance import Chance
from games.rules.fantasy_dice_battles.army.unfinished import UnfinishedArmy
from games.rules.fantasy_dice_battles.data import PLACE, PLACES, RESERVE, Army
from games.rules.fantasy_dice_battles.events import ArmyShown, FactionChosen, PresetTaken, RoundStarted, UnitPut
from games.rules.fantasy_dice_battles.round.decks import deal
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import (
    SEATS,
    Side,
    State,
)
from games.rules.fantasy_dice_battles.steps import READY, STEPS, AnyStep, Found, Put, Take
from games.rules.game import Event, Seat


def army_of(side: Side) -> Army:
    """Return what a side has chosen so far."""
    return Army(side.faction, tuple(side.tokens), tuple(side.reserve))


def legal(state: State, seat: Seat) -> list[AnyStep]:
    """Return a preset or a faction; then every unit on every place from which the army can be finished; finally
    `ready`.
    """
    side, data = state.sides[seat], of_digest(state.set_digest)
    if not side.faction:
        presets = [STEPS[f"army {preset}"] for preset in data.presets]
        return [*presets, *(STEPS[f"faction {faction}"] for faction in data.factions)]
    steps = [STEPS[f"put {unit}@{place}"] for unit, place in UnfinishedArmy(army_of(side), data).puts()]
    return steps if "" in side.tokens else [*steps, READY]


def offers(state: State, seat: Seat, step: AnyStep) -> bool:
    """Say whether `legal` contains a step, without listing the places of other units."""
    side, data = state.sides[seat], of_digest(state.set_digest)
    if side.faction and isinstance(step, Put):
        return UnfinishedArmy(army_of(side), data).may_put(step.unit, step.place)
    return step in legal(state, seat)


def take(state: State, seat: Seat, step: Take) -> list[Event]:
    """Take a preset army."""
    side, army = state.sides[seat], of_digest(state.set_digest).presets[step.preset].army
    side.faction, side.tokens, side.reserve = army.faction, list(army.tokens), list(army.reserve)
    return [PresetTaken(seat, step.preset)]


def take_presets(state: State, wanted: Sequence[str | None], chance: Chance) -> None:
    """Give seats the preset armies that were agreed on before the match: by seat its id, None for one that its player
    chooses. For what the data set does not have one is drawn, none that the other seat has."""
    presets = of_digest(state.set_digest).presets
    taken = [each for each in wanted if each in presets]
    for seat, preset in enumerate(wanted):
        if preset is None:
            continue
        if preset not in presets:
            left = sorted(presets.keys() - set(taken))
            taken.append(preset := left[chance.below(len(left), "preset")])
        take(state, seat, Take(preset))
        state.asked.remove(seat)


def preset_of(state: State, seat: Seat) -> str:
    """Return the preset army that a seat has before the first round; empty where it has none."""
    army, presets = army_of(state.sides[seat]), of_digest(state.set_digest).presets
    return next((preset.id for preset in presets.values() if preset.army == army), "")


def found(state: State, seat: Seat, step: Found) -> list[Event]:
    """Begin an army of one's own, with the faction alone."""
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
    """Return both armies are chosen: show them, shuffle and deal, and begin the first round."""
    events: list[Event] = []
    for seat, side in enumerate(state.sides):
        events.append(ArmyShown(seat, side.faction, tuple(side.tokens), tuple(side.reserve)))
    for seat, side in enumerate(state.sides):
        events += deal(side, seat, chance)
    state.phase, state.round, state.asked = "orders", 1, list(SEATS)
    return [*events, RoundStarted(1)]


def steps_of(army: Army) -> list[AnyStep]:
    """Return the steps that build a legal army, to be followed by `ready`."""
    placed = [Put(unit, PLACES[place]) for place, unit in enumerate(army.tokens)]
    return [Found(army.faction), *placed, *(Put(unit, RESERVE) for unit in army.reserve)]

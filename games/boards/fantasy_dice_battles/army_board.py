"""What the page says while armies of Fantasy Dice Battles are chosen: presets, and the reader's own army."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.boards.fantasy_dice_battles.unit_cards import Seats, UnitCard, counted_units, spoken, unit_card
from games.rules import engine
from games.rules.fantasy_dice_battles import army_phase, explain, steps as st
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.data import BATTALIONS, PLACES, RESERVE, SIZE, SPACES, Army, DataSet, Kind, Preset
from games.rules.fantasy_dice_battles.imagine import rebuilt
from games.rules.fantasy_dice_battles.sets import names
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import POINTS, RESERVE_AT_START, State
from games.rules.fantasy_dice_battles.steps import TEXTS
from games.rules.fantasy_dice_battles.view import Building, DiceBattlesView
from games.rules.sentence import N_, sentence
from games.templatetags.board import Choices, concerning

CHARACTERS = {
    "realm": N_("Steadfast ranks, cavalry and cannon."),
    "horde": N_("Goblins in great numbers, and brutes."),
    "brood": N_("Poison in most attacks."),
    "sylvan": N_("Deadly archers, a nimble but thin front."),
}
"""What the armies of a faction are like, for somebody who meets them for the first time."""


@dataclass(frozen=True)
class Place:
    """A space of an army, who stands there, what may be put there, and the plan without the unit.

    `stands` is the step that put the unit there, up to its place: empty where none can be moved.
    """

    place: str
    space: str
    unit_card: UnitCard | None
    steps: str = ""
    without: str = ""
    stands: str = ""


@dataclass(frozen=True)
class Formation:
    """Three battalions of six places, and what starts in reinforcements."""

    battalions: list[list[Place]]
    reserve: list[Place]


@dataclass(frozen=True)
class ShownPreset:
    """A preset army to take: what it is like and made of, the step that takes it, and the plan with it.

    `leaders` are its heroes as they are drawn, and `troop` its other units with their number. `is_first` is the one
    that is good for a first game.
    """

    name: str
    faction: str
    character: str
    points: int
    leaders: list[UnitCard]
    heroes: str
    troop: list[tuple[UnitCard, int]]
    units: str
    steps: str
    move: str
    is_first: bool


def presets(view: DiceBattlesView, choices: Choices) -> list[ShownPreset]:
    """Return the preset armies that can be taken."""
    data = of_digest(view.set_digest)
    moves = {choice["text"]: choice["move"] for choice in choices}
    first = next(iter(data.presets), "")
    return [
        _preset(preset, data, moves[f"army {preset.id}"], preset.id == first)
        for preset in data.presets.values()
        if f"army {preset.id}" in moves
    ]


def _preset(preset: Preset, data: DataSet, move: str, is_first: bool) -> ShownPreset:
    army = preset.army
    units = sorted(armies.units(army), key=list(data.kinds).index)
    troop = [unit for unit in units if not data.kinds[unit].hero]
    return ShownPreset(
        name=spoken(sentence(preset.name)),
        faction=spoken(names.of_faction(army.faction)),
        character=_(CHARACTERS[army.faction]) if army.faction in CHARACTERS else "",
        points=armies.points(army, data.kinds),
        leaders=[unit_card(data.kinds[unit], data) for unit in units if data.kinds[unit].hero],
        heroes=counted_units(unit for unit in units if data.kinds[unit].hero),
        troop=[(unit_card(data.kinds[unit], data), number) for unit, number in Counter(troop).items()],
        units=counted_units(troop),
        steps=f"army_{preset.id}",
        move=move,
        is_first=is_first,
    )


def _by_battalion(places: Sequence[Place]) -> list[list[Place]]:
    return [list(places[battalion * SIZE :][:SIZE]) for battalion in BATTALIONS]


def factions(view: DiceBattlesView, choices: Choices) -> list[tuple[str, str]]:
    """Return the factions that an army can be begun for: name, and the plan that begins it."""
    known = of_digest(view.set_digest).factions
    texts = {choice["text"]: choice["move"] for choice in choices}
    return [(spoken(names.of_faction(each)), texts[f"faction {each}"]) for each in known if f"faction {each}" in texts]


# --- One's own army ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RecruitCard:
    """A kind of unit that an army may take: how many are left of its copies, its steps, or why there are none."""

    unit_card: UnitCard
    left: int
    copies: int
    steps: str
    why: str


@dataclass(frozen=True)
class ArmyBoard:
    """The army that is being built: where its units stand, what it costs, and everything it still lacks.

    `taken` if it is a preset, which lets no unit be taken out alone. `plan` puts its units one by one.
    """

    faction: str
    formation: Formation
    points: int
    most: int
    normal: int
    taken: bool
    reserve_steps: str
    room: int
    recruits: list[RecruitCard]
    faults: list[str]
    text: str
    plan: str


def army_board(
    view: DiceBattlesView, seat: int, choices: Choices, plan: Sequence[dict[str, Any]] | None, seats: Seats
) -> ArmyBoard | None:
    """Return a seat's army while it is chosen, which its own view shows or the referee's; None before it is begun."""
    building = view.sealed[seat].army if view.sealed else view.army
    if building is None or not building.faction:
        return None
    data = of_digest(view.set_digest)
    army = Army(building.faction, building.tokens, building.reserve)
    normal = sum(not data.kinds[unit].hero for unit in armies.units(army))
    texts = [step["text"] for step in plan or ()]
    taken = any(text.startswith("army ") for text in texts)
    return ArmyBoard(
        faction=spoken(names.of_faction(building.faction)),
        formation=_own(building, data, choices, plan or ()),
        points=building.points,
        most=POINTS,
        normal=normal,
        taken=taken,
        reserve_steps=_into(choices, RESERVE),
        room=RESERVE_AT_START - len(building.reserve),
        recruits=_cards(view, army, data, choices) if choices else [],
        faults=[spoken(fault, seats) for fault in armies.faults(army, data)],
        text=armies.text(army),
        plan=engine.SEPARATOR.join([TEXTS[step] for step in army_phase.steps_of(army)] if taken else texts),
    )


def _own(building: Building, data: DataSet, choices: Choices, plan: Sequence[dict[str, Any]]) -> Formation:
    places = [_own_place(place, unit, data, choices, plan) for place, unit in zip(PLACES, building.tokens, strict=True)]
    return Formation(_by_battalion(places), [_own_place(RESERVE, unit, data, (), plan) for unit in building.reserve])


def _own_place(place: str, unit: str, data: DataSet, choices: Choices, plan: Sequence[dict[str, Any]]) -> Place:
    space = "" if place == RESERVE else place[2:]
    if not unit:
        return Place(place, space, None, _into(choices, place))
    step = f"put {unit}@"
    without = _taken_out(plan, step + place)
    return Place(place, space, unit_card(data.kinds[unit], data), without=without, stands=step if plan else "")


def _taken_out(plan: Sequence[dict[str, Any]], text: str) -> str:
    """Return the plan without one unit of several alike; nothing where the army was taken as a whole."""
    texts = [step["text"] for step in plan]
    if text not in texts:
        return ""
    texts.remove(text)
    return "; ".join(texts)


def _into(choices: Choices, place: str) -> str:
    return concerning(choices, lambda step: isinstance(step, st.Put) and step.place == place)


def _cards(view: DiceBattlesView, army: Army, data: DataSet, choices: Choices) -> list[RecruitCard]:
    taken = armies.units(army)
    state = rebuilt(view, view.viewer)
    return [
        _card(kind, taken.count(kind.id), army, data=data, choices=choices, state=state, seat=view.viewer)
        for kind in data.of(army.faction)
    ]


def _card(kind: Kind, taken: int, army: Army, data: DataSet, choices: Choices, state: State, seat: int) -> RecruitCard:
    steps = concerning(choices, lambda step: isinstance(step, st.Put) and step.unit == kind.id)
    why = "" if steps else _why_not(kind, army, state, seat)
    return RecruitCard(unit_card(kind, data), kind.copies - taken, kind.copies, steps, why)


def _why_not(kind: Kind, army: Army, state: State, seat: int) -> str:
    """Return why not one more of a kind can be put anywhere: on an empty space where it may stand, if there is any."""
    places = [place for place in PLACES if SPACES.index(place[2:]) in kind.spaces]
    empty = [place for place in places if not army.tokens[PLACES.index(place)]]
    reason = explain.why_not(state, seat, st.Put(kind.id, (empty or places)[0]))
    return spoken(reason) if reason else ""

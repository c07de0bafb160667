"""The form in which an army of Fantasy Dice Battles is built: a choice for every space, and what is still wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.boards.fantasy_dice_battles.unit_cards import UnitCard, listed, spoken, unit_card, unit_name
from games.rules.errors import RulesError
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.army.finishing import finished
from games.rules.fantasy_dice_battles.data import BATTALIONS, PLACES, SIZE, SPACES, Army, DataSet, Kind
from games.rules.fantasy_dice_battles.sets import names
from games.rules.fantasy_dice_battles.state import POINTS, RESERVE_AT_START

RESERVES = tuple(f"reserve {number}" for number in range(1, RESERVE_AT_START + 1))
"""Names of the fields for reinforcements; those for spaces are called as their places."""
LONGEST_UNIT = 24
"""Characters of what is no unit that are said again."""


@dataclass(frozen=True)
class FormPlace:
    """A field of the form: who may stand there as (unit, name, chosen)."""

    field: str
    space: str
    units: list[tuple[str, str, bool]]


@dataclass(frozen=True)
class Recruit:
    """A kind of unit, and how many of its copies the army has."""

    unit_card: UnitCard
    taken: int
    copies: int


@dataclass(frozen=True)
class ArmyForm:
    """An army being built: its fields, what it costs, and everything that is wrong with it or missing."""

    name: str
    battalions: list[list[FormPlace]]
    reserve: list[FormPlace]
    points: int
    most: int
    normal: int
    faults: list[str]
    recruits: list[Recruit]


def posted(fields: Mapping[str, str], faction: str, data: DataSet) -> tuple[Army, str]:
    """The army that a form describes, and a sentence on the fields that name no unit, which stay empty."""
    given = {field: fields.get(field, "").strip() for field in (*PLACES, *RESERVES)}
    known = {field: unit for field, unit in given.items() if unit in data.kinds}
    tokens = tuple(known.get(place, "") for place in PLACES)
    reserve = sorted(unit for field, unit in known.items() if field in RESERVES)
    wrong = [_no_unit(field, unit) for field, unit in given.items() if unit and field not in known]
    return Army(faction, tokens, tuple(reserve)), " ".join(wrong)


def _no_unit(field: str, given: str) -> str:
    label = _("Reinforcements") + field.removeprefix("reserve") if field in RESERVES else field
    template = _("{field} counts as empty: there is no unit “{unit}”.")
    return template.format(field=label, unit=given[:LONGEST_UNIT])


def empty(faction: str) -> Army:
    """An army of which there is only the faction."""
    return Army(faction, ("",) * len(PLACES))


def arranged(army: Army, data: DataSet) -> tuple[Army, str]:
    """The army made whole by itself, or as it was with the reason why that cannot be."""
    try:
        return finished(_lifted(army, data), data), ""
    except RulesError as error:
        return army, spoken(error.sentence)


def _lifted(army: Army, data: DataSet) -> Army:
    """The army with its units taken from spaces where they may not stand, to be placed anew."""
    fits = [not unit or at % SIZE in data.kinds[unit].spaces for at, unit in enumerate(army.tokens)]
    tokens = tuple(unit if fit else "" for unit, fit in zip(army.tokens, fits, strict=True))
    rest = [unit for unit, fit in zip(army.tokens, fits, strict=True) if not fit]
    return Army(army.faction, tokens, tuple(sorted([*army.reserve, *rest])))


def draft(army: Army, data: DataSet) -> ArmyForm:
    """The army as the form shows it."""
    taken = Counter(armies.units(army))
    places = [_place_of(place, at, army, data) for at, place in enumerate(PLACES)]
    return ArmyForm(
        name=spoken(names.of_faction(army.faction)),
        battalions=[places[battalion * SIZE :][:SIZE] for battalion in BATTALIONS],
        reserve=_reserve(army, data),
        points=armies.points(army, data.kinds),
        most=POINTS,
        normal=sum(number for unit, number in taken.items() if not data.kinds[unit].hero),
        faults=[spoken(fault) for fault in armies.faults(army, data)],
        recruits=[Recruit(unit_card(kind, data), taken[kind.id], kind.copies) for kind in data.of(army.faction)],
    )


def _place_of(place: str, at: int, army: Army, data: DataSet) -> FormPlace:
    fitting = [kind for kind in data.of(army.faction) if at % SIZE in kind.spaces]
    return FormPlace(place, SPACES[at % SIZE], _offered(fitting, army.tokens[at], data))


def _reserve(army: Army, data: DataSet) -> list[FormPlace]:
    kinds = [kind for kind in data.of(army.faction) if not kind.hero]
    units = [*army.reserve, *[""] * len(RESERVES)]
    return [FormPlace(field, "", _offered(kinds, unit, data)) for field, unit in zip(RESERVES, units, strict=False)]


def _offered(kinds: list[Kind], chosen: str, data: DataSet) -> list[tuple[str, str, bool]]:
    """The units to choose from; whoever stands there although that is wrong stays in sight."""
    wrong = [data.kinds[chosen]] if chosen and chosen not in [kind.id for kind in kinds] else []
    return [(kind.id, f"{unit_name(kind.id)} ({kind.cost})", kind.id == chosen) for kind in [*kinds, *wrong]]


def summary(army: Army, data: DataSet) -> str:
    """An army in a line: its faction, its heroes, its units."""
    order = list(data.kinds)
    units = sorted(armies.units(army), key=order.index)
    heroes = listed(unit for unit in units if data.kinds[unit].hero)
    return f"{spoken(names.of_faction(army.faction))}: {heroes}; " + listed(
        unit for unit in units if not data.kinds[unit].hero
    )

"""The form in which an army of Fantasy Dice Battles is built: pick a unit, press a space; and what is still wrong."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.boards.fantasy_dice_battles.unit_cards import UnitCard, counted_units, spoken, unit_card, unit_name
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
    """A field of the form, and who stands there."""

    field: str
    space: str
    unit_card: UnitCard | None
    label: str


@dataclass(frozen=True)
class Recruit:
    """A kind of unit, where it may stand, how many of its copies the army has, and whether it is the one picked."""

    unit_card: UnitCard
    spaces: tuple[str, ...]
    taken: int
    copies: int
    is_picked: bool

    @property
    def left(self) -> int:
        """How many more there are."""
        return max(0, self.copies - self.taken)


@dataclass(frozen=True)
class ArmyForm:
    """An army being built: its fields with their units, what it costs, and everything that is wrong or missing."""

    name: str
    fields: Mapping[str, str]
    battalions: list[list[FormPlace]]
    reserve: list[FormPlace]
    points: int
    most: int
    normal: int
    faults: list[str]
    recruits: list[Recruit]


def posted_army(fields: Mapping[str, str], faction: str, data: DataSet) -> tuple[Army, str]:
    """Return the army that a form describes, and a sentence on the fields that name no unit, which stay empty."""
    given = {field: fields.get(field, "").strip() for field in (*PLACES, *RESERVES)}
    known = {field: unit for field, unit in given.items() if unit in data.kinds}
    tokens = tuple(known.get(place, "") for place in PLACES)
    reserve = sorted(unit for field, unit in known.items() if field in RESERVES)
    wrong = [_no_unit(field, unit) for field, unit in given.items() if unit and field not in known]
    return Army(faction, tokens, tuple(reserve)), " ".join(wrong)


def _no_unit(field: str, given: str) -> str:
    label = _("Reinforcements") + field.removeprefix("reserve") if field in RESERVES else field
    template = _("{field} counts as empty: there’s no unit called “{unit}”.")
    return template.format(field=label, unit=given[:LONGEST_UNIT])


def empty(faction: str) -> Army:
    """Return an army that has only its faction."""
    return Army(faction, ("",) * len(PLACES))


def arranged(army: Army, data: DataSet) -> tuple[Army, str]:
    """Return the army made whole by itself, or as it was with the reason why that cannot be."""
    try:
        return finished(_lifted(army, data), data), ""
    except RulesError as error:
        return army, spoken(error.sentence)


def _lifted(army: Army, data: DataSet) -> Army:
    """Return the army with its units taken from spaces that don't allow them, to be placed again."""
    fits = [not unit or at % SIZE in data.kinds[unit].spaces for at, unit in enumerate(army.tokens)]
    tokens = tuple(unit if fit else "" for unit, fit in zip(army.tokens, fits, strict=True))
    rest = [unit for unit, fit in zip(army.tokens, fits, strict=True) if not fit]
    return Army(army.faction, tokens, tuple(sorted([*army.reserve, *rest])))


def pressed(army: Army, picked: str, field: str, data: DataSet) -> tuple[Army, str]:
    """Return the army once a field was pressed, or as it was with the reason why nothing came of it.

    The picked unit then stands there, in place of the one that stood there. If that is the same one, or none is picked,
    or it may not stand there, the one that stood there is taken out.
    """
    fields = _fields(army)
    if field not in fields:
        return army, _("There’s no such space.")
    standing = fields[field]
    unit = picked if picked in data.kinds else ""
    if unit and unit != standing and _fits(unit, field, data):
        if armies.units(army).count(unit) >= data.kinds[unit].copies:
            template = _("All {copies} of {unit} are already in the army.")
            return army, template.format(copies=data.kinds[unit].copies, unit=unit_name(unit))
        return _with(army, fields, field, unit), ""
    if standing:
        return _with(army, fields, field, ""), ""
    if not unit:
        return army, _("Choose a unit first, then a space for it.")
    return army, _misfit(unit, field, data)


def _misfit(unit: str, field: str, data: DataSet) -> str:
    if field in RESERVES:
        return _("A hero leads a battalion and can’t wait in reinforcements.")
    spaces = unit_card(data.kinds[unit], data).spaces
    return _("{unit} can’t be placed on {place}, only on {spaces}.").format(
        unit=unit_name(unit), place=field, spaces=spaces
    )


def _fields(army: Army) -> dict[str, str]:
    """Return who stands where, by field; more reinforcements than there are fields are left out."""
    reserve = [*army.reserve, *[""] * len(RESERVES)]
    return {**dict(zip(PLACES, army.tokens, strict=True)), **dict(zip(RESERVES, reserve, strict=False))}


def _with(army: Army, fields: Mapping[str, str], field: str, unit: str) -> Army:
    changed = {**fields, field: unit}
    reserve = sorted(changed[each] for each in RESERVES if changed[each])
    return Army(army.faction, tuple(changed[place] for place in PLACES), tuple(reserve))


def _fits(unit: str, field: str, data: DataSet) -> bool:
    kind = data.kinds[unit]
    return not kind.hero if field in RESERVES else PLACES.index(field) % SIZE in kind.spaces


def draft(army: Army, data: DataSet, picked: str = "") -> ArmyForm:
    """Return the army as the form shows it, with a unit that stays picked while there is one more of it."""
    taken = Counter(armies.units(army))
    fields = _fields(army)
    places = {field: _form_place(field, unit, data) for field, unit in fields.items()}
    return ArmyForm(
        name=spoken(names.of_faction(army.faction)),
        fields=fields,
        battalions=[[places[place] for place in PLACES[battalion * SIZE :][:SIZE]] for battalion in BATTALIONS],
        reserve=[places[field] for field in RESERVES],
        points=armies.points(army, data.kinds),
        most=POINTS,
        normal=sum(number for unit, number in taken.items() if not data.kinds[unit].hero),
        faults=[spoken(fault) for fault in armies.faults(army, data)],
        recruits=[_recruit(kind, taken[kind.id], picked, data) for kind in data.of(army.faction)],
    )


def _form_place(field: str, unit: str, data: DataSet) -> FormPlace:
    space = "reserve" if field in RESERVES else SPACES[PLACES.index(field) % SIZE]
    place = _("Reinforcements") if field in RESERVES else field
    label = _("{place}: {unit}").format(place=place, unit=unit_name(unit) if unit else _("nobody"))
    return FormPlace(field, space, unit_card(data.kinds[unit], data) if unit else None, label)


def _recruit(kind: Kind, taken: int, picked: str, data: DataSet) -> Recruit:
    spaces = (*[SPACES[at] for at in sorted(kind.spaces)], *([] if kind.hero else ["reserve"]))
    return Recruit(unit_card(kind, data), spaces, taken, kind.copies, kind.id == picked and taken < kind.copies)


def army_summary(army: Army, data: DataSet) -> str:
    """Return an army in a line: its faction, its heroes, its units."""
    order = list(data.kinds)
    units = sorted(armies.units(army), key=order.index)
    heroes = counted_units(unit for unit in units if data.kinds[unit].hero)
    return f"{spoken(names.of_faction(army.faction))}: {heroes}; " + counted_units(
        unit for unit in units if not data.kinds[unit].hero
    )

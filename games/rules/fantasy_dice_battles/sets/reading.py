"""Reading data sets: a file is checked row by row, and what is wrong is named with file, row and reason."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from games.rules.errors import RulesError
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.army.arrange import Unplaced, arrange
from games.rules.fantasy_dice_battles.data import (
    COSTS,
    RANKS,
    SPACES,
    Army,
    DataSet,
    FaceRow,
    FactionRow,
    Kind,
    Power,
    PowerRow,
    Preset,
    PresetRow,
    Row,
    SetRow,
    UnitRow,
)
from games.rules.fantasy_dice_battles.round.diagram import tables
from games.rules.fantasy_dice_battles.round.powers import EFFECTS
from games.rules.fantasy_dice_battles.sets.domination import dominating
from games.rules.sentence import N_, Sentence, sentence

R = TypeVar("R", bound=Row)

TABLES: Mapping[str, type[Row]] = {
    "faces": FaceRow,
    "powers": PowerRow,
    "factions": FactionRow,
    "units": UnitRow,
    "presets": PresetRow,
}
RESERVED = ("reserve", "regroup")
"""Words of the notation, which cannot be ids."""


class BadSet(RulesError):
    """A data file that cannot be used for play; the sentence names file, row and reason."""

    code = "bad_set"


def read(content: str, file: str) -> DataSet:
    """Return the data set of a file's content, in TOML; `file` is its name for people. Raises BadSet."""
    return _Reader(file).read(content)


class _Reader:
    """Reads one file; every fault it finds names the file."""

    def __init__(self, file: str) -> None:
        self.file = file

    def read(self, content: str) -> DataSet:
        tree = self._tree(content)
        about = self._row("set", tree["set"], SetRow)
        rows: dict[str, list[Any]] = {name: self._rows(name, tree[name], kind) for name, kind in TABLES.items()}
        self._check_faces(rows["faces"])
        factions = self._unique("factions", rows["factions"], lambda row: row.id)
        powers = self._unique("powers", rows["powers"], lambda row: row.code)
        self._check_powers(rows["powers"])
        units = self._unique("units", rows["units"], lambda row: row.id)
        for number, unit in enumerate(rows["units"], 1):
            self._check_unit(f"units {number} ({unit.id})", unit, factions, powers, units)
        presets = self._unique("presets", rows["presets"], lambda row: row.id)
        targets, lobbed = tables(rows["faces"])
        data = DataSet(
            id=about.id,
            name=about.name,
            digest=_digest(rows),
            factions=factions,
            powers=powers,
            faces=tuple(rows["faces"]),
            kinds={unit.id: _kind(unit) for unit in rows["units"]},
            presets={row.id: Preset(row.id, row.name, _army(row)) for row in presets.values()},
            targets=targets,
            lobbed=lobbed,
        )
        self._check_domination(data)
        self._check_armies(data)
        return data

    def fault(self, row: str, reason: Sentence) -> BadSet:
        """Return the fault of a row; `row` is such as “units 3 (bowmen)”."""
        return BadSet(sentence(N_("{file}, {row}: {reason}"), file=self.file, row=row, reason=reason))

    # --- shape ---

    def _tree(self, content: str) -> dict[str, Any]:
        try:
            tree = tomllib.loads(content)
        except tomllib.TOMLDecodeError as error:
            raise self.fault("TOML", sentence(N_("this can’t be read: {reason}."), reason=str(error))) from error
        expected = ["set", *TABLES]
        for name in (*expected, *tree):
            if name not in tree or name not in expected:
                template = N_("a data file must have exactly these tables: {expected}.")
                raise self.fault(name, sentence(template, expected=", ".join(expected)))
        return tree

    def _rows(self, table: str, rows: Any, kind: type[R]) -> list[R]:
        if not isinstance(rows, list) or not rows:
            raise self.fault(table, sentence(N_("there are no rows [[{table}]]."), table=table))
        return [self._row(f"{table} {number}{_named(row)}", row, kind) for number, row in enumerate(rows, 1)]

    def _row(self, row: str, content: Any, kind: type[R]) -> R:
        try:
            return msgspec.convert(content, kind)
        except msgspec.ValidationError as error:
            raise self.fault(row, sentence("{reason}.", reason=str(error))) from error

    def _unique(self, table: str, rows: Sequence[R], key: Callable[[Any], str]) -> dict[str, R]:
        found: dict[str, R] = {}
        for number, row in enumerate(rows, 1):
            name = key(row)
            if name in found or name in RESERVED:
                raise self.fault(f"{table} {number} ({name})", sentence(N_("this id is already in use.")))
            found[name] = row
        return found

    # --- meaning ---

    def _check_faces(self, rows: Sequence[FaceRow]) -> None:
        if [row.face for row in rows] != [1, 2, 3, 4, 5, 6]:
            raise self.fault("faces", sentence(N_("faces 1 to 6 must be listed in this order (FD-40).")))
        for row in rows:
            if row.arrow == row.front:
                raise self.fault(f"faces {row.face}", sentence(N_("the arrow points to its own space (FD-41).")))

    def _check_powers(self, rows: Sequence[PowerRow]) -> None:
        for number, row in enumerate(rows, 1):
            name = f"powers {number} ({row.code})"
            self._require_known(name, "powers", [row.code], EFFECTS)
            effect = EFFECTS[row.code]
            wanted = [field for field in ("amount", "classes") if getattr(effect, field)]
            for field in ("amount", "classes"):
                if (f"{{{field}}}" in row.effect) != (field in wanted):
                    template = N_("the effect must have exactly these names in braces: {wanted}.")
                    raise self.fault(name, sentence(template, wanted=", ".join(wanted) or "–"))
            if "{" in row.effect.replace("{amount}", "").replace("{classes}", ""):
                raise self.fault(name, sentence(N_("the effect has unknown names in braces.")))

    def _check_unit(
        self,
        row: str,
        unit: UnitRow,
        factions: Mapping[str, Row],
        powers: Mapping[str, Row],
        units: Mapping[str, UnitRow],
    ) -> None:
        self._require_known(row, "factions", [unit.faction], factions)
        self._require_known(row, "powers", [power.code for power in unit.powers], powers)
        kin = [other.id for other in units.values() if other.faction == unit.faction and other.level != "hero"]
        self._require_known(row, "units", unit.regroups, kin)
        for power in unit.powers:
            self._check_power(row, power)
        for wrong, reason in _faults(unit):
            if wrong:
                raise self.fault(row, sentence(reason))

    def _check_power(self, row: str, power: Power) -> None:
        effect = EFFECTS[power.code]
        for field, given, wanted in (
            ("amount", power.amount is not None, effect.amount),
            ("classes", bool(power.classes), effect.classes),
        ):
            if given != wanted:
                template = (
                    N_("the power {power} needs “{field}”.")
                    if wanted
                    else N_("the power {power} can’t have “{field}”.")
                )
                raise self.fault(row, sentence(template, power=power.code, field=field))

    def _require_known(self, row: str, table: str, named: Iterable[str], known: Iterable[str]) -> None:
        possible = list(known)
        for name in named:
            if name not in possible:
                template = N_("“{name}” isn’t one of the {table}. Available: {known}.")
                raise self.fault(row, sentence(template, name=name, table=table, known=", ".join(possible)))

    def _check_domination(self, data: DataSet) -> None:
        for number, kind in enumerate(data.kinds.values(), 1):
            better = dominating(kind, data.kinds.values())
            if better is not None:
                template = N_(
                    "nobody would take this unit: “{better}” costs no more and is at least as good in "
                    "spaces, morale, armour, dice and powers. Give this one something the other lacks, or "
                    "a lower level."
                )
                raise self.fault(f"units {number} ({kind.id})", sentence(template, better=better.id))

    def _check_armies(self, data: DataSet) -> None:
        for number, faction in enumerate(data.factions, 1):
            kinds = data.of(faction)
            every = [kind.id for kind in kinds for _ in range(kind.copies)]
            filled = arrange(Army(faction, ("",) * 18, tuple(every)), data.kinds)
            if isinstance(filled, Unplaced):
                raise self.fault(f"factions {number} ({faction})", filled.sentence(data.kinds))
        for number, preset in enumerate(data.presets.values(), 1):
            row = f"presets {number} ({preset.id})"
            self._require_known(row, "factions", [preset.army.faction], data.factions)
            self._require_known(row, "units", armies.units(preset.army), data.kinds)
            faults = armies.faults(preset.army, data)
            if faults:
                raise self.fault(row, faults[0])


def _named(row: Any) -> str:
    name = row.get("id", row.get("code")) if isinstance(row, dict) else None
    return f" ({name})" if isinstance(name, str) else ""


def _faults(unit: UnitRow) -> list[tuple[bool, str]]:
    """Return the faults that a schema cannot express."""
    hero = unit.level == "hero"
    return [
        (hero != ("H" in unit.spaces), N_("only heroes stand on H, and all heroes do (FD-2).")),
        (
            hero and (unit.copies != 1 or len(unit.spaces) > 1),
            N_("a hero has one copy, and can stand only on H (FD-10)."),
        ),
        (
            bool(unit.attack) != (unit.color is not None),
            N_("an attack needs a color exactly when it has at least one die (FD-5)."),
        ),
        (len(set(unit.spaces)) < len(unit.spaces), N_("a space is named twice.")),
    ]


def _kind(row: UnitRow) -> Kind:
    def powers(kind: str) -> tuple[Power, ...]:
        return tuple(power for power in row.powers if EFFECTS[power.code].kind == kind)

    return Kind(
        id=row.id,
        name=row.name,
        faction=row.faction,
        level=row.level,
        rank=RANKS[row.level],
        cost=COSTS[row.level],
        copies=row.copies,
        kind=row.kind,
        family=row.family,
        spaces=tuple(sorted(SPACES.index(space) for space in row.spaces)),
        morale=row.morale,
        armour=row.armour,
        attack=row.attack,
        color=row.color or "",
        attacks=powers("attack"),
        guards=powers("defence"),
        supports=powers("support"),
        regroups=row.regroups,
        hero=row.level == "hero",
    )


def _army(row: PresetRow) -> Army:
    return Army(
        row.faction, tuple(unit for battalion in row.battalions for unit in battalion), tuple(sorted(row.reserve))
    )


def _digest(rows: Mapping[str, Sequence[Any]]) -> int:
    """Return the digest of all that matters to play, which names and effects do not."""
    content = {
        table: [
            {k: v for k, v in msgspec.to_builtins(row).items() if k not in ("name", "effect")} for row in rows[table]
        ]
        for table in rows
    }
    return int.from_bytes(hashlib.sha256(msgspec.json.encode(content, order="sorted")).digest()[:6], "big")

"""Armies: their text, the rules they obey, and the faults of an unfinished one (FD-4, FD-10, FD-12)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from games.rules.errors import BadNotation
from games.rules.fantasy_dice_battles.data import BATTALIONS, PLACES, SIZE, SPACES, Army, DataSet, Kind
from games.rules.fantasy_dice_battles.state import NORMAL_UNITS, POINTS, RESERVE_AT_START
from games.rules.sentence import N_, Sentence, counted, sentence

EMPTY = "-"
BATTALION, TAIL = " / ", " + "
WORD = "[a-z][a-z0-9_]{0,23}"
ARMY = re.compile(
    rf"({WORD}):((?: (?:{WORD}|-)){{6}}) /((?: (?:{WORD}|-)){{6}}) /((?: (?:{WORD}|-)){{6}})(?: \+((?: {WORD})+))?",
    re.ASCII,
)


def points(army: Army, kinds: Mapping[str, Kind]) -> int:
    """Return what the normal units cost."""
    return sum(kinds[unit].cost for unit in units(army))


def units(army: Army) -> list[str]:
    """Return all units, placed or in reinforcements."""
    return [unit for unit in (*army.tokens, *army.reserve) if unit]


def text(army: Army) -> str:
    """Return the canonical text: `realm: F1 F2 F3 S1 S2 H / … / … + reinforcements`, with - for an empty space."""
    rows = [army.tokens[battalion * SIZE :][:SIZE] for battalion in BATTALIONS]
    placed = BATTALION.join(" ".join(unit or EMPTY for unit in row) for row in rows)
    return f"{army.faction}: {placed}" + (TAIL + " ".join(army.reserve) if army.reserve else "")


def parse(written: str, data: DataSet) -> Army:
    """Return the army of a text, which need not be legal. Reinforcements may be in any order; extra white space is
    ignored.

    Raises BadNotation.
    """
    plain = " ".join(written.split()).replace(" :", ":")
    found = ARMY.fullmatch(plain)
    if found is None:
        template = N_(
            "This isn’t an army: {text}. Write the faction, the three battalions in the order F1 F2 F3 S1 "
            "S2 H, and the reinforcements. Use - for an empty space. Example: realm: footmen - … / … / … + "
            "bowmen."
        )
        raise BadNotation(sentence(template, text=plain[:60]))
    faction, *rows, reserve = found.groups()
    _require_known(faction, [*"".join(rows).split(), *(reserve or "").split()], data)
    tokens = tuple("" if unit == EMPTY else unit for unit in "".join(rows).split())
    return Army(faction, tokens, tuple(sorted((reserve or "").split())))


def _require_known(faction: str, named: list[str], data: DataSet) -> None:
    if faction not in data.factions:
        template = N_("There’s no faction “{faction}”. Available: {known}.")
        raise BadNotation(sentence(template, faction=faction, known=", ".join(data.factions)))
    for unit in named:
        if unit != EMPTY and unit not in data.kinds:
            known = ", ".join(kind.id for kind in data.of(faction))
            template = N_("There’s no unit “{unit}”. This faction’s units: {known}.")
            raise BadNotation(sentence(template, unit=unit, known=known))


def faults(army: Army, data: DataSet) -> list[Sentence]:
    """Return every reason why this army is not legal, with its rule; empty for a legal one (FD-4, FD-10, FD-12).

    The army may be unfinished: what is still missing is named too. Its units must be in the data set.
    """
    return [*_wrong(army, data), *_missing(army, data)]


def _wrong(army: Army, data: DataSet) -> Iterator[Sentence]:
    """Yield the faults that more units cannot mend."""
    kinds = data.kinds
    for unit, number in Counter(units(army)).items():
        kind, name = kinds[unit], sentence(kinds[unit].name)
        if kind.faction != army.faction:
            yield sentence(N_("Wrong faction: {unit}. An army can have only one faction."), unit=name)
        if number > kind.copies:
            yield _too_many(kind, number)
    for place, unit in enumerate(army.tokens):
        if unit and place % SIZE not in kinds[unit].spaces:
            yield misplaced(kinds[unit], PLACES[place])
    yield from (
        sentence(N_("{unit} is a hero and can’t start in reinforcements."), unit=sentence(kinds[unit].name))
        for unit in dict.fromkeys(army.reserve)
        if kinds[unit].hero
    )
    yield from _beyond(army, data)


def _too_many(kind: Kind, number: int) -> Sentence:
    if kind.hero:
        template = N_("The three heroes must be different, but the army has {unit} {number} times.")
        return sentence(template, unit=sentence(kind.name), number=number)
    template = N_("{unit}: {number}, but an army can have at most {copies}.")
    return sentence(template, unit=sentence(kind.name), number=number, copies=kind.copies)


def misplaced(kind: Kind, place: str) -> Sentence:
    """Return the fault of a unit on a place where it may not stand."""
    spaces = ", ".join(SPACES[space] for space in kind.spaces)
    template = N_("{unit} can’t be placed on {place}, only on {spaces}.")
    return sentence(template, unit=sentence(kind.name), place=place, spaces=spaces)


def _beyond(army: Army, data: DataSet) -> Iterator[Sentence]:
    cost, normal = points(army, data.kinds), [unit for unit in units(army) if not data.kinds[unit].hero]
    if cost > POINTS:
        yield counted(
            "The army costs {cost} points, {count} over the limit of {limit}.",
            "The army costs {cost} points, {count} over the limit of {limit}.",
            cost - POINTS,
            cost=cost,
            limit=POINTS,
        )
    if len(normal) > NORMAL_UNITS[1]:
        template = N_("The army has {number} normal units; the maximum is {limit}.")
        yield sentence(template, number=len(normal), limit=NORMAL_UNITS[1])
    if len(army.reserve) > RESERVE_AT_START:
        template = N_("There are {number} units in reinforcements; at most {limit} can start there.")
        yield sentence(template, number=len(army.reserve), limit=RESERVE_AT_START)


def _missing(army: Army, data: DataSet) -> Iterator[Sentence]:
    empty = [place for place, unit in zip(PLACES, army.tokens, strict=True) if not unit]
    if empty:
        yield counted(
            "One space is still empty: {places}.",
            "{count} spaces are still empty: {places}.",
            len(empty),
            places=tuple(_by_battalion(empty)),
        )


def _by_battalion(places: list[str]) -> Iterator[Sentence]:
    for number in range(1, len(BATTALIONS) + 1):
        spaces = [place[2:] for place in places if place.startswith(f"{number}:")]
        if len(spaces) == SIZE:
            yield sentence(N_("battalion {number} (all)"), number=number)
        elif spaces:
            yield sentence(N_("battalion {number} ({spaces})"), number=number, spaces=", ".join(spaces))

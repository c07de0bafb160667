"""What a data set holds (FD-4, FD-5): the rows of its file (units, powers, dice, armies), and what is made of them.

Spaces of a battalion have indexes: 0 to 2 the front F1 F2 F3, 3 and 4 the second row S1 S2, 5 the hero's H. A place is
one of the 18 spaces of an army, battalion by battalion: "2:S1" has the index 1 * 6 + 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

SPACES = ("F1", "F2", "F3", "S1", "S2", "H")
FRONT = 3
HERO = 5
"""Index of the hero's space; those below it are for normal units."""
SIZE = 6
BATTALIONS = (0, 1, 2)
PLACES = tuple(f"{battalion + 1}:{space}" for battalion in BATTALIONS for space in SPACES)
PLACE = {name: index for index, name in enumerate(PLACES)}
HEROES = tuple(battalion * SIZE + HERO for battalion in BATTALIONS)
"""Where the heroes stand."""
UNITS = tuple(place for place in range(len(PLACES)) if place not in HEROES)
"""Where normal units stand."""
RESERVE = "reserve"
"""What stands for a place in texts where a unit starts in reinforcements."""

Space = Literal["F1", "F2", "F3", "S1", "S2", "H"]
Front = Literal["F1", "F2", "F3"]
Behind = Literal["S1", "S2"]
Level = Literal["bronze", "silver", "gold", "hero"]
Class = Literal["INF", "HAL", "CAV", "ARC", "MON", "MAG"]
Color = Literal["normal", "poison", "smash"]
Armour = Literal["none", "normal", "golden"]

CLASSES: tuple[Class, ...] = ("INF", "HAL", "CAV", "ARC", "MON", "MAG")
COSTS: Mapping[Level, int] = {"bronze": 1, "silver": 2, "gold": 4, "hero": 0}
RANKS: Mapping[Level, int] = {"bronze": 1, "silver": 2, "gold": 3, "hero": 4}

Id = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,23}$")]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Name = Annotated[str, msgspec.Meta(pattern="^[^{}]{1,40}$")]
Battalion = tuple[str, str, str, str, str, str]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"kind": "class"}):
    """A row of a data file."""


class SetRow(Row, frozen=True):
    """The set itself: the id under which matches name it, and its name for people."""

    id: Id
    name: Name


class FactionRow(Row, frozen=True):
    """A faction: an army has units of one only (FD-10)."""

    id: Id
    name: Name


class PowerRow(Row, frozen=True):
    """What a power is called and what it does, for people; `{amount}` and `{classes}` stand for a card's own."""

    code: Annotated[str, msgspec.Meta(pattern="^[A-Z][A-Z_]*$")]
    name: Name
    effect: Text


class FaceRow(Row, frozen=True):
    """A face of the die: its front space, the space behind it, and where an arrow points (FD-40 to FD-43)."""

    face: Annotated[int, msgspec.Meta(ge=1, le=6)]
    front: Front
    behind: Behind
    arrow: Front | None = None


class Power(Row, frozen=True):
    """A power on a card: its code, and its classes and amount if it takes any."""

    code: str
    classes: tuple[Class, ...] = ()
    amount: Annotated[int, msgspec.Meta(ge=1, le=9)] | None = None


class UnitRow(Row, frozen=True, kw_only=True):
    """A kind of unit, its token and its order card in one (FD-4)."""

    id: Id
    name: Name
    faction: str
    level: Level
    copies: Annotated[int, msgspec.Meta(ge=1, le=19)]
    kind: Class = msgspec.field(name="class")
    family: Id = ""
    spaces: Annotated[tuple[Space, ...], msgspec.Meta(min_length=1)]
    morale: Annotated[int, msgspec.Meta(ge=1, le=9)]
    armour: Armour = "none"
    attack: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    color: Color | None = None
    powers: tuple[Power, ...] = ()
    regroups: tuple[str, ...] = ()


class PresetRow(Row, frozen=True):
    """A preset army: three battalions of F1 F2 F3 S1 S2 H, and what starts in reinforcements (FD-11)."""

    id: Id
    name: Name
    faction: str
    battalions: tuple[Battalion, Battalion, Battalion]
    reserve: tuple[str, ...] = ()


class Kind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of unit as the rules use it: token and order card.

    `spaces` are the indexes where it may stand, `color` "" if it has no attack. Its powers are divided by what
    they do: more own dice, fewer of the opponent's, anything else. `regroups` is the foot of the card, left to right.
    """

    id: str
    name: str
    faction: str
    level: Level
    rank: int
    cost: int
    copies: int
    kind: Class
    family: str
    spaces: tuple[int, ...]
    morale: int
    armour: Armour
    attack: int
    color: str
    attacks: tuple[Power, ...]
    guards: tuple[Power, ...]
    supports: tuple[Power, ...]
    regroups: tuple[str, ...]
    hero: bool

    @property
    def powers(self) -> tuple[Power, ...]:
        """All powers of the card."""
        return self.attacks + self.guards + self.supports


class Army(msgspec.Struct, frozen=True):
    """An army, complete or not: the ids of its units on the 18 places ("" for an empty one), and in reinforcements."""

    faction: str
    tokens: tuple[str, ...]
    reserve: tuple[str, ...] = ()


class Preset(msgspec.Struct, frozen=True):
    """An army that comes with the set."""

    id: str
    name: str
    army: Army


class DataSet(msgspec.Struct, frozen=True, kw_only=True):
    """A data set ready for play.

    `digest` covers everything that matters to play: a number of 48 bits that changes with any of it.
    `targets` gives, for the occupied spaces below H as a sum of powers of two and for a face from 0, the index of the
    space hit; `lobbed` the same for dice that pass over the front row.
    """

    id: str
    name: str
    digest: int
    factions: Mapping[str, FactionRow]
    powers: Mapping[str, PowerRow]
    faces: tuple[FaceRow, ...]
    kinds: Mapping[str, Kind]
    presets: Mapping[str, Preset]
    targets: tuple[tuple[int, ...], ...]
    lobbed: tuple[tuple[int, ...], ...]

    def of(self, faction: str) -> list[Kind]:
        """Return the kinds of a faction, in the order of the file."""
        return [kind for kind in self.kinds.values() if kind.faction == faction]

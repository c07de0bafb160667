"""Every card of Field of Glory and its numbers. Rule numbers (FG-1 …) are those of `docs/rules/field-of-glory.md`.

An army card is named by its type, its command points and a letter: `HI4b` is the second heavy infantry card with 4
command points. Both seats own the same 48.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from games.rules.sentence import N_

Card = str
Terrain = Literal["plain", "hill", "rough", "woods"]


class Kind(NamedTuple):
    """A type of army card: numbers as printed, `points` the command points of each of its cards.

    `prize` are its victory points, `against` the printed modifiers of an attacking lead, by the opposing lead's type.
    Commanders and action cards are not units: they have command points only.
    """

    code: str
    name: str
    cost: int
    flank: int
    value: int
    prize: int
    points: tuple[int, ...]
    against: Mapping[str, int] = {}
    unit: bool = True


KINDS: tuple[Kind, ...] = (
    # code, name, movement cost, flank penalty, combat value, victory points, command points of each card, modifiers
    Kind("EL", N_("Elephants"), 5, 3, 5, 3, (2, 3), {"LI": -4}),
    Kind("PK", N_("Pikes"), 5, 3, 4, 2, (2, 3, 4)),
    Kind("SP", N_("Spears"), 5, 3, 4, 3, (2, 3, 4), {"CV": -1}),
    Kind("HI", N_("Heavy Infantry"), 4, 2, 4, 2, (2, 2, 3, 3, 4, 4), {"CV": -2}),
    Kind("MI", N_("Medium Infantry"), 3, 1, 3, 1, (2, 2, 3, 3, 3, 4, 4, 4)),
    Kind("CV", N_("Cavalry"), 2, 0, 3, 1, (2, 2, 3, 3, 4, 4), {"EL": -2, "PK": -1}),
    Kind("AR", N_("Archers"), 2, 0, 0, 0, (2, 3)),
    Kind("LI", N_("Light Infantry"), 1, 0, 1, 0, (2, 2, 3, 3, 4, 4), {"EL": 3}),
    Kind("LC", N_("Light Cavalry"), 0, 0, 1, 0, (2, 3, 3, 4)),
    Kind("CO", N_("Commander"), 0, 0, 0, 0, (5, 5, 5, 5, 5), unit=False),
    Kind("OV", N_("Overlap"), 0, 0, 0, 0, (2, 2), unit=False),
    Kind("RE", N_("Reserves"), 0, 0, 0, 0, (2,), unit=False),
)
SECOND_PIKE = 1
"""What a leading pike gains in attack when the second unit is a pike too, besides the second unit's +1 (FG-37)."""
HEAVY = frozenset({"HI", "PK", "SP", "CV", "EL"})
"""The types of lead that are weaker in woods."""
WOODS_HEAVY, WOODS_LIGHT, HILL, ROUGH = -2, 1, 1, 1

TERRAINS: Mapping[Terrain, int] = {"plain": 6, "hill": 1, "rough": 1, "woods": 1}
"""The nine terrain cards."""
TERRAIN_NAMES: Mapping[str, str] = {
    "plain": N_("plain"),
    "hill": N_("hill"),
    "rough": N_("rough ground"),
    "woods": N_("woods"),
}

OVERLAP_COST = 3
"""The highest movement cost of a unit that counts for Overlap (FG-31)."""


def _cards() -> Iterator[tuple[Card, Kind, int]]:
    for kind in KINDS:
        seen = Counter[int]()
        for points in kind.points:
            yield f"{kind.code}{points}{'abcde'[seen[points]]}", kind, points
            seen[points] += 1


KIND: dict[Card, Kind] = {card: kind for card, kind, _ in _cards()}
"""The type of every card, in the order of the table."""
POINTS: dict[Card, int] = {card: points for card, _, points in _cards()}
CARDS: tuple[Card, ...] = tuple(KIND)
ORDER: dict[Card, int] = {card: index for index, card in enumerate(CARDS)}
CODE: dict[Card, str] = {card: kind.code for card, kind in KIND.items()}
COST: dict[Card, int] = {card: kind.cost for card, kind in KIND.items()}
UNITS: frozenset[Card] = frozenset(card for card, kind in KIND.items() if kind.unit)
OVERLAPS: tuple[Card, ...] = tuple(card for card in CARDS if CODE[card] == "OV")
RESERVES: Card = "RE2a"
_CODES = [kind.code for kind in KINDS if kind.unit]
PAIRS: frozenset[tuple[str, str]] = frozenset(
    (one, other)
    for one in _CODES
    for other in _CODES
    if one == other or "AR" in (one, other) or {one, other} == {"LI", "EL"}
)
"""The types that may share a column (FG-22)."""


def fits(units: list[Card], card: Card) -> bool:
    """Say whether a unit may join own units in a column (FG-22)."""
    return not units or (len(units) == 1 and (CODE[units[0]], CODE[card]) in PAIRS)


def points(cards: list[Card]) -> int:
    """Sum the command points of several cards."""
    return sum(POINTS[card] for card in cards)


def prizes(cards: list[Card]) -> int:
    """Sum the victory points of several cards."""
    return sum(KIND[card].prize for card in cards)

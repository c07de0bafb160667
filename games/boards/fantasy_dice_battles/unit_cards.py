"""How units of Fantasy Dice Battles are shown: silhouettes, names, numbers and powers, in the active language."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.template.loader import get_template
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext as _, pgettext

from games.core.reading.syllables import SOFT, lines_taken, parted
from games.core.reading.voice import SiteVoice
from games.rules.fantasy_dice_battles import words
from games.rules.fantasy_dice_battles.data import SPACES, DataSet, Kind, Power
from games.rules.fantasy_dice_battles.sets import names
from games.rules.sentence import Sentence, sentence

Seats = Sequence[dict[str, Any]]

DRAWN = {
    "realm": [
        "footmen",
        "halberdiers",
        "bowmen",
        "menatarms",
        "outriders",
        "chaplains",
        "knights",
        "bombards",
        "marshal",
        "highpriest",
        "castellan",
        "wizard",
    ],
    "horde": [
        "goblins",
        "gobarch",
        "wolves",
        "orcs",
        "pikes",
        "shamans",
        "ogres",
        "troll",
        "warlord",
        "gobking",
        "witch",
        "wyvern",
    ],
    "brood": [
        "children",
        "slingers",
        "scaleguard",
        "vipers",
        "spitters",
        "lizards",
        "hydra",
        "temple",
        "broodmother",
        "oracle",
        "king",
        "charmer",
    ],
    "sylvan": [
        "wardens",
        "dancers",
        "scouts",
        "longbows",
        "stags",
        "druids",
        "treekin",
        "moonguard",
        "queen",
        "hunter",
        "swordlord",
        "mistweaver",
    ],
}
"""The units with a silhouette of their own, by the faction in whose sheet it is."""
LIKE = {
    "INF": "footmen",
    "HAL": "halberdiers",
    "CAV": "outriders",
    "ARC": "bowmen",
    "MON": "hydra",
    "MAG": "wizard",
}
"""Whose silhouette a unit of another set has, by its class."""
_FACTIONS = {unit: faction for faction, units in DRAWN.items() for unit in units}


FITS = (("two", 7.6, 1), ("broad", 7.6, 2), ("long", 6.6, 2), ("longest", 12, 2))
"""Names that take more than so many lines of so many letters: on a phone, on the smallest one and on a desktop."""


def short_names() -> dict[str, str]:
    """Return by unit the name that it has on a phone where its whole name has no room, in the active language."""
    return {
        "outriders": pgettext("short", "Outriders"),
        "marshal": pgettext("short", "Lord Marshal"),
        "highpriest": pgettext("short", "High Priest"),
        "warlord": pgettext("short", "Warlord"),
        "wyvern": pgettext("short", "Wyvern Rider"),
        "children": pgettext("short", "Serpent Children"),
        "slingers": pgettext("short", "Child Archers"),
        "scaleguard": pgettext("short", "Scale Guard"),
        "temple": pgettext("short", "Temple Guard"),
        "broodmother": pgettext("short", "Brood Mother"),
        "oracle": pgettext("short", "Serpent Oracle"),
        "charmer": pgettext("short", "Charmer"),
        "moonguard": pgettext("short", "Moon Guard"),
        "queen": pgettext("short", "Forest Queen"),
        "hunter": pgettext("short", "Hunt Master"),
        "swordlord": pgettext("short", "Sword Lord"),
    }


def spoken(said: Sentence, seats: Seats = ()) -> str:
    """Return a sentence in the active language, with the names of the players."""
    return said.said(SiteVoice.for_seats(seats))


def unit_name(unit: str) -> str:
    """Return a unit by name."""
    return spoken(names.of_unit(unit))


def counted_units(units: Iterable[str]) -> str:
    """Return units by name, equal ones counted: “Goblins ×3, Orcs”."""
    found = Counter(units)
    return ", ".join(unit_name(unit) + (f" ×{number}" if number > 1 else "") for unit, number in found.items())


@dataclass(frozen=True, eq=False)
class UnitCard:
    """A kind of unit as tokens and cards show it. `color` is "" where it has no attack.

    Told apart by identity: there is one for each kind and language.
    """

    unit: str
    name: str
    icon: str
    level: str
    level_name: str
    cost: int
    armour: str
    armour_name: str
    class_name: str
    morale: int
    attack: int
    color: str
    dice: str
    powers: tuple[tuple[str, str], ...]
    spaces: str
    regroups: str
    short: str = ""

    @cached_property
    def parted(self) -> str:
        """Return its name for the eye alone, with a soft hyphen between the syllables of long words."""
        return parted(self.name)

    @cached_property
    def parted_finely(self) -> str:
        """Return the same for a card of a phone's hand, where a line has room for some six letters."""
        return parted(self.name, is_narrow=True)

    @cached_property
    def fit(self) -> str:
        """Return the classes of a name that wants more room than a space has, each with the blank before it."""
        return _fit(self.parted)

    @cached_property
    def brief(self) -> str:
        """Return a shorter name for a phone, parted; empty where the whole one has room there."""
        if "broad" not in self.fit.split():
            return ""
        return self.short if SOFT in self.short else parted(self.short)

    @cached_property
    def brief_fit(self) -> str:
        """Return the classes of the shorter name."""
        return _fit(self.brief)

    @cached_property
    def drawn(self) -> Mapping[str, SafeString]:
        """Its parts that tell of a kind of thing, and of no match, so that they are drawn once.

        `figure` is its silhouette and armour, as on its space; `named` silhouette and name, as beside the battalions;
        `card` what stands on its order card; `summary` what it can do, as the page lists it for all units of a side.
        """
        return {part: self._drawn(part) for part in ("figure", "named", "card", "summary")}

    def _drawn(self, part: str) -> SafeString:
        template = get_template("fantasy-dice-battles/_unit_card.jinja")
        return mark_safe(template.render({"unit_card": self, "part": part}))


def _fit(name: str) -> str:
    return "".join(f" {fit}" for fit, letters, lines in FITS if lines_taken(name, letters) > lines)


_CARDS: dict[tuple[int, str | None], dict[str, UnitCard]] = {}
"""By set and language: a board shows some forty of them, each several times."""


def unit_cards(data: DataSet) -> Mapping[str, UnitCard]:
    """Return how every kind of a set is shown, by its id; powers as name and effect."""
    asked = data.digest, get_language()
    if asked not in _CARDS:
        _CARDS[asked] = {kind.id: _drawn(kind, data) for kind in data.kinds.values()}
    return _CARDS[asked]


def unit_card(kind: Kind, data: DataSet) -> UnitCard:
    """Return how one kind of a set is shown."""
    return unit_cards(data)[kind.id]


def _drawn(kind: Kind, data: DataSet) -> UnitCard:
    return UnitCard(
        unit=kind.id,
        name=spoken(sentence(kind.name)),
        icon=_icon(kind),
        level=kind.level,
        level_name=_(names.LEVEL_NAMES[kind.level]),
        cost=kind.cost,
        armour=kind.armour,
        armour_name=_(names.ARMOUR_NAMES[kind.armour]),
        class_name=_(names.CLASS_NAMES[kind.kind]),
        morale=kind.morale,
        attack=kind.attack,
        color=kind.color,
        dice=spoken(names.dice(kind.color, kind.attack)) if kind.attack else _("no attack"),
        powers=tuple((spoken(sentence(data.powers[power.code].name)), effect(power, data)) for power in kind.powers),
        spaces=", ".join(SPACES[space] for space in kind.spaces),
        regroups=counted_units(kind.regroups),
        short=short_names().get(kind.id, ""),
    )


def _icon(kind: Kind) -> str:
    """Return the address of a silhouette: a page loads the sheets of its armies alone."""
    unit = kind.id if kind.id in _FACTIONS else LIKE[kind.kind]
    return f"{static(f'fantasy-dice-battles/{_FACTIONS[unit]}.svg')}#{unit}"


def effect(power: Power, data: DataSet) -> str:
    """Return what a power of a card does, in words."""
    classes = words.classes(power.classes) if power.classes else ""
    return spoken(sentence(data.powers[power.code].effect, amount=power.amount or 0, classes=classes))

"""The pages that explain the games: which games have one, where it is, and the tables that are made of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.urls import reverse
from django.utils.translation import gettext as _

from games.boards import examples
from games.boards.fantasy_dice_battles.unit_cards import face
from games.boards.field_of_glory.board import ICONS
from games.reading.voice import SiteVoice
from games.rules import registry
from games.rules.fantasy_dice_battles.data import PowerRow
from games.rules.fantasy_dice_battles.sets import HOUSE_SET, SETS
from games.rules.field_of_glory.cards import (
    HEAVY,
    KINDS,
    SECOND_PIKE,
    TERRAIN_NAMES,
    TERRAINS,
    WOODS_HEAVY,
    WOODS_LIGHT,
    Kind,
)
from games.rules.sentence import N_, Sentence, sentence

NAMES = {kind.code: kind.name for kind in KINDS}
SPECIAL: dict[str, tuple[str, ...]] = {
    "EL": (N_("may share a column with light infantry"), N_("run wild when they are lost in a fight")),
    "SP": (N_("win ties when they lead the defence"),),
    "AR": (N_("may share a column with any unit"),),
    "LI": (N_("may share a column with elephants"),),
    "CO": (N_("command points only"),),
    "OV": (N_("adds to an attack for each unit beside it that nobody opposes and that costs 3 or less"),),
    "RE": (N_("draw three cards, then discard it"),),
}
"""What a type of card can do besides its numbers, by code."""
EFFECTS = {
    "plain": N_("No effect."),
    "hill": N_("+1 for a defender who controls this card."),
    "rough": N_("Every unit placed here costs 1 more."),
    "woods": N_(
        "Heavy infantry, pikes, spears, cavalry and elephants −2, light infantry +1, when they lead, "
        "in attack and in defence."
    ),
}

LEADS = {
    "en-garde": N_(
        "Two fencers face each other on a strip of 23 spaces. Cards move them, and cards strike. "
        "Whoever first wins five rounds, or as many as you agreed, wins the match."
    ),
    "field-of-glory": N_(
        "Two ancient armies meet on a battlefield of five columns. "
        "Gain control of three of them, or stand better when both armies are spent."
    ),
    "fantasy-dice-battles": N_(
        "Two armies of fable stand face to face, three battalions each. You both give your orders in secret, then the "
        "dice fly. When somebody has lost two of three heroes, whoever has more heroes standing wins."
    ),
}
"""What each game is about."""
SECTIONS: dict[str, dict[str, str]] = {
    "en-garde": {
        "begin": N_("A round begins"),
        "turn": N_("Your turn"),
        "defence": N_("You are attacked"),
        "end": N_("A round ends"),
    },
    "field-of-glory": {
        "field": N_("The battlefield and the armies"),
        "turn": N_("A turn in five phases"),
        "placing": N_("Placing units"),
        "fighting": N_("Fighting"),
        "end": N_("The end"),
        "cards": N_("The cards"),
    },
    "fantasy-dice-battles": {
        "battalions": N_("Battalions and units"),
        "choosing": N_("Choosing an army"),
        "orders": N_("Orders"),
        "round": N_("A round, step by step"),
        "dice": N_("Whom the dice hit"),
        "wounds": N_("Wounds, flight and the fall of heroes"),
        "regrouping": N_("Regrouping"),
        "end": N_("The end"),
        "powers": N_("The powers"),
        "units": N_("The units"),
    },
}
"""The headings of each page by their anchors, in order."""


def template(slug: str) -> str | None:
    """The template of the game's rules, or None for a game that has none."""
    if slug not in registry.slugs():
        return None
    name = f"games/rules/{slug}.html"
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return None
    return name


def address(slug: str) -> str:
    """Where the rules of the game are explained; empty for a game without such a page."""
    return reverse("rules_of", args=[slug]) if template(slug) else ""


def explained() -> list[dict[str, str]]:
    """Every game with a page of rules: title, address, and what it is about."""
    titles = {slug: _(registry.current(slug).meta.title) for slug in registry.slugs()}
    return [{"title": titles[slug], "url": address(slug), "lead": _lead(slug)} for slug in titles if address(slug)]


def _lead(slug: str) -> str:
    return _(LEADS[slug]) if slug in LEADS else ""


def context(slug: str) -> dict[str, Any]:
    """What the page of one game holds."""
    known = {
        "slug": slug,
        "title": _(registry.current(slug).meta.title),
        "lead": _lead(slug),
        "sections": {anchor: _(heading) for anchor, heading in SECTIONS.get(slug, {}).items()},
        "choices": [],
    }
    return known | examples.context(slug) | (REFERENCES[slug]() if slug in REFERENCES else {})


# --- The cards of Field of Glory ------------------------------------------------------------------------------------


def reference() -> dict[str, Any]:
    """Every card of Field of Glory as its rules count it: `units`, `others` (not placed) and `terrain`."""
    rows = [(kind.unit, _row(kind)) for kind in KINDS]
    return {
        "units": [row for is_unit, row in rows if is_unit],
        "others": [row for is_unit, row in rows if not is_unit],
        "terrain": [
            {"name": _(TERRAIN_NAMES[name]), "count": count, "effect": _(EFFECTS[name])}
            for name, count in TERRAINS.items()
        ],
    }


def _row(kind: Kind) -> dict[str, Any]:
    return {
        "kind": kind,
        "icon": ICONS[kind.code],
        "name": _(kind.name),
        "count": len(kind.points),
        "points": ", ".join(map(str, kind.points)),
        "notes": [note.said(SiteVoice()) for note in _notes(kind)],
    }


def _notes(kind: Kind) -> list[Sentence]:
    """The printed modifiers of an attacking lead, what woods do to a lead, then what is special."""
    notes = [
        sentence(N_("{amount} in attack against {card}"), amount=_signed(amount), card=sentence(NAMES[code]))
        for code, amount in kind.against.items()
    ]
    if kind.code == "PK":
        notes.append(sentence(N_("{amount} more in attack with two pikes"), amount=_signed(SECOND_PIKE)))
    woods = WOODS_HEAVY if kind.code in HEAVY else WOODS_LIGHT if kind.code == "LI" else 0
    if woods:
        notes.append(sentence(N_("{amount} in woods, as the lead"), amount=_signed(woods)))
    return notes + [sentence(note) for note in SPECIAL.get(kind.code, ())]


def _signed(amount: int) -> str:
    return f"{amount:+}".replace("-", "−")


# --- The units and powers of Fantasy Dice Battles ---------------------------------------------------------------------


def muster() -> dict[str, Any]:
    """Every faction of the house set with its units, and every power."""
    data = SETS[HOUSE_SET]
    return {
        "factions": [
            {"name": _(row.name), "units": [{"kind": kind, "face": face(kind, data)} for kind in data.of(row.id)]}
            for row in data.factions.values()
        ],
        "powers": [(_(row.name), _in_general(row)) for row in data.powers.values()],
        "faces": data.faces,
    }


def _in_general(row: PowerRow) -> str:
    """What a power does, whatever amount and classes a card gives it."""
    effect = sentence(row.effect, amount="x", classes=sentence(N_("those on the card")))
    return effect.said(SiteVoice())


REFERENCES: dict[str, Callable[[], dict[str, Any]]] = {"field-of-glory": reference, "fantasy-dice-battles": muster}
"""What is made of the data of a game, by slug."""

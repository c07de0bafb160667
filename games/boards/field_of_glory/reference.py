"""The table of cards on the rules page."""

from typing import Any

from django.utils.translation import gettext as _

from games.boards.field_of_glory.battlefield import ICONS
from games.core.reading.voice import SiteVoice
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
    "EL": (N_("can share a column with Light Infantry"), N_("run wild when lost in a fight")),
    "SP": (N_("win ties when they lead the defence"),),
    "AR": (N_("can share a column with any unit"),),
    "LI": (N_("can share a column with Elephants"),),
    "CO": (N_("used only for its command points"),),
    "OV": (
        N_("+1 to an attack for each of your units in a neighbouring column, if it’s unopposed and costs 3 or less"),
    ),
    "RE": (N_("draw three cards, then discard this one"),),
}
"""What a type of card can do besides its numbers, by code."""
EFFECTS = {
    "plain": N_("No effect."),
    "hill": N_("+1 for the defender if they control this card."),
    "rough": N_("Every unit placed here costs 1 more."),
    "woods": N_(
        "When leading an attack or a defence here: −2 for Heavy Infantry, Pikes, Spears, Cavalry and "
        "Elephants; +1 for Light Infantry."
    ),
}


def tables() -> dict[str, Any]:
    """Return every card as its rules count it: `units`, `others` (not placed) and `terrain`."""
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
    """Return the printed modifiers of an attacking lead, what woods do to a lead, then what is special."""
    notes = [
        sentence(N_("{amount} when attacking {card}"), amount=_signed(amount), card=sentence(NAMES[code]))
        for code, amount in kind.against.items()
    ]
    if kind.code == "PK":
        notes.append(sentence(N_("{amount} more when attacking with two Pikes"), amount=_signed(SECOND_PIKE)))
    woods = WOODS_HEAVY if kind.code in HEAVY else WOODS_LIGHT if kind.code == "LI" else 0
    if woods:
        notes.append(sentence(N_("{amount} when leading in woods"), amount=_signed(woods)))
    return notes + [sentence(note) for note in SPECIAL.get(kind.code, ())]


def _signed(amount: int) -> str:
    return f"{amount:+}".replace("-", "−")

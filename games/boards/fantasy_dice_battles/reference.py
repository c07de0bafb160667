"""The tables of units and powers on the rules page."""

from typing import Any

from django.utils.translation import gettext as _

from games.boards.fantasy_dice_battles.unit_cards import unit_card
from games.core.reading.voice import SiteVoice
from games.rules.fantasy_dice_battles.data import PowerRow
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from games.rules.sentence import N_, sentence


def tables() -> dict[str, Any]:
    """Return every faction of the default set with its units, and every power."""
    data = SETS[DEFAULT_SET]
    return {
        "factions": [
            {
                "name": _(row.name),
                "units": [{"kind": kind, "unit_card": unit_card(kind, data)} for kind in data.of(row.id)],
            }
            for row in data.factions.values()
        ],
        "powers": [(_(row.name), _in_general(row)) for row in data.powers.values()],
        "faces": data.faces,
    }


def _in_general(row: PowerRow) -> str:
    """Return what a power does, for any amount and classes that a card gives it."""
    effect = sentence(row.effect, amount="x", classes=sentence(N_("named on this card")))
    return effect.said(SiteVoice())

"""The figures of Fantasy Dice Battles, drawn by a rig: `manage.py draw_art` writes what `files` returns."""

from collections.abc import Callable, Mapping

from fogsite.art import pen
from games.boards.fantasy_dice_battles.art import brood, horde, icons, realm, sylvan
from games.boards.fantasy_dice_battles.art.shapes import Figure

FACTIONS = {"realm": realm.FIGURES, "horde": horde.FIGURES, "brood": brood.FIGURES, "sylvan": sylvan.FIGURES}
"""The figures of each army, by symbol."""


def files() -> dict[str, str]:
    """Return the text of every static file of figures: one sheet for each army, since a page needs two of them."""
    sheets = {faction: _symbols(figures) for faction, figures in FACTIONS.items()} | {"icons": icons.symbols()}
    drawn = {name: pen.sheet(symbols) for name, symbols in sheets.items()} | {"tile": icons.hydra_tile()}
    return {f"fantasy-dice-battles/{name}.svg": text for name, text in drawn.items()}


def _symbols(figures: Mapping[str, Callable[[], Figure]]) -> list[str]:
    return [draw().symbol(name) for name, draw in sorted(figures.items())]

"""The figures and grounds of Field of Glory: what each static file holds."""

from fogsite.art import pen
from games.boards.field_of_glory.art.land import BOX as STRIP, LANDS
from games.boards.field_of_glory.art.soldiers import FIGURES
from games.boards.field_of_glory.art.tokens import TOKENS

BOX = 0, 0, 64, 64
ASIDE = -6, 0, 64, 64
"""The box of a figure that reaches further to the left than to the right."""
WAX = "#8f3420"
PAPER = "#f7edd6"
"""Colours of the tile, which is one picture and knows nothing of light and dark."""


def files() -> dict[str, str]:
    """Return the text of every static file that is drawn, by its name."""
    figures = [
        pen.symbol(name, ASIDE if name == "swordsman" else BOX, draw()) for name, draw in {**FIGURES, **TOKENS}.items()
    ]
    lands = [
        pen.symbol(f"land-{name}", STRIP, draw(), more='preserveAspectRatio="xMidYMid slice"')
        for name, draw in LANDS.items()
    ]
    return {"field-of-glory/art.svg": pen.sheet([*figures, *lands]), "field-of-glory/tile.svg": _tile()}


def _tile() -> str:
    """Return the picture of the game in lists: a spearman of paper on a field of wax."""
    figure = FIGURES["hoplite"]().replace(pen.PAPER, WAX)
    return pen.square(WAX, f'<g transform="translate(8 10) scale(1.24)" color="{PAPER}">{figure}</g>')

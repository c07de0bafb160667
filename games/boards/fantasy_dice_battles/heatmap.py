"""A table of shares as a picture: an SVG that stands alone."""

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

CELL = 56
HEAD = 120
TITLE = 40
FONT = 'font-family="sans-serif" font-size="14"'
SHADES = 6
"""Shades between even and lopsided, each so many hundredths wide."""
WIDTH = 5
HIGH = (33, 102, 172)
LOW = (178, 24, 43)
"""Blue where the row wins, red where it loses: told apart by everybody, and the number stands there too."""


def svg(title: str, names: Sequence[str], shares: Mapping[tuple[str, str], float]) -> str:
    """Return the picture; `shares` gives for (row, column) a number from 0 to 1, with 0.5 as white."""
    width = HEAD + CELL * len(names) + 8
    height = TITLE + CELL * (len(names) + 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        _text(8, 24, title, "start"),
        *(_text(HEAD + CELL * at + CELL // 2, TITLE + 36, name, "middle", 10) for at, name in enumerate(names)),
        *(_text(HEAD - 8, _middle(at), name, "end") for at, name in enumerate(names)),
        *(_cell(names, row, column, share) for (row, column), share in shares.items()),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _middle(row: int) -> int:
    return TITLE + CELL * (row + 1) + CELL // 2 + 5


def _text(x: int, y: int, words: str, anchor: str, size: int = 14) -> str:
    plain = FONT.replace("14", str(size))
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" {plain}>{escape(words)}</text>'


def _cell(names: Sequence[str], row: str, column: str, share: float) -> str:
    across = names.index(column)
    down = names.index(row)
    x = HEAD + CELL * across
    y = TITLE + CELL * (down + 1)
    number = _text(x + CELL // 2, _middle(down), f"{100 * share:.0f}", "middle")
    return f'<rect x="{x}" y="{y}" width="{CELL - 2}" height="{CELL - 2}" fill="{shade(share)}"/>{number}'


def shade(share: float) -> str:
    """Return a colour in steps from white at 0.5, never so dark that nobody can read the number on it."""
    step = min(SHADES, int(abs(share - 0.5) * 100 / WIDTH + 0.5))
    full = HIGH if share > 0.5 else LOW
    return "#" + "".join(f"{255 - (255 - part) * step * 6 // (10 * SHADES):02x}" for part in full)

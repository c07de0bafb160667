"""What lies on the desk where there is nothing else to show: letters, ink, a quill and a candle.

Pages show a picture by `<use href="…/img/desk.svg#name">`, in the colours that `base.css` has by day and by night.
"""

from fogsite.art import wax
from fogsite.art.pen import Point, at, blob, circle, curve, filled, line, oval, polygon, sheet, stroked, symbol
from fogsite.art.wax import PALE, Seal

BOX = (0, 0, 120, 104)
SHEET = "var(--envelope, #fffdf8)"
EDGE = "var(--fold, #8d8170)"
GREEN = "#3a6b55"
INK = "#2b5f87"


def files() -> dict[str, str]:
    """Return the files of pictures and of seals, by their names."""
    pictures = {
        "opened": _opened(),
        "locked": _letter(_keyhole()),
        "posted": _letter(),
        "pile": _pile(),
        "spilled": _spilled(),
        "candle": _candle(),
        "quill": _quill(),
    }
    return {"img/desk.svg": sheet(symbol(name, BOX, *parts) for name, parts in pictures.items())} | wax.files()


# Inks.


def _edged(ink: str, *shapes: str) -> str:
    """Return a piece of paper or glass, with its edge."""
    return f'<path fill="{ink}" stroke="{EDGE}" stroke-width="2" stroke-linejoin="round" d="{"".join(shapes)}"/>'


def _shade(shape: str, opacity: str = ".13") -> str:
    return f'<path fill="#000" fill-opacity="{opacity}" d="{shape}"/>'


def _under(*corners: Point) -> str:
    """Return the short shadow of what has these corners, below it on the right."""
    return _shade(polygon([(x + 3, y + 4) for x, y in corners], 5))


# Things.


def _crumb(middle: Point, size: float) -> str:
    x, y = middle
    return polygon([(x - size, y), (x + size * 0.4, y - size), (x + size, y + size * 0.6), (x - size * 0.3, y + size)])


def _keyhole() -> str:
    """Return a keyhole, which is pressed into a seal where nobody may read on."""
    return filled(PALE, circle((60, 56), 4.5) + polygon([(58.2, 58), (61.8, 58), (64, 68), (56, 68)], 1))


def _envelope(left: float, top: float, wide: float, high: float) -> list[str]:
    """Return the back of a closed letter."""
    right = left + wide
    bottom = top + high
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    middle = left + wide / 2, top + high * 0.55
    folds = line((left + 2, top + 2), middle, (right - 2, top + 2))
    folds += line((left + 2, bottom - 2), (left + wide * 0.36, top + high * 0.5))
    folds += line((right - 2, bottom - 2), (right - wide * 0.36, top + high * 0.5))
    return [_under(*corners), _edged(SHEET, polygon(corners, 5)), stroked(EDGE, folds, width=2)]


def _letter(mark: str = "") -> list[str]:
    return [*_envelope(8, 24, 104, 68), Seal((60, 60), 18).whole(mark)]


def _opened() -> list[str]:
    """Return a letter whose seal is broken, and in which nothing lies."""
    front = [(10, 46), (60, 76), (110, 46), (110, 96), (10, 96)]
    flap = polygon([(10, 46), (60, 10), (110, 46)], 4)
    crumbs = [((44, 82), 1.6), ((50, 88), 1), ((74, 74), 1.4), ((79, 79), 0.9), ((72, 14), 1.2)]
    flap_half = Seal((60, 14), 14)
    front_half = Seal((60, 78), 14)
    pieces = [
        f'<g transform="rotate(-82 60 14)">{flap_half.half(0)}</g>',
        f'<g transform="rotate(76 60 78)">{front_half.half(1)}</g>',
        filled(wax.INK, *(_crumb(middle, size) for middle, size in crumbs)),
    ]
    return [
        _under((10, 46), (110, 46), (110, 96), (10, 96)),
        _edged(SHEET, flap),
        _shade(flap, ".08"),
        _shade(polygon([(10, 46), (110, 46), (60, 76)]), ".3"),
        _edged(SHEET, polygon(front, 4)),
        stroked(EDGE, line((12, 94), (44, 67)), line((108, 94), (76, 67)), width=2),
        *pieces,
    ]


def _pile() -> list[str]:
    """Return more letters than anybody can answer at once."""
    sheets = [(4, 52, -3), (0, 37, 2), (3, 22, -2), (0, 6, 1)]
    parts = []
    for x, y, turn in sheets:
        letter = "".join(_envelope(18 + x, y, 78, 44))
        parts.append(f'<g transform="rotate({turn} 60 {y + 22})">{letter}</g>')
    return [*parts, Seal((57, 31), 11).whole()]


def _spilled() -> list[str]:
    """Return a sheet over which ink has run, and the bottle."""
    page = [(12, 12), (78, 6), (84, 90), (16, 96)]
    puddle = [
        (70, 66),
        (60, 60),
        (48, 66),
        (34, 62),
        (22, 72),
        (10, 78),
        (8, 88),
        (24, 96),
        (46, 93),
        (58, 98),
        (74, 88),
    ]
    bottle = [(78, 54), (110, 62), (104, 92), (72, 84)]
    neck = [(68, 62), (77, 64), (74, 79), (65, 77)]
    lines = [line((24, 26 + 10 * row), (70 - 9 * (row == 3), 22 + 10 * row)) for row in range(4)]
    return [
        _under(*page),
        _edged(SHEET, polygon(page, 2)),
        stroked(EDGE, *lines, width=1.6),
        _under(*bottle),
        filled(INK, blob(puddle)),
        filled(INK, circle((22, 56), 3), circle((14, 66), 1.8)),
        _edged(GREEN, polygon(neck, 2), polygon(bottle, 7)),
        filled(PALE, polygon([(88, 64), (101, 67.3), (98, 81), (85, 77.7)], 2)),
    ]


def _candle() -> list[str]:
    """Return a candle that has gone out."""
    stick = [(50, 42), (70, 42), (70, 88), (50, 88)]
    runs = blob([(49, 42), (60, 38), (71, 42), (72, 56), (69, 60), (66, 50), (62, 48), (58, 62), (54, 66), (50, 56)])
    return [
        _shade(oval((65, 95), 38, 7)),
        _edged(GREEN, oval((60, 90), 38, 8)),
        stroked(GREEN, curve((95, 88), (108, 84), (108, 74), (98, 76)), width=4),
        _edged(SHEET, polygon(stick, 2)),
        filled(wax.INK, runs),
        stroked(EDGE, line((60, 40), (61, 31)), width=2.5),
        stroked(EDGE, curve((61, 27), (56, 21), (64, 15), (58, 9), (63, 3)), width=2.5),
    ]


def _quill() -> list[str]:
    """Return a sheet on which nothing stands yet, a quill and ink."""
    page = [(10, 26), (74, 20), (80, 94), (16, 100)]
    feather = [(58, 74), (66, 50), (82, 28), (104, 6), (106, 20), (98, 38), (84, 54), (70, 66)]
    bottle = [(86, 68), (112, 68), (112, 96), (86, 96)]
    return [
        _under(*page),
        _edged(SHEET, polygon(page, 2)),
        stroked(EDGE, curve((22, 44), (30, 40), (36, 45), (43, 41), (48, 43)), width=2.5),
        _under(*bottle),
        _edged(GREEN, polygon([(92, 60), (106, 60), (106, 70), (92, 70)], 2), polygon(bottle, 6)),
        filled(PALE, polygon([(91, 76), (107, 76), (107, 88), (91, 88)], 2)),
        filled(wax.INK, blob(feather)),
        stroked(PALE, curve((66, 62), (80, 42), (97, 18)), width=1.6),
        stroked(INK, line((50, 84), (60, 70)), width=2.5),
        filled(INK, f"M{at((48, 87))}l4 -6 2 1.500Z"),
    ]

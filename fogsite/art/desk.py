"""What lies on the desk where there is nothing else to show: letters, ink, a quill and a candle.

Pages show a picture by `<use href="…/img/desk.svg#name">`, in the colours that `base.css` has by day and by night.
"""

from collections.abc import Sequence
from math import pi, sin

from fogsite.art.pen import Point, at, blob, circle, curve, decimal, line, oval, polygon, reach, sheet, symbol, toward

BOX = (0, 0, 120, 104)
SEAL = (0, 0, 64, 64)
SHEET = "var(--envelope, #fffdf8)"
EDGE = "var(--fold, #8d8170)"
WAX = "var(--seal, #a03d22)"
GREEN = "#3a6b55"
INK = "#2b5f87"
PALE = "#f7edd6"
"""What is pressed into wax, by day and by night."""


def files() -> dict[str, str]:
    """Return the files of pictures and of seals, by their names."""
    pictures = {
        "opened": _opened(),
        "locked": _letter(_keyhole()),
        "posted": _letter(_arrow()),
        "pile": _pile(),
        "spilled": _spilled(),
        "candle": _candle(),
        "quill": _quill(),
    }
    seals = {"whole": _whole(), "broken": _broken(), "joined": _joined()}
    return {
        "img/desk.svg": sheet(symbol(name, BOX, *parts) for name, parts in pictures.items()),
        "img/seals.svg": sheet(symbol(name, SEAL, *parts) for name, parts in seals.items()),
    }


# Inks.


def _fill(ink: str, *shapes: str) -> str:
    return f'<path fill="{ink}" d="{"".join(shapes)}"/>'


def _edged(ink: str, *shapes: str) -> str:
    """Return a piece of paper or glass, with its edge."""
    return f'<path fill="{ink}" stroke="{EDGE}" stroke-width="2" stroke-linejoin="round" d="{"".join(shapes)}"/>'


def _drawn(ink: str, *lines: str, width: float = 2) -> str:
    style = f'fill="none" stroke="{ink}" stroke-width="{decimal(width)}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path {style} d="{"".join(lines)}"/>'


def _shade(shape: str, opacity: str = ".13") -> str:
    return f'<path fill="#000" fill-opacity="{opacity}" d="{shape}"/>'


def _under(*corners: Point) -> str:
    """Return the short shadow of what has these corners, below it on the right."""
    return _shade(polygon([(x + 3, y + 4) for x, y in corners], 5))


# Things.


def _drop(centre: Point, radius: float, start: float = 0, end: float = 360) -> list[Point]:
    """Return the rim of a drop of wax, or of a part of it, which is never quite round."""
    steps = 22
    angles = [start + (end - start) * step / steps for step in range(steps + (end - start < 360))]
    return [
        reach(centre, angle, radius * (1 + 0.05 * sin(angle * pi / 60) + 0.04 * sin(angle * pi / 36 + 1)))
        for angle in angles
    ]


def broken(start: Point, end: Point) -> list[Point]:
    """Return the line along which wax breaks from one point to another: jagged, with teeth of all sizes."""
    teeth = [(0.1, -0.6), (0.17, 1.2), (0.34, -1.5), (0.4, 0.9), (0.58, -0.8), (0.7, 1.5), (0.77, -1.2), (0.9, 0.6)]
    return [(x, y + depth) for part, depth in teeth for x, y in [toward(start, end, part)]]


def _half(centre: Point, radius: float, tilt: float) -> str:
    """Return the lower half of a drop of wax that is broken, the break tilted by so many degrees."""
    rim = _drop(centre, radius, 180 + tilt, 360 + tilt)
    return polygon([*rim, *broken(rim[-1], rim[0])], 0.4)


def _crumb(middle: Point, size: float) -> str:
    x, y = middle
    return polygon([(x - size, y), (x + size * 0.4, y - size), (x + size, y + size * 0.6), (x - size * 0.3, y + size)])


def _keyhole() -> list[str]:
    hole = circle((60, 56), 4.5) + polygon([(58.2, 58), (61.8, 58), (64, 68), (56, 68)], 1)
    return [_fill(WAX, blob(_drop((60, 60), 16))), _fill(PALE, hole)]


def _arrow() -> list[str]:
    marks = line((53, 60), (67, 60)) + line((61, 54), (67, 60), (61, 66))
    return [_fill(WAX, blob(_drop((60, 60), 16))), _drawn(PALE, marks, width=3)]


CRACK = ((28, 19), (38, 30), (26, 42))
"""Where a seal breaks, between its top and its foot."""


def _fragment(rim: Sequence[Point], ring: Sequence[Point], *arrow: str) -> str:
    """Return wax within this rim: a ring and an arrow are pressed into it, or the parts of them that lie on it."""
    shade = polygon([(x + 1.5, y + 2.5) for x, y in rim])
    return (
        f"{_shade(shade, '.2')}{_fill(WAX, polygon(rim))}"
        f'<path fill="none" stroke="#000" stroke-opacity=".28" stroke-width="2.5" d="{line(*ring)}"/>'
        f"{_drawn(PALE, *arrow, width=4.5)}"
    )


def _whole() -> list[str]:
    """Return the seal of a player who won."""
    rim = [*_drop((32, 32), 27, 0, 180), *_drop((32, 32), 27, 180, 360)[1:-1]]
    ring = [reach((32, 32), angle, 20) for angle in range(0, 361, 15)]
    return [_fragment(rim, ring, line((21, 32), (43, 32)), line((34, 23), (43, 32), (34, 41)))]


def _halves(apart: float, turn: float) -> list[str]:
    """Return a seal in two halves."""
    left = [*_drop((32, 32), 27, 90, 270), *reversed(CRACK)]
    right = [*_drop((32, 32), 27, -90, 90), *CRACK]
    rings = ([reach((32, 32), angle, 20) for angle in range(start, start + 136, 15)] for start in (110, -65))
    shaft = line((20, 32), (29, 32))
    head = line((37, 24), (44, 32), (36, 40))
    pieces = [_fragment(rim, ring, mark) for rim, ring, mark in zip((left, right), rings, (shaft, head), strict=True)]
    return [
        f'<g transform="translate({decimal(side * apart)}) rotate({decimal(side * turn)} 32 60)">{piece}</g>'
        for side, piece in zip((-1, 1), pieces, strict=True)
    ]


def _broken() -> list[str]:
    """Return the seal of the player who lost."""
    return [f'<g transform="translate(4.8 6) scale(.85)">{"".join(_halves(4, 9))}</g>']


def _joined() -> list[str]:
    """Return two halves that fit: the seal of a draw."""
    return _halves(0.6, 0)


def _envelope(left: float, top: float, wide: float, high: float) -> list[str]:
    """Return the back of a closed letter."""
    right = left + wide
    bottom = top + high
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    middle = left + wide / 2, top + high * 0.55
    folds = line((left + 2, top + 2), middle, (right - 2, top + 2))
    folds += line((left + 2, bottom - 2), (left + wide * 0.36, top + high * 0.5))
    folds += line((right - 2, bottom - 2), (right - wide * 0.36, top + high * 0.5))
    return [_under(*corners), _edged(SHEET, polygon(corners, 5)), _drawn(EDGE, folds)]


def _letter(seal: Sequence[str]) -> list[str]:
    return [*_envelope(8, 24, 104, 68), *seal]


def _opened() -> list[str]:
    """Return a letter whose seal is broken, and in which nothing lies."""
    front = [(10, 46), (60, 76), (110, 46), (110, 96), (10, 96)]
    flap = polygon([(10, 46), (60, 10), (110, 46)], 4)
    crumbs = [((44, 82), 1.6), ((50, 88), 1), ((74, 74), 1.4), ((79, 79), 0.9), ((72, 14), 1.2)]
    wax = [_half((60, 14), 13, 8), _half((60, 78), 13, -14), *(_crumb(middle, size) for middle, size in crumbs)]
    return [
        _under((10, 46), (110, 46), (110, 96), (10, 96)),
        _edged(SHEET, flap),
        _shade(flap, ".08"),
        _shade(polygon([(10, 46), (110, 46), (60, 76)]), ".3"),
        _edged(SHEET, polygon(front, 4)),
        _drawn(EDGE, line((12, 94), (44, 67)), line((108, 94), (76, 67))),
        _fill(WAX, *wax),
    ]


def _pile() -> list[str]:
    """Return more letters than anybody can answer at once."""
    sheets = [(4, 52, -3), (0, 37, 2), (3, 22, -2), (0, 6, 1)]
    parts = []
    for x, y, turn in sheets:
        letter = "".join(_envelope(18 + x, y, 78, 44))
        parts.append(f'<g transform="rotate({turn} 60 {y + 22})">{letter}</g>')
    return [*parts, _fill(WAX, blob(_drop((57, 31), 9)))]


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
        _drawn(EDGE, *lines, width=1.6),
        _under(*bottle),
        _fill(INK, blob(puddle)),
        _fill(INK, circle((22, 56), 3), circle((14, 66), 1.8)),
        _edged(GREEN, polygon(neck, 2), polygon(bottle, 7)),
        _fill(PALE, polygon([(88, 64), (101, 67.3), (98, 81), (85, 77.7)], 2)),
    ]


def _candle() -> list[str]:
    """Return a candle that has gone out."""
    wax = [(50, 42), (70, 42), (70, 88), (50, 88)]
    runs = blob([(49, 42), (60, 38), (71, 42), (72, 56), (69, 60), (66, 50), (62, 48), (58, 62), (54, 66), (50, 56)])
    return [
        _shade(oval((65, 95), 38, 7)),
        _edged(GREEN, oval((60, 90), 38, 8)),
        _drawn(GREEN, curve((95, 88), (108, 84), (108, 74), (98, 76)), width=4),
        _edged(SHEET, polygon(wax, 2)),
        _fill(WAX, runs),
        _drawn(EDGE, line((60, 40), (61, 31)), width=2.5),
        _drawn(EDGE, curve((61, 27), (56, 21), (64, 15), (58, 9), (63, 3)), width=2.5),
    ]


def _quill() -> list[str]:
    """Return a sheet on which nothing stands yet, a quill and ink."""
    page = [(10, 26), (74, 20), (80, 94), (16, 100)]
    feather = [(58, 74), (66, 50), (82, 28), (104, 6), (106, 20), (98, 38), (84, 54), (70, 66)]
    bottle = [(86, 68), (112, 68), (112, 96), (86, 96)]
    return [
        _under(*page),
        _edged(SHEET, polygon(page, 2)),
        _drawn(EDGE, curve((22, 44), (30, 40), (36, 45), (43, 41), (48, 43)), width=2.5),
        _under(*bottle),
        _edged(GREEN, polygon([(92, 60), (106, 60), (106, 70), (92, 70)], 2), polygon(bottle, 6)),
        _fill(PALE, polygon([(91, 76), (107, 76), (107, 88), (91, 88)], 2)),
        _fill(WAX, blob(feather)),
        _drawn(PALE, curve((66, 62), (80, 42), (97, 18)), width=1.6),
        _drawn(INK, line((50, 84), (60, 70)), width=2.5),
        _fill(INK, f"M{at((48, 87))}l4 -6 2 1.500Z"),
    ]

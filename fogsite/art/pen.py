"""The pen of all figures: shapes as path data, and the few inks that fill them.

A shape runs clockwise, so that shapes which overlap in one path are one silhouette. A figure is a list of elements,
back to front. Its body has the colour of its side; lines within it are cut out of it and show the paper.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import acos, atan2, cos, hypot, pi, sin

Point = tuple[float, float]

PAPER = "var(--cut, #fffdf7)"
"""What shows through a cut."""
SHADOW = 'fill="#000" fill-opacity=".22"'
LIGHT = 'fill="#fff" fill-opacity=".35"'
TILE = (0, 0, 96, 96)
"""The box of a game's picture in lists."""


def decimal(value: float) -> str:
    """Return a number with one decimal at most: `0.5` is `.5`."""
    text = f"{value:.1f}".removesuffix(".0")
    if text == "-0":
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def spaced(values: Iterable[float]) -> str:
    """Return numbers one after the other, with a blank where two would run together."""
    first, *others = (decimal(value) for value in values)
    return first + "".join(text if text.startswith("-") else f" {text}" for text in others)


def at(point: Point) -> str:
    """Return a point as path data."""
    return spaced(point)


def toward(start: Point, end: Point, part: float) -> Point:
    """Return the point that lies such a part of the way from one point to another."""
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def reach(start: Point, angle: float, length: float) -> Point:
    """Return the point so far from another one; the angle is in degrees, 0 to the right, 90 up."""
    return start[0] + length * cos(angle * pi / 180), start[1] - length * sin(angle * pi / 180)


def joint(start: Point, end: Point, upper: float, lower: float, *, left: bool = False) -> Point:
    """Return the knee or elbow of a limb whose parts have these lengths, on its right or left side as it runs."""
    along = min(max(hypot(end[0] - start[0], end[1] - start[1]), abs(upper - lower) + 0.01), upper + lower - 0.01)
    bend = acos((upper**2 + along**2 - lower**2) / (2 * upper * along))
    angle = atan2(end[1] - start[1], end[0] - start[0]) + (-bend if left else bend)
    return start[0] + upper * cos(angle), start[1] + upper * sin(angle)


# Shapes.


def limb(start: Point, end: Point, thick: float, thin: float | None = None) -> str:
    """Return a tapered capsule: a circle as wide as `thick`, one as wide as `thin`, and what lies between."""
    first = thick / 2
    last = first if thin is None else thin / 2
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length <= abs(first - last):
        return circle(*((start, first) if first > last else (end, last)))
    heading = atan2(end[1] - start[1], end[0] - start[0])
    spread = acos((first - last) / length)

    def touch(centre: Point, radius: float, angle: float) -> str:
        return at((centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)))

    a, b = (touch(start, first, heading + side) for side in (-spread, spread))
    c, d = (touch(end, last, heading + side) for side in (-spread, spread))
    wide, narrow = (decimal(radius) for radius in (first, last))
    big = int(first > last), int(last > first)
    return f"M{a}L{c}A{narrow} {narrow} 0 {big[1]} 1 {d}L{b}A{wide} {wide} 0 {big[0]} 1 {a}Z"


def limbs(joints: Sequence[Point], widths: Sequence[float]) -> str:
    """Return the capsules from joint to joint, each joint as wide as its number says."""
    both = zip(pairwise(joints), pairwise(widths), strict=True)
    return "".join(limb(start, end, thick, thin) for (start, end), (thick, thin) in both)


def circle(centre: Point, radius: float) -> str:
    """Return a circle."""
    return oval(centre, radius, radius)


def oval(centre: Point, wide: float, high: float) -> str:
    """Return an oval; `wide` and `high` are its radii."""
    x, y = centre
    radii = f"{decimal(wide)} {decimal(high)} 0 0 1"
    return f"M{at((x - wide, y))}A{radii} {at((x + wide, y))}A{radii} {at((x - wide, y))}Z"


def polygon(points: Sequence[Point], rounding: float = 0) -> str:
    """Return a polygon whose corners are cut back by `rounding` and rounded, or by half of a shorter side."""
    corners = list(points) if _area(points) > 0 else list(points)[::-1]
    if not rounding:
        return "M" + "L".join(at(corner) for corner in corners) + "Z"
    drawn = []
    for before, corner, after in zip([corners[-1], *corners], corners, [*corners[1:], corners[0]], strict=False):
        sides = [hypot(other[0] - corner[0], other[1] - corner[1]) for other in (before, after)]
        start, end = (
            toward(corner, other, min(rounding / side, 0.5)) for other, side in zip((before, after), sides, strict=True)
        )
        drawn.append(f"{at(start)}Q{at(corner)} {at(end)}")
    return "M" + "L".join(drawn) + "Z"


def blob(points: Sequence[Point]) -> str:
    """Return a closed curve through the points."""
    corners = list(points) if _area(points) > 0 else list(points)[::-1]
    return _bent([corners[-1], *corners, *corners[:2]]) + "Z"


def line(*points: Point) -> str:
    """Return a line from point to point, for a stroke."""
    return "M" + "L".join(at(point) for point in points)


def curve(*points: Point) -> str:
    """Return a curve through the points, for a stroke."""
    return _bent([points[0], *points, points[-1]])


def _bent(points: Sequence[Point]) -> str:
    """Return the curve through all points except the first and the last, which say how it begins and ends."""
    drawn = f"M{at(points[1])}"
    for before, start, end, after in zip(points, points[1:], points[2:], points[3:], strict=False):
        first = start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6
        second = end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6
        drawn += f"C{at(first)} {at(second)} {at(end)}"
    return drawn


def _area(points: Sequence[Point]) -> float:
    """Return twice the area of a polygon, above 0 if it runs clockwise."""
    around = zip(points, [*points[1:], points[0]], strict=True)
    return sum(one[0] * two[1] - two[0] * one[1] for one, two in around)


# Inks. Each fills or strokes all its shapes in one path.


def body(*shapes: str) -> str:
    """Return what has the colour of its side."""
    return filled("currentColor", *shapes)


def paper(*shapes: str) -> str:
    """Return what is cut out of the body as a whole area."""
    return filled(PAPER, *shapes)


def shadow(*shapes: str) -> str:
    """Return what lies away from the light, over the body."""
    return f'<path {SHADOW} d="{"".join(shapes)}"/>'


def light(*shapes: str) -> str:
    """Return what catches the light, over the body."""
    return f'<path {LIGHT} d="{"".join(shapes)}"/>'


def cut(*lines: str, width: float = 2) -> str:
    """Return lines that are cut into the body."""
    return stroked(PAPER, *lines, width=width)


def rod(*lines: str, width: float = 2.5) -> str:
    """Return lines in the colour of the side: a blade, a spear, a string."""
    return stroked("currentColor", *lines, width=width)


def filled(ink: str, *shapes: str) -> str:
    """Return shapes in any ink."""
    return f'<path fill="{ink}" d="{"".join(shapes)}"/>'


def stroked(ink: str, *lines: str, width: float) -> str:
    """Return lines in any ink."""
    style = f'fill="none" stroke="{ink}" stroke-width="{decimal(width)}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path {style} d="{"".join(lines)}"/>'


# Files.


def symbol(name: str, box: tuple[float, float, float, float], *parts: str, more: str = "") -> str:
    """Return a figure that pages show by `<use href="…#name">`.

    The box is left, top, width and height; `more` are attributes that hold for the whole figure.
    """
    view = " ".join(decimal(side) for side in box)
    return f'<symbol id="{name}" viewBox="{view}"{more and f" {more}"}>{"".join(parts)}</symbol>'


def sheet(symbols: Iterable[str]) -> str:
    """Return a file of figures, one a line."""
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>", ""])


def standalone(box: tuple[float, float, float, float], *parts: str) -> str:
    """Return a file that is one picture."""
    view = " ".join(decimal(side) for side in box)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{"".join(parts)}</svg>\n'


def square(ground: str, *parts: str) -> str:
    """Return the file of a game's picture in lists: a square of one colour, and what lies on it."""
    return standalone(TILE, f'<rect width="96" height="96" rx="18" fill="{ground}"/>', *parts)

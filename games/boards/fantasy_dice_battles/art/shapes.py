"""Outlines of cut paper, and a figure that is glued together from them.

A point is a complex number, a figure stands on a grid of 64 by 64, faces right and has its feet on 60.
"""

import cmath
import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby

from fogsite.art import pen
from fogsite.art.pen import PAPER, decimal, spaced

ROUND = 1.6
"""How wide the seam is that rounds the corners of a body."""
BOX = (0, 0, 64, 64)
COMMANDS = re.compile(r"([MLQCZOE])([^MLQCZOE]*)")
"""A move, a line, two kinds of curve, an end, a circle (centre, radius) and an ellipse (centre, radii, angle)."""


Step = tuple[str, tuple[complex, ...], tuple[float, ...]]
"""A command, its points, and of a circle or ellipse its radii and angle."""


@dataclass(frozen=True)
class Outline:
    """A path, step by step."""

    steps: tuple[Step, ...]

    def __add__(self, other: "Outline") -> "Outline":
        """Return both as one."""
        return Outline(self.steps + other.steps)

    def move(self, right: float, down: float) -> "Outline":
        """Return it elsewhere."""
        return self._mapped(lambda point: point + complex(right, down))

    def turn(self, degrees: float, x: float, y: float) -> "Outline":
        """Return it turned clockwise about a point."""
        about = complex(x, y)
        by = cmath.rect(1, math.radians(degrees))
        return self._mapped(lambda point: about + (point - about) * by, turned=degrees)

    def scale(self, by: float, x: float, y: float) -> "Outline":
        """Return it larger or smaller about a point."""
        about = complex(x, y)
        return self._mapped(lambda point: about + (point - about) * by, scaled=by)

    def flip(self, x: float) -> "Outline":
        """Return it seen in a mirror that stands at `x`."""
        return self._mapped(lambda point: complex(2 * x - point.real, point.imag), mirrored=True)

    def _mapped(
        self,
        change: Callable[[complex], complex],
        turned: float = 0,
        scaled: float = 1,
        *,
        mirrored: bool = False,
    ) -> "Outline":
        steps: list[Step] = []
        for name, points, size in self.steps:
            radii = tuple(each * scaled for each in size[:2])
            angle = tuple((-each if mirrored else each) + turned for each in size[2:])
            steps.append((name, tuple(map(change, points)), radii + angle))
        return Outline(tuple(steps))

    @property
    def clockwise(self) -> bool:
        """Whether it goes round clockwise; glued onto another that goes the other way, it would be a hole."""
        points = [points[-1] for _, points, _ in self.steps if points]
        if len(points) == 1:
            return True
        return sum((one.conjugate() * two).imag for one, two in zip(points, points[1:] + points[:1], strict=True)) > 0

    @property
    def text(self) -> str:
        """The outline as the `d` of a path, in relative steps."""
        writer = Pen()
        for step in self.steps:
            writer.draw(*step)
        return "".join(writer.written)


class Pen:
    """Where the pen is, to the tenth of a unit, and what it has written."""

    def __init__(self) -> None:
        self.at = 0j
        self.start = 0j
        self.written: list[str] = []

    def draw(self, name: str, points: tuple[complex, ...], size: tuple[float, ...]) -> None:
        """Write one step."""
        if name == "Z":
            self.written.append("z")
            self.at = self.start
        elif name in "OE":
            self._draw_round(points[0], size)
        elif name == "M":
            self._go(points[0])
        else:
            self.written.append(name.lower() + numbers(self._rounded(point) - self.at for point in points))
            self.at = self._rounded(points[-1])

    def _go(self, to: complex) -> None:
        self.start = self._rounded(to)
        self.at = self.start
        self.written.append("M" + numbers([self.at]))

    def _draw_round(self, centre: complex, size: tuple[float, ...]) -> None:
        across, high, angle = (*size, size[0], 0)[:3] if len(size) == 1 else size
        radius = cmath.rect(across, math.radians(angle))
        self._go(centre - radius)
        along = self._rounded(2 * radius)
        arc = (across, high, angle, 1, 1)
        self.written.append(f"a{spaced([*arc, along.real, along.imag, *arc, -along.real, -along.imag])}z")

    @staticmethod
    def _rounded(point: complex) -> complex:
        return complex(round(point.real, 1), round(point.imag, 1))


def numbers(points: Iterable[complex]) -> str:
    """Return the numbers of points."""
    return spaced(part for point in points for part in (point.real, point.imag))


# --- Pens -------------------------------------------------------------------------------------------------------------


def path(text: str) -> Outline:
    """Return an outline from absolute commands (`COMMANDS`)."""
    steps: list[Step] = []
    for name, rest in COMMANDS.findall(text):
        values = [float(each) for each in rest.replace(",", " ").split()]
        if name in "OE":
            steps.append((name, (complex(*values[:2]),), tuple(values[2:]) + (0.0,) * (len(values) == 4)))
        else:
            points = tuple(complex(*values[at : at + 2]) for at in range(0, len(values), 2))
            if name in "ML":
                steps += [("M" if name == "M" and not at else "L", (point,), ()) for at, point in enumerate(points)]
            else:
                steps.append((name, points, ()))
    return Outline(tuple(steps))


def trace(*values: float) -> Outline:
    """Return the line through some points, x and y in turn."""
    return path("M" + " ".join(map(str, values)))


def poly(*values: float) -> Outline:
    """Return what is within some corners, x and y in turn."""
    points = [complex(*values[at : at + 2]) for at in range(0, len(values), 2)]
    return Outline((("M", (points[0],), ()), *(("L", (point,), ()) for point in points[1:]), ("Z", (), ())))


def disc(x: float, y: float, radius: float, high: float | None = None, angle: float = 0) -> Outline:
    """Return a circle, or an ellipse with a second radius."""
    return path(f"E{x} {y} {radius} {radius if high is None else high} {angle}")


def taper(x: float, y: float, thick: float, to_x: float, to_y: float, thin: float) -> Outline:
    """Return a tapered limb between two joints, with a round hand or knee at the second."""
    one = complex(x, y)
    two = complex(to_x, to_y)
    along = (two - one) / abs(two - one)
    across = along * 1j
    near = across * thick / 2
    far = across * thin / 2
    hand = (two - far + along * thin * 0.7, two + far + along * thin * 0.7, two + far)
    points = (("M", (one + near,)), ("L", (one - near,)), ("L", (two - far,)), ("C", hand), ("Z", ()))
    return Outline(tuple((name, each, ()) for name, each in points))


# --- A figure ---------------------------------------------------------------------------------------------------------


class Figure:
    """A figure in layers: each is glued onto those before it."""

    def __init__(self) -> None:
        self.layers: list[tuple[str, Outline]] = []

    def body(self, *outlines: Outline) -> "Figure":
        """Add paper of the side's colour."""
        return self._glue("", outlines)

    def stroke(self, width: float, *outlines: Outline) -> "Figure":
        """Add strips of the side's colour."""
        return self._glue(f' fill="none" stroke-width="{decimal(width)}"', outlines)

    def over(self, *outlines: Outline) -> "Figure":
        """Add paper with a pale rim, which tells it from what is below."""
        return self._glue(f' stroke="{PAPER}" stroke-width="4" paint-order="stroke"', outlines)

    def cut(self, *outlines: Outline, width: float = 2) -> "Figure":
        """Cut along lines."""
        return self._glue(f' fill="none" stroke="{PAPER}" stroke-width="{decimal(width)}"', outlines)

    def hole(self, *outlines: Outline) -> "Figure":
        """Cut out."""
        return self._glue(f' fill="{PAPER}" stroke="none"', outlines)

    def shade(self, *outlines: Outline) -> "Figure":
        """Add a shade on the side away from the light."""
        return self._glue(f' {pen.SHADOW} stroke="none"', outlines)

    def light(self, *outlines: Outline) -> "Figure":
        """Add a bright edge."""
        return self._glue(f' {pen.LIGHT} stroke="none"', outlines)

    def _glue(self, look: str, outlines: Iterable[Outline]) -> "Figure":
        self.layers += [(look, outline) for outline in outlines]
        return self

    def drawn(self) -> str:
        """Return its layers; those that follow one another and look alike are one path."""
        layers = groupby(self.layers, key=lambda layer: (layer[0], "none" in layer[0][:14] or layer[1].clockwise))
        return "".join(
            f'<path{look} d="{"".join(outline.text for _, outline in each)}"/>' for (look, _), each in layers
        )

    def symbol(self, name: str) -> str:
        """Return it as a symbol of a sheet."""
        return pen.symbol(name, BOX, self.drawn(), more=f'{painted("currentColor")} stroke-linecap="round"')


def painted(colour: str) -> str:
    """Return what gives a figure its colour, and rounds the corners of its paper."""
    return f'fill="{colour}" stroke="{colour}" stroke-width="{ROUND}" stroke-linejoin="round"'

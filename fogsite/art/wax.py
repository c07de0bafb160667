"""The seal of the site: a drop of wax, a ring pressed into it, and the arrow of a move. Every seal is drawn here.

Pages show `img/seals.svg#whole`. Rigs and link previews draw it at any size. Where it is too small for its arrow, as on
the backs of cards, style sheets take `--small-seal` of `base.css`; emails, which fetch nothing, have its colours alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, pi, sin

from fogsite.art import pen
from fogsite.art.pen import Point, at, decimal, line, oval, polygon, reach, toward

BOX = (0, 0, 64, 64)
WAX = "#a03d22"
PALE = "#f7edd6"
"""The arrow, by day and by night."""
SHADE = ".28"
"""How dark the ring is: so much black over the wax."""
DARK = "#732b18"
"""The ring, where no ink can be laid over another."""
INK = f"var(--seal, {WAX})"

STEPS = 30
"""Corners of a rim: so many that none is seen."""
RADIUS = 27
"""Of the seal of a result, in its box; all other measures belong to this one."""
RING = 20
RING_WIDTH = 2.5
ARROW: tuple[tuple[Point, ...], ...] = (((-11, 0), (11, 0)), ((2, -9), (11, 0), (2, 9)))
ARROW_WIDTH = 4.5
BROKEN_ARROW: tuple[tuple[Point, ...], ...] = (((-12, 0), (-3.5, 0)), ((5.5, -7.5), (12, 0), (5.5, 7.5)))
"""What is left of it on each half of a seal."""
TEETH = ((0.1, -0.6), (0.17, 1.2), (0.34, -1.5), (0.4, 0.9), (0.58, -0.8), (0.7, 1.5), (0.77, -1.2), (0.9, 0.6))
"""Of a break: how far along it each stands, and how far it juts out."""


def files() -> dict[str, str]:
    """Return the file of seals, by its name."""
    seal = Seal()
    small = f'<g transform="translate(4.8 6) scale(.85)">{seal.halves(4, 9)}</g>'
    drawn = {"whole": seal.whole(), "broken": small, "joined": seal.halves(0.6, 0)}
    return {"img/seals.svg": pen.sheet(pen.symbol(name, BOX, parts) for name, parts in drawn.items())}


def rim(centre: Point, radius: float, start: float = 0, end: float = 360) -> list[Point]:
    """Return the rim of a drop of wax, or of a part of it, which is never quite round."""
    steps = round(STEPS * (end - start) / 360)
    angles = [start + (end - start) * step / steps for step in range(steps + (end - start < 360))]
    return [
        reach(centre, angle, radius * (1 + 0.05 * sin(angle * pi / 60) + 0.04 * sin(angle * pi / 36 + 1)))
        for angle in angles
    ]


def broken(start: Point, end: Point, depth: float = 1) -> list[Point]:
    """Return the line along which wax breaks from one point to another: jagged, with teeth of all sizes."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    right = (end[0] - start[0]) / length
    down = (end[1] - start[1]) / length
    places = ((toward(start, end, part), depth * jut) for part, jut in TEETH)
    return [(x - down * jut, y + right * jut) for (x, y), jut in places]


@dataclass(frozen=True)
class Seal:
    """A seal of this radius around this point, with its short shadow if it `lies` on something pale."""

    centre: Point = (32, 32)
    radius: float = RADIUS
    lies: bool = True

    @property
    def scale(self) -> float:
        """Return how large it is beside that of a result."""
        return self.radius / RADIUS

    @property
    def ring(self) -> float:
        """Return the radius of its ring."""
        return RING * self.scale

    def placed(self, points: Sequence[Point]) -> list[Point]:
        """Return points that are known by how far they lie from the middle of a result's seal."""
        x, y = self.centre
        return [(x + right * self.scale, y + down * self.scale) for right, down in points]

    def whole(self, mark: str = "") -> str:
        """Return it whole, with another mark than the arrow if one is given."""
        ring = oval(self.centre, self.ring, self.ring)
        return self._waxed(rim(self.centre, self.radius), ring, mark or self._pressed(*ARROW))

    def half(self, side: int) -> str:
        """Return its left half, 0, or its right one, 1."""
        edge = rim(self.centre, self.radius, 90 - 180 * side, 270 - 180 * side)
        crack = broken(edge[-1], edge[0], -2 * self.scale)
        first, last = (reach(self.centre, angle, self.ring) for angle in ((110, 245), (-65, 70))[side])
        ring = f"M{at(first)}A{decimal(self.ring)} {decimal(self.ring)} 0 0 0 {at(last)}"
        return self._waxed([*edge, *crack], ring, self._pressed(BROKEN_ARROW[side]))

    def halves(self, apart: float, turn: float) -> str:
        """Return both halves, each so far from where they fit, and turned by so many degrees."""
        foot = at(self.placed([(0, 28)])[0])
        return "".join(
            f'<g transform="translate({decimal(sign * apart)}) rotate({decimal(sign * turn)} {foot})">{piece}</g>'
            for sign, piece in ((-1, self.half(0)), (1, self.half(1)))
        )

    def _pressed(self, *lines: Sequence[Point]) -> str:
        drawn = (line(*self.placed(points)) for points in lines)
        return pen.stroked(PALE, *drawn, width=ARROW_WIDTH * self.scale)

    def _waxed(self, edge: Sequence[Point], ring: str, mark: str) -> str:
        """Return wax within this edge, with what of the ring and of the mark lies on it."""
        under = [(x + 1.5 * self.scale, y + 2.5 * self.scale) for x, y in edge]
        shade = f'<path fill-opacity=".2" d="{polygon(under)}"/>' if self.lies else ""
        width = decimal(RING_WIDTH * self.scale)
        dark = f'<path fill="none" stroke="#000" stroke-opacity="{SHADE}" stroke-width="{width}" d="{ring}"/>'
        return shade + pen.filled(INK, polygon(edge)) + dark + mark

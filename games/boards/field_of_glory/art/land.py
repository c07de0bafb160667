"""The four kinds of terrain, seen from above: each fills a strip of land, drawn in one tone over the strip's own."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import cos, hypot, pi, sin
from random import Random

from fogsite.art import pen
from fogsite.art.pen import Point

BOX = 0, 0, 200, 420
"""A strip is higher than wide; a page that shows it cuts off what is too much."""


def tone(strength: float, *shapes: str) -> str:
    """Return areas in the tone of the land, as strong as that."""
    return f'<path fill="currentColor" fill-opacity="{pen.decimal(strength)}" d="{"".join(shapes)}"/>'


def scattered(seed: int, across: int, down: int, stray: float = 0.32) -> Iterator[Point]:
    """Yield places all over the strip, no two near each other."""
    dice = Random(seed)
    wide = BOX[2] / across
    high = BOX[3] / down
    for row, column in product(range(down), range(across)):
        x = (column + 0.25 + row % 2 * 0.5 + dice.uniform(-stray, stray)) * wide
        yield round(x), round((row + 0.5 + dice.uniform(-stray, stray)) * high)


def lumpy(centre: Point, wide: float, high: float, seed: int, corners: int = 9, lumps: float = 0.12) -> list[Point]:
    """Return an uneven ring about a centre."""
    dice = Random(seed)
    sizes = [1 + dice.uniform(-lumps, lumps) for _corner in range(corners)]
    return [
        (centre[0] + wide * size * cos(turn), centre[1] + high * size * sin(turn))
        for size, turn in ((size, 2 * pi * i / corners) for i, size in enumerate(sizes))
    ]


def placed(place: Point, outline: Sequence[Point], bow: float = 0) -> str:
    """Return an outline about a place, its steps in whole numbers, each bowed outwards as an arc if asked.

    The same outline is the same text wherever it lies, so that many of them pack well.
    """
    ring = [(round(x), round(y)) for x, y in outline]
    steps = [(two[0] - one[0], two[1] - one[1]) for one, two in zip(ring, [*ring[1:], ring[0]], strict=True)]
    start = place[0] + ring[0][0], place[1] + ring[0][1]
    arc = f"a{pen.decimal(bow)} {pen.decimal(bow)} 0 0 1 " if bow else "l"
    return f"M{pen.at(start)}{''.join(arc + pen.at(step) for step in steps)}z"


def plain() -> str:
    """Return a meadow: tufts of grass, and small patches where it grows higher, as many in each piece of it."""
    tufts = (
        f"M{pen.at((x - 5, y - 5))}l4 7M{pen.at((x, y - 8))}v10M{pen.at((x + 6, y - 5))}l-4 7"
        for x, y in scattered(4, 4, 11)
    )
    patch = lumpy((0, 0), 30, 13, 8)
    patches = (placed(centre, patch, 18) for centre in scattered(8, 2, 6, 0.2))
    return tone(0.3, *patches) + pen.rod(*tufts, width=2)


def hill() -> str:
    """Return a hill: its steps one upon the other, with hachures on the side away from the light."""
    steps = [(100, 210, 118, 212), (96, 204, 88, 160), (92, 196, 60, 110), (88, 188, 32, 62)]
    rings = [lumpy((x, y), wide, high, seed, 12, 0.05) for seed, (x, y, wide, high) in enumerate(steps)]
    return "".join(tone(0.4, pen.blob(ring)) for ring in rings) + pen.rod(*_hachures(rings), width=3)


def _hachures(rings: Iterable[list[Point]]) -> Iterator[str]:
    for ring in rings:
        x, y = (sum(axis) / len(ring) for axis in zip(*ring, strict=True))
        for one, two in pairwise(ring[:6]):
            for part in (0, 0.25, 0.5, 0.75):
                start = pen.toward(one, two, part)
                away = hypot(start[0] - x, start[1] - y)
                near, far = (pen.toward((x, y), start, 1 + out / away) for out in (3, 13))
                yield pen.line((round(near[0]), round(near[1])), (round(far[0]), round(far[1])))


STONES = [lumpy((0, 0), size, size * 0.78, seed, 7, 0.2) for seed, size in enumerate((13, 22, 17, 26))]


def rough() -> str:
    """Return broken ground: stones, light above and dark below, and rubble between."""
    stones = []
    shades = []
    for number, place in enumerate(scattered(7, 3, 8, 0.26)):
        ring = STONES[number % 4]
        size = ring[0][0]
        stones.append(placed(place, ring))
        shades.append(placed(place, [*ring[:4], (-size * 0.2, size * 0.25), (size * 0.4, -size * 0.1)]))
    rubble = (placed(place, [(-3, 0), (0, -3), (3, 0), (0, 2)]) for place in scattered(9, 4, 10))
    return tone(0.6, *rubble, *stones) + tone(0.5, *shades)


def woods() -> str:
    """Return woods: crowns of trees, each with its shade below right and its light above left."""
    crowns = list(zip(scattered(3, 4, 8, 0.2), (19, 26, 22, 29) * 8, strict=True))
    shades = (_crown((x + 3, y + 5), size) for (x, y), size in crowns)
    whole = (_crown(place, size) for place, size in crowns)
    lights = (_crown((x - round(size * 0.2), y - round(size * 0.2)), size // 2) for (x, y), size in crowns)
    return tone(0.5, *shades) + "".join(tone(0.6, crown) for crown in whole) + tone(0.4, *lights)


def _crown(centre: Point, size: float) -> str:
    """Return a tree from above: seven lobes around its middle."""
    around = [(size * cos(2 * pi * i / 7), size * sin(2 * pi * i / 7)) for i in range(7)]
    return placed(centre, around, round(size / 2))


LANDS = {"plain": plain, "hill": hill, "rough": rough, "woods": woods}

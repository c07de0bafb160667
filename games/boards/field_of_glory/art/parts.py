"""What soldiers are put together from: legs, tunics, heads, arms, weapons, shields and beasts.

All stand on a ground at y = 60, look to the right and carry their coordinates in a square of 64.
"""

from collections.abc import Iterable
from math import cos, hypot, radians, sin

from fogsite.art import pen
from fogsite.art.pen import Point

EDGE = 3
"""Twice the width of the cut around a shape that lies on others."""


def laid(*shapes: str, edge: float = EDGE) -> str:
    """Return shapes that lie on what is behind them, with a cut around."""
    style = f'fill="currentColor" stroke="{pen.PAPER}" stroke-width="{pen.decimal(edge)}" paint-order="stroke"'
    return f'<path {style} stroke-linejoin="round" d="{"".join(shapes)}"/>'


def turned(points: Iterable[Point], degrees: float, about: Point) -> list[Point]:
    """Return points turned clockwise, as seen, about one of them."""
    turn = radians(degrees)
    x, y = about
    return [
        (x + (px - x) * cos(turn) - (py - y) * sin(turn), y + (px - x) * sin(turn) + (py - y) * cos(turn))
        for px, py in points
    ]


# --- Bodies -----------------------------------------------------------------------------------------------------------


def leg(hip: Point, knee: Point, foot: Point) -> str:
    """Return a leg with its foot, pointing to the right."""
    return pen.limbs([hip, knee, foot, (foot[0] + 5.5, 58.3)], [8.5, 7, 5.2, 3.4])


MARCH = leg((29, 40), (36, 48), (36, 57.4)), leg((23, 40), (20, 49), (14.5, 57))
"""Legs in stride, the near one first."""
LUNGE = leg((29, 40), (37.5, 46), (41, 57)), leg((23, 40), (19, 48.5), (9.5, 56.5))
"""Legs far apart."""
TUNIC = pen.polygon([(18.5, 19.5), (32.5, 19.5), (32, 33), (35, 44), (17, 44), (19.5, 33)], 3)


def trunk(legs: tuple[str, str] = MARCH, tunic: str = TUNIC) -> str:
    """Return legs and tunic, the far leg in the shade."""
    near, far = legs
    return pen.body(far, near, tunic) + pen.shadow(far)


def arm(shoulder: Point, elbow: Point, hand: Point) -> str:
    """Return an arm with its fist."""
    return pen.limbs([shoulder, elbow, hand], [7, 6, 5]) + pen.circle(hand, 2.9)


# --- Heads, at (28, 14) -----------------------------------------------------------------------------------------------

FACE = pen.circle((28, 14.5), 5)
BROW = pen.cut(pen.line((23, 13), (33.5, 13)), width=2)
"""The rim of a helmet or of a band around the head."""


def bare() -> str:
    """Return a head with a band and hair that flies."""
    hair = [(21, 15), (22, 9), (27.5, 7), (32, 9), (33, 13), (27, 13), (24, 19), (20, 19)]
    knot = [(22, 11.5), (17, 12.5), (13.5, 17), (18.5, 16.5), (22, 15)]
    return laid(FACE, pen.blob(hair), pen.blob(knot), edge=2.4) + pen.cut(pen.line((22, 12.8), (32.6, 11.8)), width=1.8)


def cap(curl: bool = False) -> str:
    """Return a head with a pointed cap; the point of a Macedonian helmet curls forwards."""
    back = [(22, 17.5), (21.5, 10.5)]
    point = [(25, 4.5), (29, 2.4), (34, 3.8), (34.5, 8), (31.5, 7.6)] if curl else [(25, 4.8), (28.5, 2.3), (30.5, 6)]
    return pen.body(FACE, pen.blob([*back, *point, (34, 13), (27, 13.5), (25.5, 19)])) + BROW


def helmet(crest: list[Point], guard: list[Point]) -> str:
    """Return a helmet that leaves only eyes and mouth bare, with its crest."""
    eye = pen.cut(pen.line((34, 14), (29.5, 14), (29.5, 15)), width=2) + pen.cut(
        pen.line((30.5, 18), (30.5, 20)), width=1.8
    )
    return pen.body(pen.blob(crest)) + laid(pen.blob(guard)) + eye


def hoplite_helmet() -> str:
    """Return a helmet with a high crest that falls down the neck."""
    crest = [(33, 4.2), (28, 2.2), (20.5, 3.6), (15, 10.5), (13, 20.5), (17, 21), (19.5, 14.5), (23, 9.5), (29, 7)]
    guard = [
        (21.5, 11.5),
        (25, 7.8),
        (29, 7.4),
        (33, 10.5),
        (33.5, 14),
        (34, 20),
        (30.5, 21),
        (29, 19),
        (26, 21.5),
        (21.5, 20),
    ]
    return helmet(crest, guard)


def legion_helmet() -> str:
    """Return a helmet with a brush of a crest and a guard for the neck."""
    crest = [(35.5, 7), (33, 2.4), (26, 1.9), (20.5, 3.6), (17, 9.5), (20, 10), (24, 8), (31, 7.4)]
    guard = [
        (21.5, 14),
        (23, 9.7),
        (27.5, 7.8),
        (32, 9.2),
        (34.5, 13),
        (33.5, 15),
        (33, 20),
        (28.5, 21),
        (24, 20),
        (18.5, 20.5),
        (19.5, 17.5),
    ]
    return helmet(crest, guard)


def bowl() -> str:
    """Return a bowl of a helmet with a knob and a guard for the neck."""
    shell = [(20.5, 18.5), (22, 10.5), (28, 6.5), (33, 9.5), (34.5, 13.2), (27, 13.5), (24.5, 19.5)]
    return pen.body(FACE, pen.blob(shell), pen.circle((28, 5.4), 2.1)) + BROW


# --- Weapons ----------------------------------------------------------------------------------------------------------


def spear(butt: Point, tip: Point, thick: float = 3, head: float = 10, broad: float = 3.2) -> str:
    """Return a shaft with a leaf at its tip."""
    length = hypot(tip[0] - butt[0], tip[1] - butt[1])
    neck, belly = (pen.toward(tip, butt, part * head / length) for part in (1, 0.65))
    across = (tip[1] - butt[1]) / length * broad, (butt[0] - tip[0]) / length * broad
    sides = [(belly[0] + side * across[0], belly[1] + side * across[1]) for side in (-1, 1)]
    return pen.limb(butt, neck, thick) + pen.polygon([neck, sides[0], tip, sides[1]])


def sword(hand: Point, degrees: float, blade: float = 17, broad: float = 4.6) -> str:
    """Return a sword held upright, turned by an angle."""
    x, y = hand
    half = broad / 2
    steel = [(x - half, y - 3), (x - half, y - blade), (x, y - blade - 4), (x + half, y - blade), (x + half, y - 3)]
    hilt = turned([(x - broad, y - 3.4), (x + broad, y - 3.4), (x, y - 3.4), (x, y + 4.5)], degrees, hand)
    return pen.polygon(turned(steel, degrees, hand)) + pen.limb(hilt[0], hilt[1], 2.8) + pen.limb(hilt[2], hilt[3], 3)


def round_shield(centre: Point, radius: float) -> str:
    """Return a round shield with a ring, its lower right in the shade."""
    x, y = centre
    crescent = f"M{pen.at((x + radius * 0.71, y - radius * 0.71))}A{pen.decimal(radius)} {pen.decimal(radius)} 0 1 1 "
    crescent += (
        f"{pen.at((x - radius * 0.71, y + radius * 0.71))}A{pen.decimal(radius * 1.2)} {pen.decimal(radius * 1.2)}"
    )
    crescent += f" 0 0 0 {pen.at((x + radius * 0.71, y - radius * 0.71))}Z"
    return laid(pen.circle(centre, radius)) + pen.shadow(crescent) + pen.cut(pen.circle(centre, radius * 0.64))


# --- Beasts -----------------------------------------------------------------------------------------------------------


HORSE = [
    *[(8, 37), (12, 33), (20, 32.5), (28, 34), (35, 32.5), (40, 26), (44.5, 19.5), (50, 17), (53.5, 19.5), (58, 26)],
    *[(60.5, 30), (58.8, 32.8), (55.5, 32.5), (51, 29), (48.5, 30.5), (47.5, 36), (45, 42), (40, 45), (31, 45.5)],
    *[(22, 44), (14, 46), (9, 43.5)],
]
"""The outline of a horse without its legs."""
EAR = [(47, 19.5), (47.8, 13.5), (51.5, 18)]
TAIL = [(9.5, 34.5), (5.5, 36), (3, 42), (2.6, 52), (5.4, 50.5), (7, 44.5), (10.5, 40)]
WITHERS: Point = (14, 42)
"""Where a horse that rears turns."""
Leg = tuple[Point, Point, Point, Point]
GALLOP: tuple[Leg, Leg, Leg, Leg] = (
    ((13, 41.5), (8.5, 49), (12, 53.5), (8, 58)),
    ((43, 41), (52, 45), (54, 52.5), (51, 55.5)),
    ((16, 42), (19.5, 50), (16, 55), (18.5, 58.2)),
    ((40, 42), (43.5, 51), (40, 57.5), (43, 58.4)),
)
"""Legs of a horse: near hind, near fore, far hind, far fore."""
REAR: tuple[Leg, Leg, Leg, Leg] = (
    ((13, 43), (10, 50), (13, 54), (11, 58.3)),
    ((43, 41), (52, 44), (50, 51), (46, 51.5)),
    ((17, 44), (20, 51), (18, 55), (21, 58.3)),
    ((40, 42), (46, 50), (42, 56), (38.5, 55)),
)


def horse(legs: tuple[Leg, Leg, Leg, Leg] = GALLOP, rears: float = 0) -> str:
    """Return a horse, its far legs in the shade; one that rears is turned about its hindquarters by an angle."""

    def up(points: Iterable[Point]) -> list[Point]:
        return turned(points, -rears, WITHERS)

    fore = [up(points) for points in (legs[1], legs[3])]
    near = _beast_leg(legs[0]) + _beast_leg(fore[0])
    far = _beast_leg(legs[2]) + _beast_leg(fore[1])
    rein = pen.line(*up([(51.2, 21), (49.5, 27)])) + pen.line(*up([(50.5, 24.5), (56.5, 25.5)]))
    mane = pen.curve(*up([(45.5, 21.5), (41, 26), (37.5, 32.5)]))
    coat = pen.body(*(pen.blob(up(points)) for points in (HORSE, TAIL)), pen.polygon(up(EAR)), near)
    return pen.body(far) + pen.shadow(far) + coat + pen.cut(mane, rein, width=1.8)


def _beast_leg(joints: Iterable[Point]) -> str:
    return pen.limbs(list(joints), [9, 5.4, 4.2, 3.8])

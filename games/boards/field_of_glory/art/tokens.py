"""Small signs: terrain on a label, and what is counted beside the board."""

from math import cos, radians, sin

from fogsite.art import pen
from fogsite.art.pen import Point
from games.boards.field_of_glory.art.parts import laid, turned


def grass() -> str:
    """Return a tuft of grass."""
    blades = [
        ((14, 54), (10, 38), (4, 28)),
        ((24, 54), (24, 34), (19, 16)),
        ((34, 54), (36, 32), (43, 10)),
        ((44, 54), (48, 38), (60, 28)),
    ]
    return pen.body(*(pen.limbs(blade, [11, 8, 2]) for blade in blades), pen.limb((12, 54), (48, 54), 10))


def hills() -> str:
    """Return two hills, the nearer one with a cut around."""
    far = pen.body(pen.polygon([(26, 56), (44, 16), (62, 56)], 12))
    return (
        far
        + pen.shadow(pen.polygon([(46, 18), (62, 56), (48, 56)], 6))
        + laid(pen.polygon([(2, 56), (22, 24), (46, 56)], 12))
    )


def stones() -> str:
    """Return three stones."""
    back = pen.body(pen.polygon([(22, 34), (26, 16), (38, 12), (46, 22), (44, 36)], 4))
    left = laid(pen.polygon([(3, 56), (5, 38), (16, 30), (28, 36), (31, 56)], 5))
    right = laid(pen.polygon([(30, 56), (34, 38), (48, 31), (60, 42), (61, 56)], 5))
    return back + left + right + pen.shadow(pen.polygon([(48, 31), (60, 42), (61, 56), (50, 56)], 4))


def trees() -> str:
    """Return two trees."""

    def tree(x: float, top: float, half: float) -> str:
        crown = [(x, top), (x + half, top + half * 1.9), (x - half, top + half * 1.9)]
        low = [(x, top + half * 0.8), (x + half * 1.2, 48), (x - half * 1.2, 48)]
        return pen.polygon(crown, 3) + pen.polygon(low, 3) + pen.limb((x, 46), (x, 57), 6)

    return pen.body(tree(44, 16, 13)) + laid(tree(22, 4, 15))


def _leaf(stem: Point, degrees: float) -> str:
    x, y = stem
    return pen.blob(turned([(x, y), (x + 5, y - 3.4), (x + 13, y), (x + 5, y + 3.4)], degrees, stem))


def impact() -> str:
    """Return the burst where two weapons meet: sparks all around, and splinters that fly upwards."""
    ring = [(360 / 20 * step, 29 if step % 4 == 0 else 17 if step % 2 == 0 else 9) for step in range(20)]
    star = [(32 + reach * sin(radians(turn)), 32 - reach * cos(radians(turn))) for turn, reach in ring]
    core = [(32 + (x - 32) * 0.45, 32 + (y - 32) * 0.45) for x, y in star]
    return laid(pen.polygon(star)) + pen.paper(pen.polygon(core))


def laurel() -> str:
    """Return a wreath of laurel: a twig, at each of its steps a leaf without and one within, and the same mirrored."""
    turns = [22.5 * step for step in range(1, 7)]
    ring = [(32 + 22 * sin(radians(turn)), 33 + 22 * cos(radians(turn))) for turn in turns]
    leaves = [_leaf(stem, spread - turn) for stem, turn in zip(ring, turns, strict=True) for spread in (42, -38)]
    half = pen.body(*leaves) + pen.rod(pen.curve((32, 55), *ring), width=2.6)
    return f'{half}<g transform="matrix(-1 0 0 1 64 0)">{half}</g>' + pen.body(pen.circle((32, 56), 4))


def banner() -> str:
    """Return a flag planted in the ground."""
    pole = pen.limb((16, 58), (16, 6), 5)
    flag = pen.polygon([(16, 8), (34, 5), (58, 10), (49, 22), (58, 35), (34, 31), (16, 34)], 3)
    return (
        pen.body(flag)
        + pen.shadow(pen.polygon([(46, 9), (58, 10), (49, 22), (58, 35), (44, 33)], 2))
        + pen.body(pole, pen.oval((17, 58.5), 10, 3))
    )


def shuffled() -> str:
    """Return two cards, one going beneath the other, with an arrow around."""
    cards = [turned([(20, 12), (42, 12), (42, 44), (20, 44)], degrees, (32, 50)) for degrees in (-16, 14)]
    heads = pen.polygon([(3, 46), (14, 50), (6, 59)]) + pen.polygon([(61, 46), (50, 50), (58, 59)])
    way = pen.rod(pen.curve((9, 53), (20, 59), (32, 60), (44, 59), (55, 53)), width=4)
    return (
        pen.body(pen.polygon(cards[0], 3))
        + pen.shadow(pen.polygon(cards[0], 3))
        + laid(pen.polygon(cards[1], 3))
        + way
        + pen.body(heads)
    )


TOKENS = {
    "impact": impact,
    "grass": grass,
    "hills": hills,
    "stones": stones,
    "trees": trees,
    "laurel": laurel,
    "banner": banner,
    "shuffled": shuffled,
}

"""The fencers of En Garde: one rig, a pose by what has happened, a sword by how far the other fencer is.

A fencer looks right and stands on space 0, whose middle is x = 0; a space is 12 wide. So the other fencer is 12 times
the distance away, and blades are as long as that number says.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import hypot

from fogsite.art import pen
from fogsite.art.pen import Point
from games.rules.en_garde.state import VALUES

SPACE = 12
BOX = (-28.0, 0.0, 72.0, 64.0)
REACH = max(VALUES)
"""The highest card: from farther away, blades don't meet."""
GROUND = 60.0
UPPER_ARM = 10.5
FOREARM = 10.5
THIGH = 12.5
SHIN = 13.0
BLADE = 29.0


@dataclass(frozen=True)
class Stance:
    """Where the body is: hips, neck and head, both feet, and the free hand behind."""

    hips: Point
    neck: Point
    head: Point
    back_foot: Point
    front_foot: Point
    free_hand: Point
    heel: float = 0
    """How far the heel behind is lifted."""
    toe: float = 0
    """How far the toes in front are lifted."""
    hangs: bool = False
    """Whether the elbow of the free arm is below it."""

    @property
    def width(self) -> float:
        """How far the feet are apart."""
        return self.front_foot[0] - self.back_foot[0]


GUARD = Stance(
    hips=(-10, 36), neck=(-9, 18.5), head=(-6.5, 10), back_foot=(-23, 58), front_foot=(3, 58), free_hand=(-22, 12)
)
ADVANCE = replace(
    GUARD, hips=(-7, 35.5), neck=(-4, 18.5), head=(-1, 10.5), back_foot=(-21, 58), front_foot=(10, 56), heel=3, toe=3
)
RETREAT = replace(
    GUARD,
    hips=(-14, 36),
    neck=(-15, 18.5),
    head=(-13.5, 10),
    back_foot=(-28, 57),
    front_foot=(0, 58),
    free_hand=(-28, 14),
)
PARRY = replace(
    GUARD,
    hips=(-12, 37),
    neck=(-13, 19.5),
    head=(-11.5, 11),
    back_foot=(-25, 58),
    front_foot=(1, 58),
    free_hand=(-26, 14),
)
WON = Stance(
    hips=(-7, 31),
    neck=(-7, 14.5),
    head=(-5, 6.5),
    back_foot=(-11, 58),
    front_foot=(-3, 58),
    free_hand=(-12, 30),
)
HIT = Stance(
    hips=(-10, 37),
    neck=(-14, 20.5),
    head=(-15.5, 12),
    back_foot=(-24, 58),
    front_foot=(4, 57),
    free_hand=(-27, 27),
    toe=4,
)


def files() -> dict[str, str]:
    """Return the static files of the game that the rig draws, by name."""
    bodies = [f'<g id="{name}">{"".join(_trunk(stance))}</g>' for name, stance in STANCES.items()]
    return {
        "en-garde/tile.svg": _tile(),
        "en-garde/fencers.svg": pen.sheet([hall(), f"<defs>{''.join(bodies)}</defs>", *fencers()]),
    }


def fencers() -> Iterator[str]:
    """Yield every figure."""
    for apart in VALUES:
        for name in ("guard", "advance", "retreat"):
            yield armed(f"{name}-{apart}", name, *guarding(STANCES[name], apart))
        yield armed(f"lunge-{apart}", f"in-lunge-{apart}", *thrusting(lunge(apart), apart))
        yield armed(f"parry-{apart}", "parry", *parrying(apart))
    yield armed("hit", "struck", (2, 35), pen.reach((2, 35), -62, 24))
    yield armed("won", "salute", (5, 13), pen.reach((5, 13), 82, 18))


def guarding(stance: Stance, apart: int) -> tuple[Point, Point]:
    """Return hand and point of a sword that meets another one half way, steeper the closer they are."""
    half = apart * SPACE / 2 + 2.5
    hand, still = ((neck + 9 + 1.5 * apart, 30.5 - apart) for neck in (stance.neck[0], GUARD.neck[0]))
    across = min(half - still[0], BLADE - 1)
    return hand, (still[0] + across, still[1] - (BLADE**2 - across**2) ** 0.5)


def lunge(apart: int) -> Stance:
    """Return the stance from which a straight arm hits somebody so far away."""
    deep = 4.0 * (apart - 1)
    return Stance(
        hips=(-9 + deep * 0.5, 37 + deep * 0.3),
        neck=(-5 + deep * 0.72, 20 + deep * 0.25),
        head=(-1 + deep * 0.74, 11.5 + deep * 0.25),
        back_foot=(-24, 58),
        front_foot=(6 + deep * 1.25, 58),
        free_hand=(-23 + deep * 0.35, 22 + deep * 0.45),
        heel=1,
        hangs=True,
    )


def thrusting(stance: Stance, apart: int) -> tuple[Point, Point]:
    """Return hand and point of a sword that hits."""
    tip = apart * SPACE + 5.0, 27.0
    return (min(stance.neck[0] + 22.5, tip[0] - 9), 24.5), tip


def parrying(apart: int) -> tuple[Point, Point]:
    """Return hand and point of a sword that leads another one away."""
    hand = 1.0 + apart, 29.0
    return hand, pen.reach(hand, 62, BLADE - 3)


def armed(name: str, stance: str, hand: Point, tip: Point) -> str:
    """Return a fencer in a stance, whose sword goes from hand to tip."""
    parts = [f'<use href="#{stance}"/>', *_sword(STANCES[stance], hand, tip)]
    return pen.symbol(name, BOX, *parts, more='overflow="visible"')


def _trunk(stance: Stance) -> Iterator[str]:
    """Yield the parts of a fencer without the sword and the arm that holds it, back to front."""
    hips = stance.hips
    neck = stance.neck
    head = stance.head
    far_leg = _leg((hips[0] - 2.5, hips[1]), stance.back_foot, heel=stance.heel, bends_back=True)
    shoulder = neck[0] - 4, neck[1] + 3
    elbow = pen.joint(shoulder, stance.free_hand, 9.5, 9.5, left=stance.hangs)
    free_arm = pen.limbs([shoulder, elbow, stance.free_hand], [6.5, 5.5, 4]) + pen.circle(stance.free_hand, 2.6)
    yield pen.shadow(pen.oval(((stance.back_foot[0] + stance.front_foot[0]) / 2 + 4, 60.5), stance.width / 2 + 6, 1.8))
    yield pen.body(far_leg, free_arm)
    yield pen.shadow(far_leg, free_arm)
    yield pen.body(
        _leg((hips[0] + 2, hips[1]), stance.front_foot, toe=stance.toe), _jacket(hips, neck), _mask(head, neck)
    )
    yield pen.cut(pen.curve((hips[0] - 6, hips[1] + 0.5), (hips[0], hips[1] + 2.5), (hips[0] + 6, hips[1] - 0.5)))
    yield pen.paper(_mesh(head))
    yield pen.rod(*(pen.line(*wire) for wire in _wires(head)), width=1.1)


def _sword(stance: Stance, hand: Point, tip: Point) -> Iterator[str]:
    """Yield the sword and the arm that holds it, with the gap that parts it from the jacket."""
    shoulder = stance.neck[0] + 2, stance.neck[1] + 3.5
    elbow = pen.joint(shoulder, hand, UPPER_ARM, FOREARM)
    edge = max(stance.neck[0], stance.hips[0]) + 5
    yield pen.cut(pen.line(shoulder, *_before(edge, shoulder, elbow), *_before(edge, elbow, hand)), width=9.5)
    yield pen.body(*_foil(hand, tip), pen.limbs([shoulder, elbow, hand], [7.5, 6.5, 5]))
    yield pen.cut(pen.line(*_across(hand, tip, 2.9, 3)), width=0.9)


def _foil(hand: Point, tip: Point) -> Iterator[str]:
    """Yield a foil: a thin blade with its button, the bell before the hand, the grip behind it and its pommel."""
    pommel = _along(hand, tip, -7)
    yield pen.limb(hand, tip, 1.9, 0.9) + pen.circle(tip, 0.9)
    yield pen.limb(hand, pommel, 2, 1.5) + pen.circle(pommel, 1.6)
    left, right = _across(hand, tip, 3.2, 4.2)
    shoulders = _across(hand, tip, 5, 2.8)
    yield pen.polygon([left, shoulders[0], _along(hand, tip, 5.9), shoulders[1], right], 1)


def _along(hand: Point, tip: Point, far: float) -> Point:
    """Return the point of a sword that lies so far before the hand."""
    return pen.toward(hand, tip, far / hypot(tip[0] - hand[0], tip[1] - hand[1]))


def _across(hand: Point, tip: Point, far: float, half: float) -> tuple[Point, Point]:
    """Return both ends of a line across a sword, so far before the hand."""
    long = hypot(tip[0] - hand[0], tip[1] - hand[1])
    x, y = ((tip[axis] - hand[axis]) / long * half for axis in (0, 1))
    middle = _along(hand, tip, far)
    return (middle[0] - y, middle[1] + x), (middle[0] + y, middle[1] - x)


def _before(edge: float, start: Point, end: Point) -> Iterator[Point]:
    """Yield where a line ends, or where it meets the edge of the jacket; nothing if it begins beyond."""
    if start[0] < edge:
        yield end if end[0] <= edge else pen.toward(start, end, (edge - start[0]) / (end[0] - start[0]))


def _leg(hip: Point, foot: Point, heel: float = 0, toe: float = 0, *, bends_back: bool = False) -> str:
    """Return breeches, stocking and shoe."""
    ankle = foot[0], foot[1] - 2.5 - heel * 0.5
    knee = pen.joint(hip, ankle, THIGH, SHIN, left=not bends_back)
    sole = pen.limb((foot[0] - 1, foot[1] - heel), (foot[0] + 6, foot[1] + 0.3 - toe), 5, 3.4)
    return pen.limbs([hip, knee, ankle], [9.5, 7.5, 4.5]) + sole


def _jacket(hips: Point, neck: Point) -> str:
    """Return the trunk."""
    return pen.polygon(
        [
            (neck[0] - 7, neck[1] + 0.5),
            (neck[0] + 6, neck[1] + 0.5),
            (hips[0] + 7, hips[1] + 1),
            (hips[0] + 2, hips[1] + 5),
            (hips[0] - 6.5, hips[1] + 2),
        ],
        3,
    )


def _mask(head: Point, neck: Point) -> str:
    """Return head, mask and bib."""
    return pen.oval(head, 5.8, 6.6) + pen.limb(head, (neck[0] + 1, neck[1] + 2), 8, 7)


def _mesh(head: Point) -> str:
    """Return the front of the mask."""
    x, y = head
    return pen.polygon([(x, y - 4.6), (x + 3.8, y - 3.6), (x + 5.9, y + 1), (x + 3.6, y + 6), (x, y + 4.6)], 2)


def _wires(head: Point) -> Iterator[tuple[Point, ...]]:
    """Yield the lines of the mesh."""
    x, y = head
    yield (x + 2.6, y - 4), (x + 2.8, y + 5)
    yield (x, y - 1.3), (x + 5, y - 1.3)
    yield (x, y + 1.8), (x + 5, y + 1.8)


STANCES = {
    "guard": GUARD,
    "advance": ADVANCE,
    "retreat": RETREAT,
    "parry": PARRY,
    "struck": HIT,
    "salute": WON,
    **{f"in-lunge-{apart}": lunge(apart) for apart in VALUES},
}
"""By the name of what is drawn of them once."""


# The hall.

TILE = "#1d5c86"
"""The ground of the tile."""
HALL = (368, 110)
WALL = 84
"""Where the floor begins."""
WINDOWS = (108, 230)
"""Their left edges."""
PANELS = 58
"""Where the panelling of the wall begins."""


def hall() -> str:
    """Return the room behind the piste: a wall with two tall windows, whose light falls on the floor to the right."""
    wide, high = HALL
    panels = [_box(left, PANELS + 5, 32, WALL - PANELS - 9) for left in range(3 - 40, wide, 40)]
    boards = [pen.line((x, WALL), (184 + (x - 184) * 2.2, high)) for x in range(4 - 18, wide + 18, 18)]
    windows = [part for left in WINDOWS for part in _window(left)]
    return pen.symbol(
        "hall",
        (-20, 0, wide + 40, high),  # the widest room, with both windows whole
        _tone("wall", _box(-200, -60, 768, PANELS + 60)),
        *windows,
        _tone("panel", _box(-200, PANELS, 768, WALL - PANELS)),
        _tone("seam", _box(-200, PANELS, 768, 1.6), _box(-200, WALL - 2, 768, 2), *panels),
        _tone("board", _box(-200, WALL, 768, high - WALL)),
        f'<path fill="none" stroke="var(--seam)" stroke-width=".6" d="{"".join(boards)}"/>',
        *(_tone("sun", _fallen(left)) for left in WINDOWS),
        more='preserveAspectRatio="xMidYMax slice" overflow="visible"',
    )


def _tone(name: str, *shapes: str) -> str:
    """Return shapes in one of the tones that the style sheet gives the hall."""
    return f'<path fill="var(--{name})" d="{"".join(shapes)}"/>'


def _box(left: float, top: float, wide: float, high: float) -> str:
    """Return an upright rectangle."""
    return pen.polygon([(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)])


def _window(left: float) -> Iterator[str]:
    """Yield a tall window with a round top, its frame and bars."""
    yield _tone("seam", _arch(left - 2.2, 3.8, 34.4, PANELS - 6))
    yield _tone("pane", _arch(left, 6, 30, PANELS - 8))
    bars = [_box(left + 14.3, 6, 1.4, PANELS - 12), _box(left, 21, 30, 1.3), _box(left, 35, 30, 1.3)]
    yield _tone("seam", *bars, _box(left - 5, PANELS - 8, 40, 2.4))


def _arch(left: float, top: float, wide: float, foot: float) -> str:
    """Return a window's opening, down to `foot`."""
    half = wide / 2
    centre = left + half, top + half
    return pen.oval(centre, half, half) + _box(left, centre[1], wide, foot - centre[1])


def _fallen(left: float) -> str:
    """Return the light of a window on the floor."""
    return pen.polygon([(left + 16, WALL), (left + 46, WALL), (left + 84, HALL[1]), (left + 44, HALL[1])])


def _tile() -> str:
    """Return the picture of the game in lists: a fencer on guard, cut out of paper, and the blade that meets theirs."""
    stance = STANCES["guard"]
    fencer = "".join([*_trunk(stance), *_sword(stance, *guarding(stance, 3))])
    mine = f'<g color="#f7edd6">{fencer.replace(pen.PAPER, TILE)}</g>'
    theirs = f'<g color="#f0a284">{pen.body(pen.limb((34, 31), (15.5, 3.5), 1.9, 1.2))}</g>'
    return pen.square(TILE, f'<g transform="translate(43 9)scale(1.32)">{mine}{theirs}</g>')

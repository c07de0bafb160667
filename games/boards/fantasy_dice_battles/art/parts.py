"""What the figures of several armies are made of: bodies, mounts, helmets, weapons and shields, each as a parameter."""

from games.boards.fantasy_dice_battles.art.shapes import Figure, Outline, path, poly, taper, trace

# --- Bodies -----------------------------------------------------------------------------------------------------------


def legs(x: float, hip: float = 43, stride: float = 7) -> tuple[Outline, Outline]:
    """Return two legs with feet, as strips."""
    return (
        trace(x - 4, hip, x - stride, 57.5, x - stride + 4, 57.5),
        trace(x + 4, hip, x + stride, 57.5, x + stride + 4, 57.5),
    )


def coat(x: float, shoulders: float, hem: float, top: float, bottom: float) -> Outline:
    """Return what a body wears: from the shoulders to the hem, so wide each."""
    a = shoulders / 2
    b = hem / 2
    waist = min(a, b) - 1
    return path(
        f"M{x - a} {top + 2} Q{x} {top - 3} {x + a} {top + 2} L{x + waist} {top + 14} L{x + b} {bottom}"
        f" L{x - b} {bottom} L{x - waist} {top + 14} Z"
    )


def robe(x: float, shoulders: float, hem: float, top: float, bottom: float = 59) -> Outline:
    """Return a robe that reaches the ground."""
    a = shoulders / 2
    b = hem / 2
    return path(
        f"M{x - a} {top + 3} Q{x} {top - 4} {x + a} {top + 3} Q{x + a} {bottom - 14} {x + b} {bottom}"
        f" Q{x} {bottom + 2} {x - b} {bottom} Q{x - a} {bottom - 14} {x - a} {top + 3} Z"
    )


def cape(x: float, top: float, back: float, bottom: float = 57, *, ragged: bool = False) -> Outline:
    """Return a cape that blows to the left as far as `back`."""
    if ragged:
        deep = bottom - 7
        return poly(
            x, top, x + 6, top + 4, x + 4, bottom - 4, x - 1, deep, x - 4, bottom, (x + back) / 2 - 2, deep - 1,
            back, bottom - 1, back + 3, top + 16,
        )  # fmt: skip
    return path(
        f"M{x} {top} Q{x - 8} {top + 2} {back + 5} {top + 18} Q{back + 3} {bottom - 8} {back} {bottom - 2}"
        f" Q{(x + back) / 2} {bottom + 4} {x + 4} {bottom - 3} L{x + 6} {top + 2} Z"
    )


# --- Heads ------------------------------------------------------------------------------------------------------------


def face(x: float, y: float, radius: float = 5) -> Outline:
    """Return a head with a chin to the right."""
    return path(f"O{x} {y} {radius}") + poly(x + radius - 3, y - 1, x + radius + 1.5, y + 2, x + radius - 3, y + 4)


def kettle(x: float, y: float) -> Outline:
    """Return a kettle hat above a head at this point."""
    return path(
        f"M{x - 10} {y} L{x - 6} {y - 3} Q{x - 5} {y - 10} {x} {y - 10} "
        f"Q{x + 5} {y - 10} {x + 6} {y - 3} L{x + 10} {y} Z"
    )


def great_helm(x: float, y: float) -> Outline:
    """Return a helm that hides the head."""
    return poly(x - 6, y - 6, x + 5, y - 7, x + 7, y + 6, x - 5, y + 7)


def slits(x: float, y: float) -> Outline:
    """Return what a helm is cut by: where to look, and where to breathe."""
    return trace(x - 1, y - 1, x + 6, y - 1.5) + trace(x + 2.5, y + 2, x + 2.5, y + 4)


def plume(x: float, y: float, back: float = 13, high: float = 8) -> Outline:
    """Return a plume that rises from a helmet and falls to the left."""
    return path(
        f"M{x + 2} {y} Q{x + 3} {y - high} {x - 4} {y - high} Q{x - back} {y - high} {x - back - 1} {y + 7}"
        f" Q{x - back + 5} {y - 1} {x - 2} {y + 2} Z"
    )


def crown(x: float, y: float, wide: float = 13, high: float = 7) -> Outline:
    """Return a crown of three points whose rim is at this height."""
    a = wide / 2
    return poly(
        x - a, y, x - a - 1, y - high, x - a / 2, y - high / 2, x, y - high - 2, x + a / 2, y - high / 2,
        x + a + 1, y - high, x + a, y,
    )  # fmt: skip


def antlers(x: float, y: float, size: float = 1) -> Outline:
    """Return two antlers that grow from a head."""
    left = path("M-2 0 Q-8 -2 -9 -12 M-8 -5 L-14 -8 M-8.5 -8 L-5 -13")
    right = path("M2 0 Q8 -2 9 -12 M8 -5 L14 -8 M8.5 -8 L5 -13")
    return (left + right).scale(size, 0, 0).move(x, y)


# --- Arms and armour --------------------------------------------------------------------------------------------------


def sword(x: float, y: float, degrees: float, long: float = 26, wide: float = 4) -> Outline:
    """Return a sword held at a point; at 0 degrees it stands upright."""
    a = wide / 2
    blade = poly(x - a, y - 3, x - a, y - long + 4, x, y - long, x + a, y - long + 4, x + a, y - 3)
    guard = poly(x - 5, y - 4, x + 5, y - 4, x + 5, y - 1.5, x - 5, y - 1.5)
    grip = poly(x - 1.2, y - 2, x + 1.2, y - 2, x + 1.2, y + 4, x - 1.2, y + 4)
    return (blade + guard + grip).turn(degrees, x, y)


def curved(x: float, y: float, degrees: float, long: float = 22) -> Outline:
    """Return a curved blade held at a point."""
    blade = path(
        f"M{x - 2} {y + 3} L{x + 2} {y + 3} Q{x + 8} {y - long / 2} {x - 2} {y - long} "
        f"Q{x + 1} {y - long / 2} {x - 2} {y + 3} Z"
    )
    return blade.turn(degrees, x, y)


def axe_head(x: float, y: float, wide: float = 11, high: float = 14) -> Outline:
    """Return the blade of an axe, to the right of its shaft."""
    return path(
        f"M{x} {y - 2} Q{x + wide * 0.6} {y - 3} {x + wide - 2} {y - high / 2} "
        f"Q{x + wide + 3} {y} {x + wide - 2} {y + high / 2} Q{x + wide * 0.6} {y + 3} {x} {y + 3} Z"
    )


def halberd_head(x: float, y: float) -> Outline:
    """Return spike, axe and hook of a halberd whose shaft ends at this point."""
    spike = poly(x - 2, y, x, y - 10, x + 2, y)
    return spike + axe_head(x, y + 5, 9, 12) + poly(x, y + 2, x - 6, y + 5, x, y + 7)


def point(x: float, y: float, degrees: float = 0, long: float = 11, wide: float = 7) -> Outline:
    """Return the head of a spear whose shaft ends here."""
    return poly(x - 1, y + 1, x - wide / 2, y - long / 3, x, y - long, x + wide / 2, y - long / 3, x + 1, y + 1).turn(
        degrees, x, y
    )


def bow(x: float, y: float, high: float, degrees: float = 0, bend: float = 8) -> Outline:
    """Return a bow as strips, held at this point."""
    a = high / 2
    return path(
        f"M{x - bend} {y - a} Q{x - bend + 2} {y - a + 3} {x - 1} {y - a * 0.45} "
        f"Q{x + 3} {y} {x - 1} {y + a * 0.45} Q{x - bend + 2} {y + a - 3} {x - bend} {y + a}"
    ).turn(degrees, x, y)


def drawn_string(x: float, y: float, high: float, to: float, degrees: float = 0, bend: float = 8) -> Outline:
    """Return the string of a bow drawn back to the left, and the arrow on it, as thin strips."""
    a = high / 2
    string = trace(x - bend, y - a, to, y, x - bend, y + a)
    arrow = trace(to, y, x + 9, y) + trace(x + 6, y - 3, x + 9.5, y, x + 6, y + 3)
    return (string + arrow).turn(degrees, x, y)


def heater(x: float, y: float, wide: float = 20, high: float = 25) -> Outline:
    """Return a knight's shield around a point."""
    a = wide / 2
    b = high / 2
    return path(
        f"M{x - a} {y - b} Q{x} {y - b + 3} {x + a} {y - b} L{x + a} {y} "
        f"Q{x + a - 1} {y + b - 4} {x} {y + b} Q{x - a + 1} {y + b - 4} {x - a} {y} Z"
    )


def leaf(x: float, y: float, long: float, wide: float, degrees: float = 0) -> Outline:
    """Return a leaf around a point, its tip upwards."""
    a = long / 2
    b = wide / 2
    return path(f"M{x} {y - a} Q{x + b * 2} {y - a * 0.1} {x} {y + a} Q{x - b * 2} {y - a * 0.1} {x} {y - a} Z").turn(
        degrees, x, y
    )


# --- Mounts -----------------------------------------------------------------------------------------------------------


def horse() -> tuple[Outline, tuple[Outline, ...]]:
    """Return a horse at a gallop: its body, and legs and tail as strips."""
    body = path(
        "M13 37 Q14 29 23 31 L37 31 Q44 27 46 19 L45 14 L49 16 L51 14 L52 18 Q58 22 60 26 L58 30 L51 28"
        " Q51 35 48 41 Q45 47 37 46 L24 45 Q13 46 13 37 Z"
    )
    strips = (
        trace(44, 42, 53, 45, 53, 51),
        trace(39, 43, 45, 51, 51, 55),
        trace(19, 40, 17, 49, 9, 54),
        trace(23, 43, 24, 51, 17, 58),
    )
    return body, strips


def tail() -> Outline:
    """Return the tail of a horse."""
    return path("M14 33 Q8 31 6 36 Q5 41 2.5 44 Q10 44 11 38 Z")


def rider(figure: Figure, x: float, seat: float, head: float, *, lean: float = 0) -> Figure:
    """Add a rider: trunk, and a leg that a pale rim tells from the mount."""
    figure.body(taper(x, seat + 2, 12, x + lean, head + 7, 13), face(x + lean + 1, head, 4.6))
    return figure.over(taper(x - 1, seat, 8, x + 6, seat + 9, 5) + taper(x + 6, seat + 8, 5, x + 5, seat + 15, 4))

"""The Brood: scaly and coiled, hoods and crests, temple gold and venom."""

from games.boards.fantasy_dice_battles.art import parts as p
from games.boards.fantasy_dice_battles.art.shapes import Figure, Outline, disc, path, poly, taper, trace


def coil(figure: Figure, x: float, y: float = 54, size: float = 1) -> Figure:
    """Add a coiled tail: two rings, one on the other, and the tip to the left."""

    def at(outline: Outline) -> Outline:
        return outline.scale(size, 0, 0).move(x, y)

    figure.body(at(path("M-12 4 Q-24 6 -26 -3 Q-28 -8 -24 -12 Q-21 -7 -20 -4 Q-17 0 -8 -2 Z")), at(path("E0 0 19 6 0")))
    return figure.over(at(path("E1 -7 13 5.5 0"))).cut(at(path("M-12 2 Q-2 5 8 3.5")), width=1.6)


def serpent(x: float, top: float, bottom: float, wide: float = 15) -> Outline:
    """Return the trunk of a serpent: broad shoulders, then narrower, and a hip that flows into the coil."""
    a = wide / 2
    return path(
        f"M{x - a} {top + 2} Q{x} {top - 3} {x + a} {top + 2} Q{x + 2} {top + 13} {x + 6} {bottom} "
        f"L{x - 6} {bottom} Q{x - 5} {top + 13} {x - a} {top + 2} Z"
    )


def snake_head(x: float, y: float, size: float = 1, degrees: float = 0) -> Outline:
    """Return the head of a snake that looks to the right; its neck is at the point."""
    return path("M-6 4 Q-8 -8 2 -8 Q10 -8 15 -2 Q14 3 7 3 L3 7 Z").scale(size, 0, 0).turn(degrees, 0, 0).move(x, y)


def eye(x: float, y: float) -> Outline:
    """Return the eye of a snake."""
    return disc(x + 4, y - 3, 1.6)


def lizard(figure: Figure, x: float) -> Figure:
    """Add a lizard that stands upright: head with a crest, tail, bent legs."""
    figure.body(path(f"M{x - 6} 39 Q{x - 13} 52 {x - 22} 52 Q{x - 24} 53 {x - 25} 57 Q{x - 12} 62 {x - 1} 48 Z"))
    figure.stroke(
        5.6, trace(x - 3, 43, x - 7, 50, x - 4, 58, x + 1, 58), trace(x + 4, 43, x + 10, 50, x + 7, 58, x + 13, 58)
    )
    figure.body(path(f"M{x - 9} 24 Q{x} 19 {x + 9} 24 L{x + 7} 46 L{x - 7} 46 Z"))
    return (
        figure.body(path(f"M{x - 5} 24 Q{x - 7} 8 {x + 4} 8 L{x + 15} 13 Q{x + 16} 19 {x + 8} 19 L{x + 6} 24 Z"))
        .hole(disc(x + 6, 13, 1.6))
        .cut(trace(x + 9, 17, x + 14, 16.5), width=1.4)
    )


def crest(x: float, y: float) -> Outline:
    """Return the spikes on the head of a lizard."""
    return poly(x - 3, y + 13, x - 10, y + 8, x - 5, y + 6, x - 8, y, x - 1, y + 2, x, y - 4, x + 4, y + 3)


def children() -> Figure:
    """Draw a young serpent with spear and shield."""
    figure = coil(Figure(), 30, 55, 0.85).body(serpent(30, 28, 48, 12), snake_head(30, 24, 1)).hole(eye(30, 24))
    figure.stroke(2.6, trace(50, 60, 44, 16)).body(p.point(44, 16, -8, 11, 8)).over(taper(35, 32, 5, 46, 37, 4))
    figure.over(disc(22, 39, 8)).hole(disc(22, 39, 2.4))
    return figure.stroke(1.4, trace(44, 23, 48, 24))


def slingers() -> Figure:
    """Draw a young serpent with a bow."""
    figure = coil(Figure(), 28, 55, 0.85).body(serpent(27, 28, 48, 12), snake_head(28, 24, 1)).hole(eye(28, 24))
    figure.stroke(3, p.bow(51, 34, 40)).stroke(1.5, p.drawn_string(51, 34, 40, 33))
    figure.over(taper(31, 33, 5, 50, 34, 4)).body(poly(8, 26, 14, 23, 21, 40, 16, 43))
    return figure.stroke(2, trace(10, 25, 8, 18), trace(13, 23, 13, 17))


def scale_guard() -> Figure:
    """Draw a lizard with a long spear and a shield of scales."""
    figure = lizard(Figure(), 30).body(crest(30, 8))
    figure.stroke(3, trace(51, 60, 51, 12)).body(p.point(51, 15, 0, 13, 9)).over(taper(37, 28, 6, 50, 34, 4.5))
    figure.over(path("E25 37 9.5 13 0"))
    return figure.cut(path("M17 33 Q21 38 25 33 Q29 38 33 33"), path("M17 41 Q21 46 25 41 Q29 46 33 41"), width=1.8)


def vipers() -> Figure:
    """Draw a serpent warrior with two curved blades."""
    figure = coil(Figure(), 31).body(serpent(31, 23, 48, 17), snake_head(31, 17, 1.05)).hole(eye(31.5, 17))
    figure.body(taper(38, 27, 6.5, 49, 30, 5), p.curved(50, 31, 18, 27))
    figure.body(taper(24, 27, 6.5, 14, 32, 5), p.curved(13, 32, -24, 27).flip(13).turn(-40, 13, 32))
    return figure.cut(path("M27 32 Q31 35 35 32"), path("M28 38 Q31 41 35 38"), width=1.8)


def spitters() -> Figure:
    """Draw a great serpent that spits venom."""
    figure = coil(Figure(), 31, 54, 1.04)
    figure.body(
        path("M22 46 Q11 36 16 22 Q19 10 30 9 Q41 8 47 15 L41 20 L48 25 Q43 30 35 27 Q28 27 29 34 Q31 40 39 46 Z")
    )
    figure.body(poly(17, 22, 9, 18, 18, 16), poly(21, 13, 16, 6, 26, 10)).hole(
        disc(34, 15, 2.2), poly(41, 17, 42, 21, 43.5, 17), poly(41, 24, 42, 21, 44, 24.5)
    )
    figure.body(disc(52, 20, 2.4), disc(59, 16, 2.6), disc(58, 26, 2))
    return figure.cut(path("M19 30 L26 29"), path("M19 36 L28 34.5"), path("M23 42 L32 39.5"))


def lizard_riders() -> Figure:
    """Draw a rider on a running lizard."""
    figure = Figure().body(
        path(
            "M3 38 Q10 44 16 37 Q22 32 32 34 L42 33 Q46 24 53 25 L61 31 "
            "Q61 36 55 36 L51 39 Q48 47 38 47 L24 47 Q12 48 6 45 Q3 43 3 38 Z"
        )
    )
    figure.stroke(5, trace(42, 44, 51, 47, 49, 56, 55, 57), trace(24, 45, 27, 52, 20, 57, 26, 57.5)).stroke(
        4.4, trace(38, 45, 36, 54, 41, 57.5), trace(19, 44, 12, 51, 8, 57, 13, 57.5)
    )
    figure.body(poly(48, 27, 44, 19, 52, 25)).hole(disc(53.5, 29.5, 1.5)).cut(trace(55, 34, 60, 33.5), width=1.4)
    figure.body(
        taper(28, 34, 12, 29, 22, 11), snake_head(29, 15, 0.85), poly(25, 18, 19, 14, 23, 12, 22, 6, 28, 9)
    ).hole(disc(32, 12.6, 1.4))
    figure.stroke(2.8, trace(15, 28, 50, 12)).body(p.point(50, 12, 66, 11, 7)).over(taper(28, 34, 7.5, 34, 43, 5)).over(
        taper(30, 24, 5.5, 37, 20, 4)
    )
    return figure.cut(trace(13, 41, 16, 44), trace(20, 38, 22, 42), width=1.6)


def hydra() -> Figure:
    """Draw a hydra: three heads on long necks."""
    figure = Figure().stroke(8, trace(19, 49, 17, 57, 21, 57), trace(37, 49, 39, 57, 43, 57))
    figure.body(path("M2.5 47 Q9 50 12 43 Q17 36 29 36 Q43 36 44 46 Q42 55 28 54 Q14 56 6 54 Q2 52 2.5 47 Z"))
    figure.stroke(6.5, path("M20 40 Q8 30 14 20 Q17 14 20 13"), path("M38 42 Q52 40 47 30 Q45 26 48 24"))
    figure.stroke(7, path("M29 40 Q24 28 31 20 Q34 15 31 10"))
    figure.over(snake_head(18, 15, 0.8)).over(snake_head(46, 26, 0.8)).over(snake_head(32, 12, 1))
    figure.body(poly(28, 6, 23, 2, 31, 4), poly(14, 10, 9, 8, 16, 7), poly(42, 21, 38, 18, 45, 19))
    return (
        figure.hole(disc(36, 9, 1.6), disc(21, 12.5, 1.4), disc(49, 23.5, 1.4))
        .cut(path("M24 49 Q31 52 38 47"), width=1.8)
        .shade(path("M12 52 Q30 54 43 48 Q42 56 28 54 Q18 55 12 52 Z"))
    )


def temple_guard() -> Figure:
    """Draw a guard of the temple: a crown of feathers and a shield like a sun."""
    figure = lizard(Figure(), 31).body(*(p.leaf(32, 8.5, 13, 4.6).turn(at, 32, 17) for at in (-70, -42, -14, 14)))
    figure.cut(path("M25 16 Q26 9 36 9.5"), width=1.8).stroke(3.2, trace(54, 58, 54, 12))
    figure.body(poly(51, 28, 51, 8, 54, 3, 57, 8, 57, 28)).cut(
        *(trace(x, y, x + 1, y) for y in (13, 18, 23) for x in (50, 57)), width=1.8
    )
    figure.over(taper(38, 29, 6.5, 53, 37, 5)).over(disc(23, 39, 13)).hole(disc(23, 39, 4))
    return figure.hole(*(poly(21.4, 33, 23, 28.5, 24.6, 33).turn(at, 23, 39) for at in range(0, 360, 60)))


def brood_mother() -> Figure:
    """Draw the mother of the brood: hair of snakes, and eggs in her coils."""
    figure = (
        Figure()
        .body(path("M14 58.5 Q2 58 3 45 Q4 37 11 36 Q7 45 13 48 Q20 50 24 44 L38 44 Q58 46 59 54 Q57 59 44 59 Z"))
        .body(serpent(29, 25, 50, 18))
    )
    figure.stroke(
        3.4,
        path("M26 12 Q18 14 16 8 Q14 4 10 6"),
        path("M25 16 Q17 20 13 16 Q10 13 7 16"),
        path("M26 20 Q20 27 15 25"),
        path("M29 10 Q28 4 23 4"),
        path("M32 10 Q36 7 35 3"),
        path("M34 11 Q41 10 43 5"),
    )
    figure.body(p.face(31, 16, 6.4)).hole(disc(34, 15, 1.5)).cut(path("M32 20 L36 19"), width=1.4)
    figure.body(taper(36, 29, 6.5, 49, 24, 4.5)).stroke(
        2.4, trace(50, 24, 55, 20), trace(50, 24, 56, 25), trace(50, 24, 52, 18)
    )
    figure.over(taper(22, 29, 6.5, 16, 40, 5)).cut(
        path("M20 51 Q29 55 38 53"), path("M25 34 Q29 37 33 34"), path("M25 40 Q29 43 33 40"), width=1.8
    )
    return figure.over(path("E42 47 4.4 6 -12")).over(path("E52 48 4.4 6 10")).over(path("E47.5 54 5 5.4 0"))


def oracle() -> Figure:
    """Draw the oracle: a hooded serpent with an orb above open hands."""
    figure = coil(Figure(), 29).body(
        path("M19 26 Q29 18 38 26 Q36 38 41 51 L35 47 L30 52 L24 47 L17 51 Q22 38 19 26 Z")
    )
    figure.body(path("M18 26 Q14 5 30 4 Q41 4 42 13 L36 12 Q37 25 32 27 Z"), snake_head(32, 16, 0.9)).cut(
        path("M24 24 Q22 12 31 9.5"), width=1.8
    ).hole(disc(37, 14, 1.5))
    figure.body(taper(37, 30, 6.5, 50, 34, 4.5), taper(36, 36, 6, 48, 41, 4)).body(disc(53, 23, 6.5)).hole(
        path("E51 21 2 2.6 30")
    )
    figure.stroke(2, trace(53, 13, 53, 10), trace(61, 16, 62, 14), trace(45, 16, 44, 14))
    return figure.cut(trace(30, 32, 30, 46), width=1.8)


def king() -> Figure:
    """Draw the cobra king: a wide hood, a crown and a great blade."""
    figure = coil(Figure(), 30, 54, 1.05).body(
        path("M30 8 Q49 9 46 23 Q43 32 36 37 L38 49 L23 49 L24 37 Q14 31 13 22 Q12 10 30 8 Z")
    )
    figure.over(path("M24 24 Q22 11 31 11 Q38 11 43 17 Q42 22 36 22 L33 27 L34 46 L26 46 Z")).hole(disc(34, 16, 1.7))
    figure.over(p.crown(30, 9, 13, 5)).cut(path("M17 20 Q17 27 22 30"), path("M42 25 Q40 29 37 31"), width=2)
    figure.body(taper(38, 34, 7, 52, 36, 5), p.curved(53, 38, 6, 33).scale(1.1, 53, 38))
    figure.body(taper(22, 34, 7, 11, 40, 5)).stroke(3, trace(9, 50, 8, 30)).body(disc(8, 27, 4.2))
    return figure.cut(trace(27, 32, 33, 32), trace(27, 38, 33, 38), trace(27, 44, 33, 44), width=1.8)


def charmer() -> Figure:
    """Draw the charmer: cross-legged, with a flute, and a cobra rising from its basket."""
    figure = Figure().body(
        path("M3 58.5 Q2 50 12 49 L25 49 Q35 51 34 58.5 Z"), p.coat(17, 18, 17, 25, 52), p.face(19, 18, 5.6)
    )
    figure.body(path("M8 15 Q8 3 19 3 Q30 4 28 14 Q18 10 8 15 Z"), path("M9 14 Q4 20 6 31 L11 27 Z")).cut(
        path("M10 14 Q17 8 28 11"), path("M16 4 Q21 7 22 10"), width=1.6
    )
    figure.stroke(3.4, trace(25, 21, 38, 35)).over(taper(19, 29, 6.4, 31, 30, 4.4)).cut(
        path("M7 54 Q17 49 30 54"), width=2
    )
    figure.over(path("M51 6 Q61 6 61 17 Q60 25 54 29 Q58 36 53 46 L46 46 Q50 36 47 29 Q41 25 41 17 Q42 6 51 6 Z")).hole(
        disc(48, 12, 1.5), disc(54, 12, 1.5)
    ).cut(trace(48, 19, 54, 19), trace(48.5, 24, 53.5, 24), trace(51, 31, 54, 31), trace(51, 37, 54.5, 37), width=1.6)
    return figure.over(path("M39 45 L62 45 Q62.5 53 58 58.5 L43 58.5 Q38.5 53 39 45 Z")).cut(
        path("M42 50 L59 50"), path("M44 54.5 L57 54.5"), width=1.6
    )


FIGURES = {
    "children": children,
    "slingers": slingers,
    "scaleguard": scale_guard,
    "vipers": vipers,
    "spitters": spitters,
    "lizards": lizard_riders,
    "hydra": hydra,
    "temple": temple_guard,
    "broodmother": brood_mother,
    "oracle": oracle,
    "king": king,
    "charmer": charmer,
}
"""The figures of the Brood by the units that they show."""

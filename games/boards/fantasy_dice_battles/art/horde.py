"""The Horde: ragged and spiky, big ears, tusks, bone and crooked iron."""

from games.boards.fantasy_dice_battles.art import parts as p
from games.boards.fantasy_dice_battles.art.shapes import Figure, Outline, disc, path, poly, taper, trace


def goblin(figure: Figure, x: float, y: float, size: float = 1) -> Figure:
    """Add a goblin's head around a point: big ears, a long nose, a grin."""

    def at(outline: Outline) -> Outline:
        return outline.scale(size, 0, 0).move(x, y)

    ears = poly(-5, -4, -23, -9, -15, -2, -17, 1, -6, 5) + poly(4, -5, 17, -14, 14, -5, 15, -4, 7, 3)
    figure.body(at(path("E0 0 9 8 0")), at(ears), at(poly(6, -2, 15, 2, 13, 4, 6, 5)))
    return figure.hole(at(disc(3, -1, 1.9))).cut(at(path("M1 5 Q5 6 8 5")), width=1.6)


def crooked_legs(x: float, hip: float = 47) -> tuple[Outline, Outline]:
    """Return two bent legs with long feet."""
    return trace(x - 4, hip, x - 9, hip + 5, x - 7, 58, x - 3, 58), trace(
        x + 3, hip, x + 8, hip + 5, x + 6, 58, x + 11, 58
    )


def rags(x: float, top: float, wide: float, bottom: float) -> Outline:
    """Return a torn coat."""
    a = wide / 2
    return poly(
        x - a + 2, top, x + a - 2, top, x + a, bottom - 2, x + a - 4, bottom - 5, x + 1, bottom + 1, x - 3,
        bottom - 4, x - a, bottom,
    )  # fmt: skip


def orc(figure: Figure, x: float, *, hip: float = 44) -> Figure:
    """Add an orc: a huge back, a low head with tusks, legs like posts."""
    figure.stroke(8, trace(x - 7, hip, x - 9, 57, x - 5, 57), trace(x + 6, hip, x + 9, 57, x + 13, 57))
    figure.body(
        path(
            f"M{x - 17} 28 Q{x - 14} 15 {x} 17 Q{x + 14} 17 {x + 15} 27 L{x + 10} 40 "
            f"L{x + 13} 49 L{x + 6} 46 L{x} 51 L{x - 6} 46 L{x - 12} 49 L{x - 11} 40 Z"
        )
    )
    figure.over(
        path(
            f"M{x - 3} 21 Q{x - 4} 8 {x + 5} 8 Q{x + 13} 8 {x + 13} 15 "
            f"L{x + 16} 18 L{x + 14} 25 Q{x + 5} 29 {x - 3} 21 Z"
        )
    )
    figure.cut(path(f"M{x + 4} 14 L{x + 10} 16"), width=2.2)
    return figure.hole(poly(x + 6, 24, x + 7, 17, x + 9, 24), poly(x + 11, 24, x + 13, 18, x + 14, 23))


def goblins() -> Figure:
    """Draw a goblin with a crooked knife and a stolen pot lid."""
    figure = Figure().stroke(5, *crooked_legs(28)).body(rags(28, 33, 17, 51), taper(34, 37, 5, 46, 40, 4))
    figure.body(p.curved(47, 41, 8, 24))
    goblin(figure, 29, 25)
    return figure.over(disc(19, 43, 8)).cut(trace(15, 39, 19, 43, 17, 47), width=1.8)


def goblin_archers() -> Figure:
    """Draw a goblin that shoots from a crouch."""
    figure = (
        Figure()
        .stroke(5, trace(22, 48, 13, 52, 15, 58.5, 20, 58.5), trace(26, 48, 37, 50, 36, 58.5, 41, 58.5))
        .body(rags(24, 34, 17, 52))
    )
    figure.stroke(3.2, p.bow(48, 37, 38, 8)).stroke(1.5, p.drawn_string(48, 37, 38, 30, 8))
    goblin(figure, 25, 26)
    figure.over(taper(28, 39, 5, 47, 38, 4)).body(poly(6, 32, 11, 29, 19, 45, 14, 48))
    return figure.stroke(2, trace(8, 31, 5, 24), trace(10, 30, 9, 23))


def wolf() -> tuple[Outline, tuple[Outline, ...]]:
    """Return a wolf that leaps: its body, and its legs as strips."""
    body = path(
        "M3 30 L12 36 Q16 32 24 33 L38 32 L43 26 L44 20 L48 24 L51 21 L52 26 L61 32 L60 36 L53 37 L55 40 L49 40"
        " L46 45 L40 49 L36 47 L26 46 L20 49 L12 44 Q4 40 3 30 Z"
    )
    return body, (
        trace(42, 45, 51, 50, 57, 49),
        trace(37, 46, 43, 55, 50, 57),
        trace(17, 44, 17, 52, 8, 57),
        trace(22, 46, 24, 53, 17, 58),
    )


def wolf_riders() -> Figure:
    """Draw a goblin on a wolf."""
    body, strips = wolf()
    figure = Figure().stroke(4.6, *strips).body(body)
    figure.stroke(2.6, trace(10, 30, 44, 9)).body(p.point(44, 9, 58, 11, 8))
    figure.body(taper(27, 34, 11, 27, 22, 10))
    goblin(figure, 28, 15, 0.78)
    figure.over(taper(26, 33, 6, 33, 40, 4)).over(taper(28, 24, 5, 33, 14, 4))
    return figure.hole(disc(53, 29.5, 1.2)).cut(trace(53, 36, 59, 35), width=1.4)


def orcs() -> Figure:
    """Draw an orc with a cleaver."""
    figure = orc(Figure(), 26)
    figure.body(taper(37, 27, 9, 49, 32, 7)).stroke(3, trace(50, 36, 52, 24)).body(
        path("M49 25 L49 4 L60 8 Q63 17 57 26 Z")
    ).hole(disc(54, 11, 1.8))
    figure.body(poly(8, 25, 5, 15, 12, 19, 14, 12, 19, 19), taper(12, 28, 9, 9, 42, 7))
    return figure.cut(trace(15, 40, 37, 40), width=2.2).shade(path("M28 42 L37 41 L39 49 L32 46 L28 49 Z"))


def pikes() -> Figure:
    """Draw an orc with a barbed pike and a spiked helmet."""
    figure = orc(Figure(), 25)
    figure.body(path("M20 14 Q20 5 29 4 L31 1 L34 5 Q40 7 40 13 Z").move(0, 1)).cut(
        trace(21, 14.5, 39, 14.5), width=1.6
    )
    figure.stroke(3.2, trace(9, 60, 51, 14)).body(poly(49, 16, 47, 9, 52, 10, 61, 3, 57, 13, 58, 18, 51, 19))
    return figure.over(taper(36, 27, 8, 39, 30, 6)).over(taper(13, 27, 9, 23, 44, 6.5))


def shamans() -> Figure:
    """Draw a bent shaman under a wolf's pelt, with a skull on a staff."""
    figure = Figure().body(path("M12 34 Q13 19 27 18 Q38 20 37 32 L42 52 L38 59 L33 54 L28 59 L22 54 L17 59 L9 56 Z"))
    figure.body(path("M18 22 L12 14 L20 14 Q24 9 31 11 Q39 14 45 20 L44 24 L37 24 Q37 31 31 31 Q22 31 18 22 Z"))
    figure.stroke(3, path("M21 14 Q13 10 15 3"), path("M27 11 Q25 6 29 2.5")).hole(
        disc(33, 17.5, 1.6), poly(38, 24, 39, 28, 40.5, 24)
    ).cut(path("M24 25 Q31 27 37 23.5"), width=1.8)
    figure.stroke(3, path("M52 59 Q48 44 51 30 Q54 20 51 15")).body(
        path("M45 9 Q46 2 52 2 Q59 3 59 9 Q59 13 56 14 L55 18 L49 18 L48 14 Q45 13 45 9 Z")
    ).hole(disc(50, 9, 1.9), disc(55, 9, 1.9))
    figure.stroke(1.8, trace(51, 24, 60, 27), trace(51, 24, 58, 31))
    return figure.over(taper(33, 33, 8, 49, 35, 4.5)).cut(trace(24, 40, 22, 53), trace(30, 43, 31, 53), width=1.8)


def ogres() -> Figure:
    """Draw an ogre: a belly with a club."""
    figure = Figure().stroke(9, trace(19, 48, 17, 56, 21, 56), trace(34, 48, 37, 56, 42, 56))
    figure.body(path("M8 32 Q10 17 26 17 Q44 17 45 33 Q46 50 27 51 Q7 50 8 32 Z"))
    figure.body(taper(41, 25, 10, 51, 34, 8)).body(path("M48 38 L53 38 L60 12 Q61 4 54 4 Q47 5 48 13 Z")).stroke(
        2, trace(47, 12, 44, 10), trace(61, 12, 62, 10), trace(54, 4, 54, 2)
    )
    figure.over(path("M22 18 Q20 4 31 4 Q40 4 40 12 L43 16 L40 20 Q38 25 30 25 Q24 24 22 18 Z")).hole(
        disc(35, 12, 1.7)
    ).cut(trace(33, 19, 40, 18), width=2)
    figure.over(taper(13, 24, 11, 9, 42, 8)).cut(path("M17 43 Q30 49 43 40"), width=2.2)
    return figure.hole(disc(31, 36, 1.6)).shade(path("M44 38 Q42 51 27 51 Q37 47 44 38 Z"))


def troll() -> Figure:
    """Draw a troll: bent, with a row of spikes and arms down to the ground."""
    figure = Figure().stroke(9, trace(18, 44, 14, 56, 18, 56), trace(29, 46, 33, 56, 38, 56))
    figure.body(path("M8 44 Q4 26 16 14 Q28 6 42 13 Q48 20 40 31 Q36 48 22 50 Q11 51 8 44 Z"))
    figure.body(
        poly(7, 36, 2.5, 31, 8, 29),
        poly(9, 27, 4, 20, 12, 20),
        poly(14, 18, 12, 9, 20, 13),
        poly(22, 12, 23, 3, 30, 10),
    )
    figure.over(
        path("M36 17 Q37 8 47 8 Q55 9 55 16 L61 22 Q62 26 57 26 L53 25 L52 30 Q44 34 39 27 Q35 23 36 17 Z")
    ).hole(disc(49, 15.5, 1.8)).cut(path("M43 26 Q47 29 52 27"), width=2)
    figure.body(poly(40, 12, 35, 6, 44, 8))
    return (
        figure.over(taper(26, 23, 13, 41, 41, 9) + taper(41, 39, 9, 51, 55, 8))
        .stroke(3, trace(49, 54, 49, 59), trace(53, 55, 54, 59), trace(56, 54, 59, 57))
        .shade(path("M10 44 Q16 49 28 46 Q20 52 11 47 Z"))
    )


def warlord() -> Figure:
    """Draw the warlord: horns, a torn cape and an axe of two blades."""
    figure = Figure().body(p.cape(22, 16, 3, 58, ragged=True))
    orc(figure, 27, hip=44)
    figure.body(
        path("M21 15 Q21 5 31 5 Q42 6 41 14 Z"),
        path("M22 11 Q11 12 11 2 Q15 7 25 6 Z"),
        path("M39 11 Q50 11 49 2.5 Q45 6 37 6 Z"),
    ).cut(trace(22, 15, 41, 15), width=1.8)
    figure.stroke(3.4, trace(54, 60, 52, 14)).body(p.axe_head(52, 20, 9, 17), p.axe_head(52, 20, 9, 17).flip(52))
    return (
        figure.over(taper(38, 27, 9, 52, 37, 6.5))
        .body(poly(12, 28, 5, 22, 13, 22, 13, 15, 20, 22))
        .cut(trace(16, 41, 39, 41), width=2.2)
        .hole(disc(27, 41, 3))
    )


def goblin_king() -> Figure:
    """Draw the goblin king: a fat goblin with a crown too large for him."""
    figure = (
        Figure()
        .body(p.cape(22, 28, 3, 58, ragged=True))
        .stroke(6, *crooked_legs(30, 48))
        .body(path("M16 43 Q17 30 29 30 Q43 30 44 43 Q44 54 30 54 Q16 54 16 43 Z"))
    )
    goblin(figure, 30, 23, 1.1)
    figure.over(p.crown(30, 15, 17, 9)).cut(trace(23, 12.6, 37, 12.6), width=1.4)
    figure.stroke(3, trace(50, 56, 53, 28)).body(disc(53.5, 24, 4.6)).stroke(
        2.4, trace(53.5, 18, 53.5, 30), trace(48, 23.5, 59, 24.5)
    )
    return figure.over(taper(40, 38, 6, 51, 42, 5)).cut(path("M18 45 Q30 51 43 44"), width=2).hole(disc(33, 47.5, 2))


def witch_doctor() -> Figure:
    """Draw a witch doctor: a tall mask above a kettle that boils."""
    figure = Figure().stroke(5, trace(18, 46, 15, 58, 19, 58), trace(26, 46, 28, 58)).body(rags(22, 28, 20, 50))
    for feather in ((22, 6, -26), (22, 6, 0), (22, 6, 26)):
        figure.body(p.leaf(22, 7, 11, 4, 0).turn(feather[2], 22, 18))
    figure.over(path("M12 10 Q22 5 32 10 Q33 26 22 36 Q11 26 12 10 Z")).hole(
        p.leaf(18, 17, 7, 2, 70), p.leaf(27, 17, 7, 2, -70), path("M18 26 L26 26 L22 31 Z")
    )
    figure.body(taper(29, 32, 6, 43, 24, 4)).stroke(2.6, trace(41, 28, 48, 12)).body(disc(49, 9, 5)).cut(
        trace(46, 9, 52, 9), width=1.4
    )
    figure.body(taper(14, 32, 6, 6, 22, 4))
    figure.over(path("M34 43 L58 43 Q61 55 52 58 L40 58 Q31 55 34 43 Z")).stroke(3, trace(33, 42, 59, 42))
    return figure.body(disc(40, 37, 2.2), disc(47, 34, 2.8), disc(54, 37, 2)).shade(
        path("M51 44 L58 44 Q60 55 51 58 Q55 51 51 44 Z")
    )


def wyvern_rider() -> Figure:
    """Draw a wyvern with wings spread, and its rider."""
    figure = Figure().body(
        path("M30 30 Q14 14 3 3 Q24 1 35 22 Z"),
        path("M3 3 Q5 22 2.5 33 Q9 27 13 34 Q17 29 21 37 Q26 32 33 38 L35 24 Z"),
    )
    figure.body(path("M36 24 Q45 8 61 3 Q59 11 61 21 Q55 19 53 26 Q48 23 44 31 Z"))
    figure.body(
        path(
            "M15 47 Q26 30 38 31 Q44 28 45 21 Q48 14 56 15 L62 21 L61 24 L54 24 "
            "Q52 30 50 36 Q46 47 34 47 Q22 46 16 53 Q10 60 3 56 L9 54 Q12 52 15 47 Z"
        )
    )
    figure.stroke(4, trace(31, 46, 37, 51, 35, 58), trace(41, 45, 47, 49, 47, 56)).stroke(
        2.4, trace(35, 58, 40, 59), trace(35, 58, 31, 60), trace(47, 56, 52, 58), trace(47, 56, 43, 58)
    ).body(poly(49, 15, 45, 10, 53, 14))
    figure.cut(trace(7, 8, 19, 34), trace(7, 8, 12, 30), width=1.6).hole(disc(54, 19, 1.2))
    figure.stroke(2.6, trace(24, 41, 45, 8)).body(p.point(44.6, 8, 31, 6, 6)).over(taper(32, 37, 10, 32, 22, 11)).over(
        path("M26 18 Q25 8 32 8 L39 11 L41 15 L37 20 Q31 23 26 18 Z")
    )
    figure.over(path("M28 10 Q20 10 20 3 Q25 7 32 7 Z")).hole(disc(35, 13.5, 1.5))
    return figure.over(taper(33, 26, 5, 37, 22, 4))


FIGURES = {
    "goblins": goblins,
    "gobarch": goblin_archers,
    "wolves": wolf_riders,
    "orcs": orcs,
    "pikes": pikes,
    "shamans": shamans,
    "ogres": ogres,
    "troll": troll,
    "warlord": warlord,
    "gobking": goblin_king,
    "witch": witch_doctor,
    "wyvern": wyvern_rider,
}
"""The figures of the Horde by the units that they show."""

"""The Sylvan host: slender, leafy and antlered."""

from games.boards.fantasy_dice_battles.art import parts as p
from games.boards.fantasy_dice_battles.art.shapes import Figure, Outline, disc, path, poly, taper, trace


def elf(x: float, y: float) -> Outline:
    """Return an elf's head: a narrow face and a long ear to the left."""
    return (
        path(f"E{x} {y} 4.6 5.4 0")
        + poly(x + 3, y, x + 6, y + 2, x + 3, y + 3)
        + poly(x - 2, y - 1, x - 8, y - 7, x - 4, y + 2)
    )


def leaves(x: float, top: float, bottom: float, wide: float = 17) -> Outline:
    """Return a coat whose hem is cut into leaves."""
    a = wide / 2
    return path(
        f"M{x - a} {top + 2} Q{x} {top - 3} {x + a} {top + 2} L{x + a - 3} {top + 14} "
        f"L{x + a + 3} {bottom} Q{x + a - 2} {bottom - 1} {x + 4} {bottom - 6}"
        f" Q{x + 3} {bottom} {x} {bottom + 3} Q{x - 3} {bottom} {x - 4} {bottom - 6} "
        f"Q{x - a + 2} {bottom - 1} {x - a - 3} {bottom} L{x - a + 3} {top + 14} Z"
    )


def slim_legs(x: float, hip: float = 42, stride: float = 7) -> tuple[Outline, Outline]:
    """Return two slender legs that stride."""
    return trace(x - 3, hip, x - stride, 58, x - stride + 4, 58), trace(x + 3, hip, x + stride, 58, x + stride + 4, 58)


def hair(x: float, y: float, back: float) -> Outline:
    """Return long hair that streams to the left."""
    return path(
        f"M{x + 5} {y - 4} Q{x} {y - 10} {x - 6} {y - 5} "
        f"Q{x - 9} {y + 4} {back} {y + 9} Q{x - 8} {y + 18} {x - 1} {y + 9} Z"
    )


def stag() -> tuple[Outline, tuple[Outline, ...], Outline]:
    """Return a stag that leaps: its body, its legs and its antlers as strips."""
    body = path(
        "M11 39 L8 34 L14 33 Q18 32 24 34 L37 33 Q43 29 44 22 L42 17 L46 18 L49 17 L58 23 L58 27 L50 27"
        " Q50 36 46 42 Q43 46 36 45 L24 46 Q13 47 11 39 Z"
    )
    strips = (
        trace(43, 41, 53, 43, 54, 50),
        trace(39, 43, 48, 50, 54, 53),
        trace(17, 42, 16, 50, 7, 55),
        trace(21, 44, 23, 52, 15, 58),
    )
    horns = path("M46 18 Q39 15 40 4 M40 11 L34 7 M48 18 Q54 13 52 3 M53 10 L60 6 M52 14 L58 13")
    return body, strips, horns


def wardens() -> Figure:
    """Draw an elf with a leaf for a shield and a leaf on the spear."""
    figure = (
        Figure()
        .stroke(5, *slim_legs(29))
        .body(leaves(29, 21, 48), elf(30, 15), path("M23 14 Q24 8 28 4 L32 0 Q32 5 35 8 Q37 11 37 14 Z").move(0, 2))
    )
    figure.cut(trace(24, 16, 36, 16), width=1.6).stroke(2.8, trace(49, 60, 49, 14)).body(p.leaf(49, 11, 19, 5.5))
    figure.over(taper(35, 25, 5.5, 48, 32, 4.2)).over(p.leaf(22, 37, 28, 10.5))
    return figure.cut(trace(22, 29, 22, 49), trace(22, 38, 26, 34), trace(22, 38, 18, 34), width=1.6)


def dancers() -> Figure:
    """Draw a dancer in mid-leap with two long blades."""
    figure = Figure().stroke(5, trace(30, 40, 40, 45, 37, 57.5, 42, 57.5), trace(28, 40, 18, 46, 8, 44))
    figure.body(
        path("M23 24 Q30 19 38 23 L35 34 Q43 40 46 48 Q37 47 32 43 Q25 46 15 53 Q18 42 26 35 Z"),
        hair(33, 14, 15),
        elf(34, 14),
    )
    figure.body(taper(37, 25, 5.5, 47, 21, 4.2), p.sword(48, 21, 26, 20, 3.6)).body(
        taper(25, 26, 5.5, 13, 23, 4.2), p.sword(12, 23, -14, 22, 3.6)
    )
    return figure.cut(path("M25 35 L36 35"), width=1.8)


def scouts() -> Figure:
    """Draw a scout with a feathered hat who shoots from one knee."""
    figure = (
        Figure()
        .stroke(5.4, trace(23, 45, 34, 46, 35, 58, 40, 58), trace(22, 46, 20, 57, 10, 58))
        .body(p.cape(20, 25, 5, 58))
    )
    figure.body(leaves(25, 27, 50, 16), elf(27, 21)).body(path("M13 19 Q20 9 27 9 L44 18 Q30 21 13 19 Z")).stroke(
        2.6, path("M24 11 Q18 8 17 2")
    ).cut(path("M19 17.6 Q28 16 36 17"), width=1.6)
    figure.stroke(3, p.bow(52, 35, 40)).stroke(1.5, p.drawn_string(52, 35, 40, 33))
    return figure.over(taper(29, 33, 5.5, 51, 35, 4))


def longbows() -> Figure:
    """Draw an archer with a bow as tall as himself, aiming at the sky."""
    figure = (
        Figure().stroke(5, *slim_legs(24, stride=8)).body(leaves(24, 23, 48, 17), elf(25, 17), p.cape(19, 24, 7, 48))
    )
    figure.body(path("M17 24 Q14 8 26 8 Q33 9 32 15 L28 14 Q28 24 22 26 Z")).stroke(
        3.2, p.bow(47, 21, 52, -32, 12)
    ).stroke(1.5, p.drawn_string(47, 21, 52, 28, -32, 12))
    figure.over(taper(30, 28, 5.5, 46, 22, 4)).over(taper(19, 28, 5.5, 25, 38, 4.5) + taper(24, 38, 4.5, 33, 30, 3.8))
    return figure


def stags() -> Figure:
    """Draw a rider on a leaping stag."""
    body, strips, horns = stag()
    figure = Figure().stroke(4, *strips).body(body).stroke(2.4, horns)
    figure.body(taper(25, 35, 10, 26, 22, 11), hair(26, 13, 11), elf(27, 12))
    figure.stroke(2.4, trace(10, 20, 54, 35)).body(p.point(53, 34.6, 108, 9, 6))
    figure.over(taper(25, 34, 6.5, 31, 44, 4)).over(taper(27, 23, 5, 34, 28, 4))
    return figure.hole(disc(51, 21.5, 1)).cut(trace(15, 36, 18, 38), trace(19, 34, 22, 37), width=1.4)


def druids() -> Figure:
    """Draw a druid with a staff of oak and a sickle."""
    figure = (
        Figure()
        .body(p.robe(28, 18, 30, 23), p.face(29, 17, 4.8))
        .body(path("M20 24 Q16 7 29 6 Q37 7 36 15 L32 14 Q32 23 28 27 Z"))
    )
    figure.stroke(2.2, p.antlers(27, 10, 0.62)).stroke(3, trace(49, 59, 49, 24))
    figure.body(
        path(
            "M49 26 Q45 25 44 21 Q39 20 42 16 Q39 12 43 10 Q44 4 49 3 "
            "Q54 4 55 10 Q59 12 56 16 Q59 20 54 21 Q53 25 49 26 Z"
        )
    ).cut(trace(49, 9, 49, 24), trace(49, 15, 52, 12), trace(49, 19, 46, 16), width=1.4)
    figure.over(taper(34, 29, 8, 48, 35, 4.6)).body(taper(22, 29, 6, 12, 36, 4.2)).stroke(
        3, path("M12 38 Q3 36 4 25 Q6 19 12 20")
    )
    figure.over(path("M26 24 L34 22 Q35 30 31 38 Q27 31 26 24 Z"))
    return figure.cut(path("M29 44 L28 58"), width=1.8).shade(path("M30 44 L37 42 Q38 52 43 59 L30 60 Z"))


def treekin() -> Figure:
    """Draw a tree that walks."""
    figure = Figure().body(
        path(
            "M24 50 Q23 57 27 58.5 L9 58.5 Q18 54 18 44 L18 22 L44 22 "
            "L44 42 Q45 54 55 58.5 L36 58.5 Q40 57 37 50 Q31 46 24 50 Z"
        )
    )
    figure.stroke(5, path("M20 36 Q9 38 7 48"), path("M42 34 Q54 33 55 22")).stroke(
        2.6,
        trace(7, 47, 4, 53),
        trace(7, 47, 9, 54),
        trace(8, 44, 13, 51),
        trace(55, 23, 51, 16),
        trace(55, 23, 57, 15),
        trace(55, 25, 61, 20),
    )
    figure.body(disc(20, 17, 8.5), disc(32, 12, 9.5), disc(43, 18, 8), disc(13, 24, 5.4), disc(48, 25, 4.6))
    figure.cut(path("M13 28 Q20 31 25 26 Q31 31 37 26 Q43 31 48 28"), width=2).hole(
        poly(22, 33, 28, 36, 23, 38), poly(39, 33, 33, 36, 38, 38)
    ).cut(path("M24 44 Q30.5 40 37 44"), width=2.2)
    return figure.shade(path("M37 29 L43 30 L43 43 Q45 54 55 58.5 L44 58.5 Q38 48 37 29 Z")).cut(
        path("M25 14 Q28 11 32 13"), path("M38 14 Q42 13 44 17"), width=1.6
    )


def moon_guard() -> Figure:
    """Draw a guard in mail: a crescent on the helmet, a crescent on the glaive."""
    figure = Figure().body(p.robe(28, 19, 24, 22, 58)).body(elf(29, 17), path("M22 17 Q21 9 29 9 Q36 9 36 17 Z"))
    figure.body(path("M33 2.4 Q22 1 22 6.5 Q23 12 31 11.5 L33 11 Q27.5 10 27.5 6.5 Q28 3.5 33 2.4 Z")).cut(
        trace(23, 17.5, 36, 17.5), width=1.6
    )
    figure.stroke(3, trace(50, 58, 50, 22)).body(
        path("M46 26 Q37 17 44 7 Q48 3 54 3 Q46 9 47 15 Q49 21 58 21 Q54 27 46 26 Z")
    )
    figure.over(taper(35, 26, 6, 49, 34, 4.4)).over(disc(20, 38, 11.5)).hole(
        path("M25 31 Q14 30 14 39 Q15 47 25 46 Q19 43 19 38.5 Q19 34 25 31 Z")
    )
    return figure.cut(trace(28, 51, 27.5, 58), trace(34, 46, 35, 58), width=1.8)


def queen() -> Figure:
    """Draw the queen of the forest: antlers for a crown, and a train of leaves."""
    figure = Figure().body(
        path("M24 27 Q31 22 38 27 Q36 35 36 39 Q42 50 55 58 Q30 61 5 58 Q22 50 27 39 Q26 34 24 27 Z")
    )
    figure.body(path("M37 18 Q33 12 26 15 Q20 22 22 30 Q22 36 17 40 Q27 41 29 34 Z"), elf(32, 20))
    figure.stroke(2.8, p.antlers(31, 15, 0.84)).body(taper(36, 29, 5.4, 49, 26, 3.8)).stroke(
        2.4, trace(48, 40, 50, 20)
    ).body(p.leaf(51, 14, 16, 5.6, 8), p.leaf(56.5, 22, 9, 3.4, 66))
    figure.over(taper(26, 29, 5.4, 33, 38, 4)).cut(
        path("M26.5 16 Q32 12.5 37 16"), path("M31 43 Q28 52 20 57"), path("M34 43 Q38 52 45 56"), width=1.8
    )
    return figure.shade(path("M36 41 Q42 50 55 58 Q50 59.5 46 59.5 Q36 52 35 41 Z"))


def hunter() -> Figure:
    """Draw the master of the hunt: antlers, a horn at the lips, a bow on the back."""
    figure = Figure().body(p.cape(25, 24, 13, 58)).stroke(6, *slim_legs(31, stride=7))
    figure.stroke(3, path("M15 13 Q4 22 5 36 Q6 49 14 58")).stroke(1.4, trace(15, 13, 14, 58))
    figure.body(leaves(30, 24, 50, 20), elf(31, 19), path("M24 19 Q23 11 31 11 Q38 11 38 17 Z"))
    figure.stroke(2.8, p.antlers(30, 13, 0.78)).cut(path("M24.5 19 Q31 16.5 38 18"), width=1.6)
    figure.body(path("M37 21 Q47 23 50 15 L50 9 L61 9 Q62 21 53 26 Q45 30 37 24 Z")).cut(
        trace(50, 13, 60, 13), width=1.6
    )
    figure.over(taper(37, 30, 6, 46, 26, 4.6)).over(taper(24, 30, 6.4, 7, 37, 4.6))
    return figure.cut(path("M23 37 L36 37"), width=1.8).shade(path("M33 40 L38 40 L42 50 L36 45 L32 51 Z"))


def sword_lord() -> Figure:
    """Draw the lord of swords: two great blades, a plumed helm and a cape."""
    figure = (
        Figure()
        .body(p.cape(26, 25, 7, 58))
        .stroke(6, *slim_legs(32, stride=9))
        .body(leaves(32, 26, 51, 20), elf(32, 20), path("M25 20 Q25 13 32 10 Q39 13 39 20 Z"))
    )
    figure.body(p.plume(32, 11, 10, 7)).cut(trace(26, 20.5, 38, 20.5), width=1.6)
    figure.body(taper(39, 30, 6, 50, 33, 4.8), p.sword(51, 33, 8, 30, 4.8)).body(
        taper(24, 30, 6, 13, 33, 4.8), p.sword(12, 33, -8, 30, 4.8)
    )
    figure.cut(path("M25 42 L39 42"), path("M27 30 L32 36 L37 30"), width=2)
    return figure.shade(path("M34 43 L41 43 L44 51 L37 46 L33 52 Z"))


def mist_weaver() -> Figure:
    """Draw the weaver of mist: raised hands, and no feet, only mist."""
    figure = Figure().body(
        path("M23 24 Q31 19 39 24 Q38 38 43 47 Q36 53 29 48 Q22 51 18 46 Q24 38 23 24 Z"),
        p.face(32, 16, 4.6),
        path("M23 25 Q20 5 32 5 Q41 6 40 14 L36 13 Q37 22 33 26 Z"),
    )
    figure.body(taper(37, 26, 7, 50, 17, 4), taper(26, 26, 7, 13, 17, 4))
    figure.stroke(2.8, path("M50 12 Q58 12 58 6 Q57 2 53 4"), path("M13 12 Q5 12 5 6 Q6 2 10 4"))
    figure.stroke(
        3.4,
        path("M6 45 Q12 41 17 45"),
        path("M46 43 Q54 39 58 44 Q59 48 54 48"),
        path("M4 52 Q14 48 22 53 Q30 57 38 53 Q48 49 56 53"),
        path("M14 58.5 Q20 56.5 25 58.5 Q34 61 44 58"),
    )
    return figure.cut(path("M31 29 Q30 38 30 46"), width=1.8)


FIGURES = {
    "wardens": wardens,
    "dancers": dancers,
    "scouts": scouts,
    "longbows": longbows,
    "stags": stags,
    "druids": druids,
    "treekin": treekin,
    "moonguard": moon_guard,
    "queen": queen,
    "hunter": hunter,
    "swordlord": sword_lord,
    "mistweaver": mist_weaver,
}
"""The figures of the Sylvan host by the units that they show."""

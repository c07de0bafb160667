"""The twelve types of cards as figures."""

from fogsite.art import pen
from games.boards.field_of_glory.art import parts
from games.boards.field_of_glory.art.parts import laid


def elephant() -> str:
    """Return a war elephant with its tower."""
    coat = [
        *[(5, 36), (9, 29), (18, 26.5), (30, 27), (39, 24.5), (47, 25), (52, 29), (54, 35), (54.5, 42), (56.5, 48)],
        *[(59, 49), (60.5, 46.5), (62, 49.5), (59.5, 53.5), (55, 53), (51.5, 47), (49, 41), (46, 42), (43, 46)],
        *[(33, 48), (20, 48.5), (10, 48), (5, 43)],
    ]
    near = [pen.polygon([(x, 42), (x + 9, 42), (x + 9, 60), (x, 60)], 1.6) for x in (7, 33)]
    far = [
        pen.polygon([(x, 42), (x + 8, 42), (x + lean + 8, 60), (x + lean, 60)], 1.6)
        for x, lean in ((16.5, 1.5), (26, -2))
    ]
    tail = pen.limbs([(6, 36), (3.6, 43), (3.8, 48.5)], [3.2, 2.6, 3.4])
    walls = [
        *[(13, 26), (12, 13), (11, 10), (15.5, 10), (15.5, 12.5), (19.2, 12.5), (19.2, 10), (23.8, 10), (23.8, 12.5)],
        *[(27.5, 12.5), (27.5, 10), (32, 10), (31, 13), (30, 26)],
    ]
    crew = pen.circle((17.3, 6.4), 3.2) + pen.circle((25.6, 6.4), 3.2) + parts.spear((31, 16), (39, 2.2), 2.4, 7, 2.4)
    tusk = pen.curve((50, 40.5), (54, 43.4), (59.5, 42))
    ear = [(37, 27), (43, 26.5), (45.5, 31), (44, 38), (40.5, 42.5), (36.5, 39), (34.5, 32)]
    cloth = pen.curve((12, 28.5), (21, 26.6), (31, 27.5)) + pen.curve(
        (12, 30), (12.5, 40), (21, 41.5), (29.5, 40), (30, 30)
    )
    return "".join(
        (
            pen.body(*far, crew) + pen.shadow(*far) + pen.body(pen.blob(coat), tail, *near),
            laid(pen.polygon(walls)) + pen.cut(cloth, pen.line((14, 18), (29, 18)), pen.line((21.5, 18), (21.5, 24))),
            laid(pen.blob(ear)) + pen.paper(pen.circle((48.5, 31.5), 1.3)),
            pen.cut(tusk, width=5) + pen.rod(tusk, width=2.6),
        )
    )


def pikeman() -> str:
    """Return a pikeman with a pike that is longer than he, and the next one's beyond."""
    far = parts.spear((3, 44), (53, 3), 2.6, 9, 2.8)
    pike = laid(parts.spear((3.5, 57.5), (61.5, 10.5), 3.4, 11, 3.6))
    shield = laid(pen.circle((31, 26.5), 7)) + pen.cut(pen.circle((31, 26.5), 2.8))
    arms = laid(parts.arm((20, 24), (18.5, 34), (25.5, 39.5)))
    return pen.body(far) + parts.trunk() + parts.cap(curl=True) + shield + pike + arms


def hoplite() -> str:
    """Return a spearman behind a large round shield, with a crest down his neck."""
    lance = pen.body(parts.spear((3, 40), (62, 26.5), 3.2, 11, 3.6))
    mark = pen.paper(pen.polygon([(34, 28.5), (38.5, 36.5), (35.8, 36.5), (34, 33), (32.2, 36.5), (29.5, 36.5)]))
    arms = laid(parts.arm((20, 24), (13.5, 31), (16, 37)), edge=2.6)
    return lance + parts.trunk() + parts.hoplite_helmet() + arms + parts.round_shield((34, 33), 12) + mark


def legionary() -> str:
    """Return heavy infantry: a man behind a wall of a shield, his sword up."""
    shield = laid(pen.polygon([(28, 22.5), (40, 21), (47.5, 24), (47.5, 50.5), (40, 54), (28, 52)], 3.5))
    side = pen.shadow(pen.polygon([(41, 21.3), (47.5, 24), (47.5, 50.5), (41, 53.6)], 2))
    rim = pen.cut(pen.line((34.5, 25.5), (34.5, 49.5)))
    boss = laid(pen.circle((34.5, 37.2), 3.6))
    arms = pen.body(parts.arm((19.5, 24), (11.5, 27), (10.5, 20)), parts.sword((10.5, 20), 0, 14, 5.4))
    return parts.trunk() + parts.legion_helmet() + arms + shield + side + rim + boss


def swordsman() -> str:
    """Return medium infantry: a man with a long oval shield who swings a long sword."""
    shield = laid(pen.polygon([(34, 20), (40, 21), (43.5, 34), (41, 46), (36, 49), (31, 47), (28.5, 34), (30, 22)], 6))
    side = pen.shadow(pen.polygon([(37, 20.6), (40, 21), (43.5, 34), (41, 46), (36, 49)], 5))
    rim = pen.cut(pen.line((35, 25.5), (36, 43.5))) + laid(pen.circle((35.6, 34.4), 3))
    arms = pen.body(parts.arm((20, 23), (12, 21.5), (10, 14.5)), parts.sword((10, 14.5), -50, 13.5, 4.8))
    return parts.trunk() + parts.bowl() + arms + shield + side + rim


def archer() -> str:
    """Return an archer who draws his bow."""
    flights = [parts.turned([(x, 20), (x + (x - 17) * 0.8, 10)], -14, (17, 24)) for x in (14.8, 17, 19.2)]
    case = parts.turned([(14, 17), (20, 17), (20, 34), (15, 34)], -14, (17, 24))
    quiver = pen.body(pen.polygon(case, 1), *(pen.limb(start, end, 2.2) for start, end in flights))
    bow = pen.rod(pen.curve((45, 4.5), (48.5, 9), (54.5, 17), (56, 25), (54.5, 33), (48.5, 41), (45, 45.5)), width=3.4)
    string = pen.rod(pen.line((45, 4.5), (27, 25), (45, 45.5)), width=1.4)
    arrow = pen.body(parts.spear((27, 25), (62, 25), 2.6, 8, 3.4))
    front = laid(parts.arm((30, 24), (40, 24.6), (51.5, 25)))
    back = laid(parts.arm((20, 24), (12.5, 26), (26, 25)))
    return quiver + parts.trunk() + parts.cap() + string + bow + front + arrow + back


def javelin() -> str:
    """Return a skirmisher who throws a javelin."""
    tunic = pen.polygon([(16, 20), (30, 18.5), (31.5, 33), (34, 43.5), (17, 43.5), (19, 33)], 3)
    dart = pen.body(parts.spear((3, 17), (60, 3), 2.8, 10, 3.2))
    arms = pen.body(parts.arm((18.5, 23), (8.5, 21), (7.5, 13.5)), parts.arm((29, 23), (37, 27), (42, 27)))
    pelta = [(37, 19), (41, 22.5), (45.5, 22.5), (49.5, 19), (51, 27), (47.5, 34), (43, 36), (38.5, 33.5), (35.5, 27)]
    shield = laid(pen.polygon(pelta, 3)) + pen.cut(pen.curve((39, 28), (43, 31), (47.5, 28)))
    return dart + parts.trunk(parts.LUNGE, tunic) + parts.bare() + arms + shield


def lancer() -> str:
    """Return a horseman with a level lance and a cloak that flies."""
    cloak = pen.blob([(24, 17), (17, 18.5), (10.5, 24.5), (3.5, 26.5), (8, 31.5), (17, 31.5), (24, 27)])
    return (
        _rider(parts.horse(), cloak)
        + laid(parts.spear((6, 30.6), (62, 22.2), 3.4, 11, 3.4))
        + laid(parts.arm((25, 19.5), (22.5, 26), (29, 27.4)))
    )


def _rider(horse: str, cloak: str) -> str:
    back = pen.polygon([(21.5, 16), (31.5, 16), (31, 26), (32.5, 34), (20.5, 34), (22, 26)], 2.5)
    thigh = pen.limbs([(27.5, 33.5), (33, 39.5), (30.5, 47.5), (35, 49)], [8, 6.4, 4.6, 3.2])
    plume = [(30, 4.4), (26, 2.3), (20.5, 3.4), (15.5, 9.5), (13.5, 15), (18.5, 12.5), (22.5, 7.5)]
    shell = [(22, 10.5), (23.5, 5.6), (28, 4), (31.5, 5.8), (33, 10.5), (32, 15.2), (27.5, 16), (22.5, 15.5)]
    face = pen.cut(pen.line((23, 10.4), (33, 10.4)), pen.line((29.5, 12.8), (29.5, 14.8)), width=1.8)
    return (
        pen.body(cloak)
        + pen.shadow(cloak)
        + horse
        + pen.body(pen.blob(plume))
        + laid(back, thigh)
        + laid(pen.blob(shell))
        + face
    )


def light_horse() -> str:
    """Return a rider without armour on a horse that rears, a javelin over his head."""
    dart = pen.body(parts.spear((2.5, 31), (20, 2.5), 2.8, 10, 3.2))
    back = pen.polygon([(15, 17), (24.5, 16.5), (26.5, 27), (29.5, 34), (18, 37), (17.5, 28)], 3)
    thigh = pen.limbs([(24.5, 34), (31, 38.5), (28, 46), (32.5, 47.5)], [7.6, 6.2, 4.4, 3.2])
    head = pen.circle((22, 11), 5.2) + pen.blob([(17, 8), (12.5, 10), (9.5, 15), (13.5, 14), (17.5, 13)])
    band = pen.cut(pen.line((17.4, 9.8), (27, 8.8)), width=1.8)
    arms = pen.body(parts.arm((17.5, 20), (9, 24), (10.5, 18.5)))
    return dart + parts.horse(parts.REAR, 24) + laid(back, thigh) + laid(head) + band + arms


def commander() -> str:
    """Return a commander: larger than others, in a long cloak, with a plume and a baton that points the way."""
    cloak = pen.blob([(24, 18), (16, 20), (9, 33), (3, 52), (4, 57.5), (12, 58.5), (22, 56), (28, 46), (27, 26)])
    folds = pen.cut(pen.curve((17, 26), (12, 40), (9.5, 53)), pen.curve((21.5, 32), (18, 44), (17, 53)))
    legs = parts.leg((32, 40), (36.5, 48.5), (37, 57.2)), parts.leg((26, 40), (24, 49), (22.5, 57.2))
    tunic = pen.polygon([(20, 18.5), (36, 18.5), (35.5, 31), (38.5, 43.5), (20, 43.5), (22, 31)], 3)
    belt = pen.cut(pen.line((23.5, 33), (34.5, 33)), pen.line((27, 38), (26.5, 42.5)), pen.line((31.5, 38), (32, 42.5)))
    crest = [
        (37, 7.5),
        (34.5, 2.6),
        (27, 2),
        (20, 4),
        (15.5, 10),
        (12.5, 18),
        (17.5, 17.5),
        (21.5, 11.5),
        (26, 8.4),
        (32, 7.6),
    ]
    guard = [(24.5, 13), (26.5, 9), (31, 7.6), (35.5, 9.4), (37, 13.4), (36, 19), (31.5, 20.4), (27, 19.4), (24, 19.6)]
    face = pen.cut(pen.line((26, 13.2), (37, 13.2)), pen.line((32.5, 16), (32.5, 18.5)), width=1.8)
    baton = pen.limb((48, 24), (60, 12.4), 4) + pen.circle((60, 12.2), 2)
    arms = laid(parts.arm((34, 22.5), (42, 27.5), (49, 23)), baton)
    body = laid(*legs, tunic, edge=2.6) + belt + pen.body(pen.blob(crest)) + laid(pen.blob(guard)) + face
    return pen.body(cloak) + pen.shadow(cloak) + folds + body + arms


def standard() -> str:
    """Return a standard bearer, with a banner as large as he."""
    pole = pen.limb((38, 58), (38, 6), 3.2) + pen.polygon([(38, 1.9), (41, 5.5), (38, 9), (35, 5.5)])
    flag = [(38, 10), (46, 8.5), (54, 10.5), (61.5, 8.5), (57, 18.5), (61.5, 29), (54, 31), (46, 29), (38, 30.5)]
    wreath = pen.cut(pen.curve((44.5, 14.5), (42, 19.5), (46, 24.5)), pen.curve((51.5, 14.5), (54, 19.5), (50, 24.5)))
    arms = laid(parts.arm((30, 24), (33, 31.5), (38, 34))) + laid(parts.arm((20, 24), (22, 36), (36, 44)))
    return pen.body(pole) + laid(pen.polygon(flag, 1)) + wreath + parts.trunk() + parts.bowl() + arms


def swords() -> str:
    """Return two crossed swords before a shield."""
    left, right = (parts.sword((32 + side * 20, 53), -side * 41, 56, 5.8) for side in (1, -1))
    return parts.round_shield((32, 31), 19) + laid(left) + laid(right)


FIGURES = {
    "elephant": elephant,
    "pikeman": pikeman,
    "hoplite": hoplite,
    "legionary": legionary,
    "swordsman": swordsman,
    "lancer": lancer,
    "archer": archer,
    "javelin": javelin,
    "light-horse": light_horse,
    "commander": commander,
    "swords": swords,
    "standard": standard,
}

"""The Realm: straight and armoured, with shields, banners and upright steel."""

from games.boards.fantasy_dice_battles.art import parts as p
from games.boards.fantasy_dice_battles.art.shapes import Figure, disc, path, poly, taper, trace


def footmen() -> Figure:
    """Draw a soldier behind a round shield, sword raised."""
    figure = Figure().stroke(6, *p.legs(30)).body(p.coat(30, 18, 20, 20, 46), p.face(31, 15))
    figure.body(p.kettle(31, 12), taper(38, 24, 6, 48, 29, 5), p.sword(49, 28, 12, 26))
    return (
        figure.cut(trace(24, 14, 36, 14), width=1.6)
        .over(disc(23, 35, 10.5))
        .hole(disc(23, 35, 3))
        .shade(path("M23 45.5 Q34 45 33.5 35 Q32 41 23 45.5 Z"))
    )


def halberdiers() -> Figure:
    """Draw a soldier with a halberd."""
    figure = Figure().stroke(6, *p.legs(26)).body(p.coat(26, 18, 21, 20, 47), p.face(27, 15), p.kettle(27, 12))
    figure.stroke(3, trace(46, 60, 46, 12)).body(p.halberd_head(46, 12))
    figure.over(taper(33, 24, 6, 45, 34, 5)).body(taper(19, 24, 6, 15, 38, 5))
    return (
        figure.cut(trace(20, 14, 32, 14), width=1.6)
        .cut(trace(19, 38, 33, 38))
        .shade(poly(28, 39, 34, 39, 36.5, 47, 28, 47))
    )


def bowmen() -> Figure:
    """Draw an archer who draws a longbow."""
    figure = Figure().stroke(6, *p.legs(26, stride=9)).body(p.coat(26, 17, 20, 21, 46), p.face(28, 16))
    figure.body(path("M20 20 Q18 8 27 7 Q34 7 34 13 L29 14 Q28 21 20 20 Z"))
    figure.stroke(3, p.bow(49, 27, 46)).stroke(1.5, p.drawn_string(49, 27, 46, 28))
    figure.over(taper(31, 25, 6, 48, 27, 4.5)).body(taper(20, 25, 6, 18, 32, 5), taper(18, 32, 5, 28, 28, 4))
    return figure.stroke(4, trace(15, 24, 19, 40)).cut(trace(18, 39, 34, 39))


def men_at_arms() -> Figure:
    """Draw a knight on foot behind a great shield."""
    figure = Figure().stroke(7, *p.legs(30)).body(p.coat(31, 20, 20, 20, 47), p.great_helm(32, 12))
    figure.cut(p.slits(32, 12), width=1.8).body(taper(40, 25, 7, 50, 28, 6))
    figure.stroke(3.2, trace(50, 33, 54, 12)).body(
        disc(54.5, 9, 4.5), poly(49, 9, 60, 8, 54, 4), poly(49, 9, 60, 8, 55, 15)
    )
    return figure.over(p.heater(23, 37, 22, 30)).hole(
        poly(21, 25, 25, 25, 25, 49, 21, 49), poly(14, 31, 32, 31, 32, 35, 14, 35)
    )


def outriders() -> Figure:
    """Draw a light rider with a spear and a feathered hat."""
    body, strips = p.horse()
    figure = Figure().stroke(4.6, *strips).body(body, p.tail())
    p.rider(figure, 26, 30, 12, lean=3)
    figure.body(poly(20, 10, 38, 11, 33, 8, 32, 4, 25, 4, 24, 8)).stroke(2.4, path("M25 5 Q19 3 16 8"))
    figure.stroke(2.6, trace(10, 12, 54, 37)).body(p.point(53, 36.5, 120, 9, 7))
    return figure.over(taper(31, 21, 5, 36, 27, 4.5)).cut(path("M46 22 Q43 29 38 31"), width=1.8).hole(disc(54, 22, 1))


def chaplains() -> Figure:
    """Draw a priest with a cross on a staff."""
    figure = (
        Figure()
        .body(p.robe(28, 17, 28, 21), p.face(29, 15))
        .body(path("M21 20 Q18 8 28 7 Q36 7 35 13 L31 13 Q30 22 21 20 Z"))
    )
    figure.stroke(3, trace(49, 59, 49, 5), trace(42, 12, 56, 12))
    figure.over(path("M33 24 L48 31 L48 36 L42 44 L30 36 Z"))
    return figure.cut(trace(28, 40, 28, 58)).shade(path("M29 40 L36 42 Q37 52 42 59 L29 60 Z"))


def knights() -> Figure:
    """Draw a knight with a lance on a horse in a long cloth."""
    body, strips = p.horse()
    figure = (
        Figure()
        .stroke(4.6, *strips)
        .body(
            body, p.tail(), path("M14 33 L37 31 Q44 28 46 20 L51 28 Q51 40 49 48 L42 50 L38 47 L25 47 L19 52 L11 49 Z")
        )
    )
    p.rider(figure, 26, 29, 12)
    figure.body(p.great_helm(28, 12), p.plume(27, 6, 10, 3)).cut(p.slits(28, 12), width=1.8)
    figure.over(poly(8, 31, 8, 27, 62, 17, 8, 31)).body(poly(30, 21, 33, 21, 36, 30, 33, 31))
    figure.over(p.heater(24, 26, 11, 14))
    return figure.cut(trace(44, 34, 48, 43), trace(14, 40, 20, 44), width=1.8)


def bombards() -> Figure:
    """Draw a great gun on its wheels, and the smoke of its match."""
    figure = Figure().body(poly(12, 33, 46, 15, 54, 13, 59, 24, 54, 29, 20, 46))
    figure.body(poly(3, 57, 8, 46, 30, 38, 38, 50, 30, 52, 12, 59), disc(16, 40, 7.5))
    figure.cut(trace(44, 15, 51, 30), trace(26, 25, 33, 40), width=2.2)
    figure.over(disc(32, 46, 13)).hole(disc(32, 46, 8.6)).stroke(
        2.6, trace(32, 36, 32, 56), trace(22, 46, 42, 46), trace(25, 39, 39, 53), trace(39, 39, 25, 53)
    ).body(disc(32, 46, 2.6))
    return figure.body(disc(52, 55, 4.2), disc(59, 56, 3.2)).stroke(2.4, path("M12 33 Q8 29 11 25 Q14 21 10 17"))


def marshal() -> Figure:
    """Draw a commander with cape and plume, under a banner."""
    body, strips = p.horse()
    figure = Figure().stroke(5, *(strip.move(0, 1) for strip in strips)).body(body.move(0, 1), p.tail().move(0, 3))
    figure.body(p.cape(24, 17, 3, 48))
    p.rider(figure, 26, 31, 13)
    figure.body(p.great_helm(28, 12), p.plume(28, 5, 15, 3)).cut(p.slits(28, 12), width=1.8)
    figure.stroke(2.8, trace(38, 38, 42, 3)).body(
        path("M42 3.5 Q48 0 52 4 Q56 7 61 3 L59 8 L61 13 Q55 16 51 13 Q47 10 41 13 Z")
    )
    return (
        figure.over(taper(29, 21, 6.5, 38, 26, 5))
        .cut(path("M47 24 Q44 31 39 33"), width=1.8)
        .hole(disc(54, 24, 1))
        .shade(path("M4 46 Q14 51 22 47 L14 44 Z"))
    )


def high_priest() -> Figure:
    """Draw a high priest with mitre, crook and a wide cope."""
    figure = (
        Figure().body(p.robe(30, 22, 40, 23)).body(p.face(31, 20, 5.4)).body(path("M24 17 Q22 8 31 2 Q40 8 38 17 Z"))
    )
    figure.cut(trace(25, 14, 37, 14), trace(31, 6, 31, 13)).stroke(3.2, path("M52 59 L52 14 Q52 5 58 6 Q62 9 58 13"))
    figure.over(taper(38, 29, 8, 52, 34, 5)).body(taper(22, 29, 7, 12, 20, 4.5), disc(11, 18, 3))
    figure.cut(path("M22 30 Q30 36 32 58"), path("M39 36 Q34 40 32 58"))
    return figure.shade(path("M36 42 Q38 52 46 60 L50 59 Q42 50 41 38 Z"))


def castellan() -> Figure:
    """Draw a champion like a tower: battlements on his helm and his shield."""
    figure = Figure().body(p.cape(26, 22, 5, 58)).stroke(8, *p.legs(32, stride=8)).body(p.coat(32, 23, 22, 21, 49))
    figure.body(
        poly(25, 17, 25, 4, 28, 4, 28, 7, 31, 7, 31, 4, 34, 4, 34, 7, 37, 7, 37, 4, 40, 4, 40, 17, 38, 21, 27, 21)
    )
    figure.cut(p.slits(34, 14), width=2).stroke(3.2, trace(53, 60, 53, 14)).body(p.halberd_head(52, 13))
    figure.over(taper(42, 27, 7, 53, 35, 5.5))
    figure.over(
        poly(11, 28, 15, 28, 15, 31, 19, 31, 19, 28, 25, 28, 25, 31, 29, 31, 29, 28, 33, 28, 33, 48, 22, 58, 11, 48)
    )
    return figure.hole(path("M18 50 L18 42 Q22 35 26 42 L26 50 L22 54 Z")).shade(poly(28, 34, 33, 34, 33, 48, 28, 52))


def wizard() -> Figure:
    """Draw a wizard with a pointed hat, a beard and a staff that shines."""
    figure = (
        Figure()
        .body(p.robe(28, 18, 34, 24), p.face(29, 19, 5))
        .body(path("M15 17 Q22 15 24 12 L27 2 Q33 0 36 5 L32 4 L35 13 Q39 16 42 17 Q29 21 15 17 Z"))
    )
    figure.stroke(3, trace(51, 59, 49, 17)).body(disc(49, 12, 4.6))
    for dx, dy in ((0, -6.5), (9, 0), (6.4, -6.4), (-6.4, -6.4)):
        figure.stroke(2, trace(49 + dx, 12 + dy, 49 + dx * 1.25, 12 + dy * 1.25))
    figure.over(path("M34 27 L50 29 L49 34 L46 46 L34 36 Z")).over(path("M26 23 L35 23 Q36 32 30 43 Q25 34 26 23 Z"))
    return figure.cut(trace(21, 13, 36, 14), width=1.8).shade(path("M31 46 L36 42 Q38 54 45 59 L32 60 Z"))


FIGURES = {
    "footmen": footmen,
    "halberdiers": halberdiers,
    "bowmen": bowmen,
    "menatarms": men_at_arms,
    "outriders": outriders,
    "chaplains": chaplains,
    "knights": knights,
    "bombards": bombards,
    "marshal": marshal,
    "highpriest": high_priest,
    "castellan": castellan,
    "wizard": wizard,
}
"""The figures of the Realm by the units that they show."""

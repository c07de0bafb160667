"""The sheet on which games draw positions as PNG, for links that people share, in the colours and font of the site.

It measures 1200 by 630 points, from the top left. Each point is drawn finer than it is kept, so that edges are smooth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from io import BytesIO
from typing import Protocol

from django.contrib.staticfiles import finders
from PIL import Image, ImageDraw, ImageFont

from fogsite.art import wax
from games.rules.game import Seat

WIDTH = 1200
HEIGHT = 630
MARGIN = 60
FINER = 2
"""Pixels that are drawn for each one that is kept, in both directions."""
KEPT = 64
"""Pictures that a process keeps, at some 20 kB each."""

PAPER = "#f7f3ea"
SHEET = "#fffdf8"
SUNK = "#efe9dc"
INK = "#2a2622"
FAINT = "#665d52"
LINE = "#d9d0bf"
LINE_STRONG = "#8d8170"
BLUE = "#1d5c86"
BLUE_WASH = "#dcebf4"
RED = "#a03d22"
RED_WASH = "#f8e2d8"
GOLD = "#8a5a00"
"""The light colours of `fogsite/static/css/base.css`."""

FONT = "fonts/literata-600.woff2"
"""Its licence lies beside it."""
LAST_LETTER = "\u00ff"
"""The font has all letters up to this one. A name with any other is left out, as the title beside a picture has it."""
NAME_SIZE = 44
SMALLEST_NAME = 20
PIP = 13
"""Half as wide as the mark of a point."""
CORNERS = {BLUE: 2, RED: PIP}
"""Sides differ by shape too: blue is square, red is round."""
PLAYERS = (405, 90)
"""How far down the name of each seat stands left of a board."""

Point = tuple[float, float]


class Preview(Protocol):
    """A position as its game draws it. Equal ones look the same, and what is drawn needs nothing else."""

    def draw(self, canvas: Canvas, names: Sequence[str]) -> None:
        """Draw the position, with the names of the players by seat."""

    def __hash__(self) -> int: ...


class Canvas:
    """A sheet to draw on."""

    def __init__(self) -> None:
        self._image = Image.new("RGB", (WIDTH * FINER, HEIGHT * FINER), PAPER)
        self._draw = ImageDraw.Draw(self._image)

    def box(
        self, at: Point, size: Point, fill: str, *, radius: float = 0, outline: str | None = None, border: float = 3
    ) -> None:
        """Draw a rectangle by its top left corner."""
        x, y = at
        width, height = size
        corners = _finer([(x, y), (x + width, y + height)])
        self._draw.rounded_rectangle(corners, radius * FINER, fill, outline, round(border * FINER))

    def disc(self, at: Point, radius: float, fill: str, *, outline: str | None = None, border: float = 3) -> None:
        """Draw a disc around a point."""
        (centre,) = _finer([at])
        self._draw.circle(centre, radius * FINER, fill, outline, round(border * FINER))

    def shape(self, corners: Iterable[Point], fill: str) -> None:
        """Fill what lies between corners."""
        self._draw.polygon(_finer(corners), fill)

    def line(self, points: Iterable[Point], fill: str, width: float) -> None:
        """Draw a line through points."""
        self._draw.line(_finer(points), fill, round(width * FINER), joint="curve")

    def text(self, at: Point, text: str, size: int, fill: str = INK, *, anchor: str = "mm") -> None:
        """Write a text; `anchor` says by which of its points it lies, as Pillow names them."""
        (point,) = _finer([at])
        self._draw.text(point, text, fill, _font(size), anchor)

    def name(self, at: Point, name: str, *, room: float, anchor: str = "lm") -> None:
        """Write a player's name, smaller where there is little room, and cut where even that is too long."""
        if max(name) > LAST_LETTER:
            return
        size = next((each for each in range(NAME_SIZE, SMALLEST_NAME, -2) if _width(name, each) <= room), SMALLEST_NAME)
        while _width(name, size) > room:
            name = f"{name.removesuffix('…')[:-1]}…"
        self.text(at, name, size, anchor=anchor)

    def seal(self, at: Point, radius: float) -> None:
        """Draw the seal of the site."""
        seal = wax.Seal(at, radius)
        border = wax.RING_WIDTH * seal.scale
        thick = wax.ARROW_WIDTH * seal.scale
        self.shape(wax.rim(at, radius), wax.WAX)
        self.disc(at, seal.ring + border / 2, wax.WAX, outline=wax.DARK, border=border)
        for points in map(seal.placed, wax.ARROW):
            self.line(points, wax.PALE, thick)
            for end in points:
                self.disc(end, thick / 2, wax.PALE)

    def pips(self, at: Point, colour: str, won: int, needed: int, *, leftwards: bool = False) -> None:
        """Draw how far a player has come: a mark for each of the points needed, filled once it is won."""
        x, y = at
        step = -34 if leftwards else 34
        for number in range(needed):
            fill, outline = (colour, colour) if number < won else (SHEET, LINE_STRONG)
            corner = x + step * number - PIP, y - PIP
            self.box(corner, (2 * PIP, 2 * PIP), fill, radius=CORNERS[colour], outline=outline)

    def player_on_left(self, seat: Seat, name: str, *, colour: str, won: int, needed: int, room: float) -> None:
        """Draw a player and how far they have come, left of a board: the first seat below, the second above."""
        y = PLAYERS[seat]
        self.box((MARGIN, y - 30), (10, 115), colour, radius=min(CORNERS[colour], 5))
        self.name((MARGIN + 30, y), name, room=room - 50)
        self.pips((MARGIN + 44, y + 60), colour, won, needed)

    def png(self) -> bytes:
        """Return the sheet as a file."""
        file = BytesIO()
        self._image.reduce(FINER).save(file, "png")
        return file.getvalue()


def _finer(points: Iterable[Point]) -> list[Point]:
    return [(x * FINER, y * FINER) for x, y in points]


def _width(text: str, size: int) -> float:
    return _font(size).getlength(text) / FINER


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(finders.find(FONT) or FONT, size * FINER, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=KEPT)
def draw_png(preview: Preview, title: str, names: tuple[str, ...], site: str) -> bytes:
    """Return a position as PNG, with the title of its game and the name of the site below. It is drawn once."""
    canvas = Canvas()
    preview.draw(canvas, names)
    canvas.text((MARGIN, HEIGHT - 42), title, 28, FAINT, anchor="lm")
    canvas.text((WIDTH - MARGIN, HEIGHT - 42), site, 28, FAINT, anchor="rm")
    canvas.seal((WIDTH - MARGIN - _width(site, 28) - 34, HEIGHT - 42), 22)
    return canvas.png()

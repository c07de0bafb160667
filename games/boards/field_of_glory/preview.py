"""Field of Glory beside a link: the five columns with their terrain and units, red's below."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.boards.canvas import (
    BLUE,
    BLUE_WASH,
    FAINT,
    LINE_STRONG,
    MARGIN,
    RED,
    RED_WASH,
    SHEET,
    SUNK,
    Canvas,
)
from games.core.reading.seen import Seen
from games.rules.field_of_glory.state import WINNING
from games.rules.field_of_glory.view import ColumnSeen, FieldOfGloryView
from games.rules.game import Seat

COLOURS = (RED, BLUE)
WASHES = (RED_WASH, BLUE_WASH)
MOST_UNITS = 5
LEFT = 436
LANE = 144
MIDDLE = 285
GROUND = 76
UNIT = 40


@dataclass(frozen=True)
class ColumnPreview:
    """A column: its terrain, the seat that controls it, and the combat values of the units of each seat, lead first."""

    terrain: str
    control: Seat | None
    units: tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class BattlefieldPreview:
    """The columns from red's left, and how many of them each seat controls."""

    lanes: tuple[ColumnPreview, ...]
    controlled: tuple[int, int]

    def draw(self, canvas: Canvas, names: Sequence[str]) -> None:
        """Draw the players on the left, and the battlefield beside them."""
        for seat, (colour, won) in enumerate(zip(COLOURS, self.controlled, strict=True)):
            canvas.player_on_left(seat, names[seat], colour=colour, won=won, needed=WINNING, room=LEFT - MARGIN)
        for number, lane in enumerate(self.lanes):
            _lane(canvas, lane, LEFT + LANE * number)


def preview(seen: Seen) -> BattlefieldPreview:
    """Return the position as a link shows it; during the draft, the empty battlefield."""
    view: FieldOfGloryView = seen.view
    return BattlefieldPreview(tuple(_seen(column) for column in view.columns), view.terrain)


def _seen(column: ColumnSeen) -> ColumnPreview:
    red, blue = (tuple(unit.value for unit in units) for units in column.units)
    return ColumnPreview(column.terrain, column.control, (red, blue))


def _lane(canvas: Canvas, lane: ColumnPreview, x: float) -> None:
    control = lane.control
    fill, outline = (SUNK, LINE_STRONG) if control is None else (WASHES[control], COLOURS[control])
    canvas.box((x, MIDDLE - GROUND / 2), (LANE - 16, GROUND), fill, radius=10, outline=outline)
    _terrain(canvas, lane.terrain, x + (LANE - 16) / 2, FAINT if control is None else outline)
    for seat, units in enumerate(lane.units):
        away = 1 if seat == 0 else -1
        for rank, value in enumerate(units[:MOST_UNITS]):
            y = MIDDLE + away * (GROUND / 2 + 8 + (UNIT + 6) * rank + UNIT / 2)
            canvas.box((x + 8, y - UNIT / 2), (LANE - 32, UNIT), COLOURS[seat], radius=8)
            canvas.text((x + (LANE - 16) / 2, y), str(value), 26, SHEET)


def _terrain(canvas: Canvas, terrain: str, x: float, colour: str) -> None:
    """Draw what grows or rises in a column; nothing on a plain."""
    if terrain == "hill":
        canvas.shape([(x - 40, 302), (x - 6, 266), (x + 28, 302)], colour)
        canvas.shape([(x, 302), (x + 22, 280), (x + 44, 302)], colour)
    elif terrain == "woods":
        for tree in (x - 28, x, x + 28):
            canvas.shape([(tree - 14, 298), (tree, 264), (tree + 14, 298)], colour)
            canvas.line([(tree, 298), (tree, 306)], colour, 5)
    elif terrain == "rough":
        for along, y in ((-32, 298), (-14, 278), (4, 298), (22, 278), (38, 296)):
            canvas.disc((x + along, y), 7, colour)

"""Field of Glory in a list of matches: the five columns with their land and the first unit of each side, the reader's
below.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.boards.field_of_glory.battlefield import ICONS
from games.core.reading.seen import Seen
from games.rules.field_of_glory.view import ColumnSeen, FieldOfGloryView, UnitSeen

MAX_BEHIND = 3
"""Units behind the first one that are drawn; more stand there as those."""
COLOURS = ("red", "blue")
"""By seat, as on the board."""

Rank = tuple[str, int]
"""The figure of the first unit of a side, "" for none, and how many are drawn behind it."""


@dataclass(frozen=True)
class Column:
    """A column: its land, the colour of the player who controls it, empty for nobody, and its units, the enemy's
    first.
    """

    land: str
    control: str
    ranks: tuple[Rank, Rank]


@dataclass(frozen=True)
class Miniature:
    """The columns from red's left; `colours` are those of both sides, the enemy's first."""

    columns: tuple[Column, ...]
    colours: tuple[str, str]


def miniature(seen: Seen) -> Miniature | None:
    """Return the position as a list draws it; nothing during the draft, in which no unit stands yet."""
    view: FieldOfGloryView = seen.view
    if view.draft is not None:
        return None
    own = max(view.viewer, 0)  # a spectator's red stands below
    columns = tuple(_column(column, own) for column in view.columns)
    return Miniature(columns, (COLOURS[1 - own], COLOURS[own]))


def _column(column: ColumnSeen, own: int) -> Column:
    control = "" if column.control is None else COLOURS[column.control]
    return Column(column.terrain, control, (_rank(column.units[1 - own]), _rank(column.units[own])))


def _rank(units: Sequence[UnitSeen]) -> Rank:
    return (ICONS[units[0].type], min(len(units) - 1, MAX_BEHIND)) if units else ("", 0)

"""Field of Glory in a list of matches: the five columns with the units of both sides, the reader's below."""

from dataclasses import dataclass

from games.core.reading.seen import Seen
from games.rules.field_of_glory.view import FieldOfGloryView

MAX_DRAWN = 4
"""Units of one side in a column that are drawn; more stand there as those."""
COLOURS = ("red", "blue")
"""By seat, as on the board."""


@dataclass(frozen=True)
class Miniature:
    """The columns from red's left.

    For each: how many units of each side are drawn, the enemy's first, and the colour of the player who controls it,
    empty for nobody. `colours` are those of both sides, the enemy's first.
    """

    columns: list[tuple[int, int, str]]
    colours: tuple[str, str]


def miniature(seen: Seen) -> Miniature | None:
    """Return the position as a list draws it; nothing during the draft, in which no unit stands yet."""
    view: FieldOfGloryView = seen.view
    if view.draft is not None:
        return None
    own = max(view.viewer, 0)  # a spectator's red stands below
    enemy = 1 - own
    columns = [
        (
            min(len(column.units[enemy]), MAX_DRAWN),
            min(len(column.units[own]), MAX_DRAWN),
            "" if column.control is None else COLOURS[column.control],
        )
        for column in view.columns
    ]
    return Miniature(columns, (COLOURS[enemy], COLOURS[own]))

"""What emails draw of Field of Glory: the five columns, the score, and the reader's cards."""

from dataclasses import dataclass

from games.boards.field_of_glory.battlefield import Card, ShownColumn, cards, columns
from games.core.reading.seen import Seen
from games.rules.field_of_glory.view import FieldOfGloryView

SIDES = (("#8f2d1c", "#f8e2d8"), ("#1d5c86", "#dcebf4"))
"""The colour and the wash of red and of blue."""
OPEN = ("#665d52", "#efe9dc")
"""The same of ground that nobody controls."""


@dataclass(frozen=True)
class EmailSide:
    """One side by name, its victory points and its colours."""

    name: str
    points: int
    colours: tuple[str, str]


@dataclass(frozen=True)
class Position:
    """The columns seen from the reader's side, the opponent's units first; in the draft there are none yet."""

    enemy: EmailSide
    own: EmailSide
    columns: list[ShownColumn]
    hand: list[Card]

    def ground(self, column: ShownColumn) -> tuple[str, str]:
        """Return the colours of the player who controls a column."""
        return OPEN if column.control is None else SIDES[column.control]


def position(seen: Seen) -> Position | None:
    """Return the position as an email draws it; nothing during the draft, in which no unit stands yet."""
    view: FieldOfGloryView = seen.view
    if view.draft is not None:
        return None
    enemy, own = (
        EmailSide(seen.voice.name(seat), view.points[seat], SIDES[seat]) for seat in (1 - view.viewer, view.viewer)
    )
    seats = [{"number": seat, "name": seen.voice.name(seat)} for seat in (0, 1)]
    return Position(
        enemy, own, columns(view, view.viewer, (), seats, reader=view.viewer), cards(view.hands[view.viewer], ())
    )

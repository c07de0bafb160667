"""The colours of the two seats, for every place that draws them without the board's style sheet."""

from typing import NamedTuple

from games.boards.canvas import BLUE, RED


class SeatColours(NamedTuple):
    """The colour of a seat."""

    name: str
    """What the style sheet of lists calls it."""
    ink: str
    """The colour of its units."""
    wash: str
    """The ground below them, in emails."""


OF_SEATS = (SeatColours("red", RED, "#f8e2d8"), SeatColours("blue", BLUE, "#dcebf4"))
"""Those of the first and the second seat, as on the board."""

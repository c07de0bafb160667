"""En Garde beside a link: the piste with both fencers, the attack that is not answered, and the rounds won."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.boards.canvas import (
    BLUE,
    BLUE_WASH,
    FAINT,
    GOLD,
    INK,
    LINE,
    LINE_STRONG,
    MARGIN,
    RED,
    RED_WASH,
    SHEET,
    SUNK,
    WIDTH,
    Canvas,
)
from games.core.reading.seen import Seen
from games.rules.en_garde.state import SPACES
from games.rules.en_garde.view import EnGardeView
from games.rules.game import Seat

COLOURS = (BLUE, RED)
WASHES = (BLUE_WASH, RED_WASH)
STEP = (WIDTH - 2 * MARGIN) / SPACES
TOP = 400
HEIGHT = 110
"""Of the piste."""
MOST_PIPS = 9
ROOM = 480


@dataclass(frozen=True)
class PistePreview:
    """The spaces of the fencers, left first, their scores, the rounds that win, and an attack: seat, value, cards."""

    fencers: tuple[int, int]
    scores: tuple[int, int]
    rounds: int
    attack: tuple[Seat, int, int] | None

    def draw(self, canvas: Canvas, names: Sequence[str]) -> None:
        """Draw the players above the piste, each at their end."""
        for seat, (x, anchor) in enumerate(((MARGIN, "lm"), (WIDTH - MARGIN, "rm"))):
            canvas.name((x, 90), names[seat], room=ROOM, anchor=anchor)
            self._score(canvas, seat, x)
        self._piste(canvas)
        for seat, space in enumerate(self.fencers):
            _fencer(canvas, seat, _middle(space))
        if self.attack:
            self._cards(canvas, *self.attack)

    def _score(self, canvas: Canvas, seat: Seat, x: float) -> None:
        if self.rounds <= MOST_PIPS:
            inwards = 13 if seat == 0 else -13
            canvas.pips((x + inwards, 150), COLOURS[seat], self.scores[seat], self.rounds, leftwards=seat == 1)
        else:
            canvas.text((x, 150), str(self.scores[seat]), 40, COLOURS[seat], anchor="lm" if seat == 0 else "rm")

    def _piste(self, canvas: Canvas) -> None:
        for space in range(1, SPACES + 1):
            standing = self.fencers.index(space) if space in self.fencers else None
            fill = SUNK if space == (SPACES + 1) // 2 else SHEET
            fill = fill if standing is None else WASHES[standing]
            canvas.box((_middle(space) - STEP / 2 + 2, TOP), (STEP - 4, HEIGHT), fill, radius=8, outline=LINE, border=2)
            canvas.text((_middle(space), TOP + HEIGHT - 20), str(space), 20, FAINT)

    def _cards(self, canvas: Canvas, seat: Seat, value: int, count: int) -> None:
        """Draw the cards of an attack between the fencers."""
        left = (_middle(self.fencers[0]) + _middle(self.fencers[1])) / 2 - 35 * count
        for number in range(count):
            x = left + 70 * number
            canvas.box((x + 4, 190), (62, 90), SHEET, radius=8, outline=LINE_STRONG)
            canvas.text((x + 35, 235), str(value), 46, COLOURS[seat])


def preview(seen: Seen) -> PistePreview:
    """Return the position as a link shows it."""
    view: EnGardeView = seen.view
    attack = view.attack
    shown = (attack.by, attack.value, attack.count) if attack else None
    return PistePreview(view.fencers, view.scores, view.rounds, shown)


def _middle(space: int) -> float:
    return MARGIN + STEP * (space - 0.5)


def _fencer(canvas: Canvas, seat: Seat, x: float) -> None:
    """Draw a fencer who stands on the piste at `x` and looks at the other one."""
    forward = 1 if seat == 0 else -1

    def across(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x + forward * along, y) for along, y in points]

    colour = COLOURS[seat]
    canvas.line(across((-2, 425), (-20, 470)), colour, 13)
    canvas.line(across((-2, 425), (20, 440), (22, 470)), colour, 13)
    canvas.shape(across((-16, 340), (10, 338), (10, 432), (-13, 432)), colour)
    canvas.line(across((-12, 348), (-30, 362), (-34, 335)), colour, 9)
    canvas.line(across((2, 350), (30, 352)), colour, 10)
    canvas.line(across((30, 352), (92, 340)), INK, 4)
    canvas.disc(across((32, 352))[0], 8, GOLD)
    canvas.disc((x, 316), 19, colour)
    canvas.box((min(across((2, 0), (17, 0)))[0], 308), (15, 12), SHEET, radius=4)

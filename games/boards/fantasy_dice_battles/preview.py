"""Fantasy Dice Battles beside a link: the three battalions face to face, those of the first seat below."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.boards.canvas import LINE, MARGIN, SHEET, SUNK, Canvas, Point
from games.boards.fantasy_dice_battles.seat_colours import OF_SEATS
from games.core.reading.seen import Seen
from games.rules.fantasy_dice_battles.data import BATTALIONS, HERO, HEROES, PLACES, SIZE
from games.rules.fantasy_dice_battles.view import DiceBattlesView, TokenSeen
from games.rules.game import Seat

LEFT = 442
BATTALION = 244
MIDDLE = 285
SPACES: tuple[Point, ...] = ((0, 16), (72, 16), (144, 16), (0, 134), (144, 134), (72, 134))
"""How far right of its battalion, and how far from the middle, each space lies."""
UNIT = 66
TALL = 106

Token = tuple[int, int] | None
"""The wounds and the morale of a unit; `None` for an empty space."""


@dataclass(frozen=True)
class BattlePreview:
    """Of each seat the tokens by place, and the heroes that stand."""

    tokens: tuple[tuple[Token, ...], tuple[Token, ...]]
    heroes: tuple[int, int]

    def draw(self, canvas: Canvas, names: Sequence[str]) -> None:
        """Draw the players on the left, and the battalions beside them."""
        for seat, (colours, won) in enumerate(zip(OF_SEATS, self.heroes, strict=True)):
            canvas.player_on_left(
                seat, names[seat], colour=colours.ink, won=won, needed=len(HEROES), room=LEFT - MARGIN
            )
            for place in range(len(PLACES)):
                _space(canvas, seat, place, self.tokens[seat][place])


def preview(seen: Seen) -> BattlePreview:
    """Return the position as a link shows it; while armies are chosen in secret, all spaces are empty."""
    view: DiceBattlesView = seen.view
    first, second = (tuple(map(_token, side.tokens)) for side in view.sides)
    return BattlePreview((first, second), (view.sides[0].heroes, view.sides[1].heroes))


def _token(token: TokenSeen | None) -> Token:
    return None if token is None else (token.wounds, token.morale)


def _space(canvas: Canvas, seat: Seat, place: int, token: Token) -> None:
    battalion, space = divmod(place, SIZE)
    right, away = SPACES[space]
    x = LEFT + BATTALION * BATTALIONS[battalion] + right
    y = MIDDLE + away if seat == 0 else MIDDLE - away - TALL
    if token is None:
        canvas.box((x, y), (UNIT, TALL), SUNK, radius=10, outline=LINE)
        return
    canvas.box((x, y), (UNIT, TALL), OF_SEATS[seat].ink, radius=10)
    if space == HERO:
        _crown(canvas, (x + UNIT / 2, y + 34))
    _morale(canvas, (x, y), OF_SEATS[seat].ink, *token)


def _crown(canvas: Canvas, at: Point) -> None:
    x, y = at
    corners = [(-22, -14), (-10, -2), (0, -20), (10, -2), (22, -14), (17, 16), (-17, 16)]
    canvas.shape([(x + right, y + down) for right, down in corners], SHEET)


def _morale(canvas: Canvas, at: Point, colour: str, wounds: int, morale: int) -> None:
    """Draw a disc for each morale of a unit, empty where it is wounded."""
    x, y = at
    across = 3
    for number in range(morale):
        row, column = divmod(number, across)
        in_row = min(morale - row * across, across)
        left = x + UNIT / 2 - 9 * in_row + 18 * column + 9
        fill = colour if number < wounds else SHEET
        canvas.disc((left, y + TALL - 18 - 18 * row), 6, fill, outline=SHEET, border=2)

"""What emails draw of Fantasy Dice Battles: the three battalions face to face, and the reader's cards."""

from dataclasses import dataclass

from games.boards.fantasy_dice_battles.battle_board import Battalion, BoardPlace, battalions
from games.boards.fantasy_dice_battles.seat_colours import OF_SEATS, SeatColours
from games.boards.fantasy_dice_battles.unit_cards import counted_units
from games.core.reading.seen import Seen
from games.rules.fantasy_dice_battles.view import DiceBattlesView


@dataclass(frozen=True)
class Position:
    """The battalions, the opponent's side by name first; `seat` is the reader's, `hand` their cards in words."""

    seat: int
    enemy: str
    own: str
    battalions: list[Battalion]
    hand: str

    @property
    def enemy_colours(self) -> SeatColours:
        """Those of the opponent's units."""
        return OF_SEATS[1 - self.seat]

    @property
    def own_colours(self) -> SeatColours:
        """Those of the reader's units."""
        return OF_SEATS[self.seat]

    def ranks(self, battalion: Battalion) -> list[tuple[SeatColours, list[BoardPlace]]]:
        """Return the four ranks of a battalion from the opponent's rear to the reader's, each with its side's
        colours.
        """
        front, rear = _ranks(battalion.enemy)
        own_front, own_rear = _ranks(battalion.own)
        enemy = self.enemy_colours
        own = self.own_colours
        return [(enemy, rear), (enemy, front), (own, own_front), (own, own_rear)]


def _ranks(places: list[BoardPlace]) -> tuple[list[BoardPlace], list[BoardPlace]]:
    """Return the three spaces in front; behind them the hero between the two of the second rank."""
    first = places[:3]
    second = places[3:5]
    hero = places[5]
    return first, [second[0], hero, second[1]]


def position(seen: Seen) -> Position | None:
    """Return the position as an email draws it; nothing while armies are chosen, which is done in secret."""
    view: DiceBattlesView = seen.view
    if not any(side.faction and any(side.tokens) for side in view.sides):
        return None
    seats = [{"number": seat, "name": seen.voice.name(seat)} for seat in (0, 1)]
    enemy = seen.voice.name(1 - view.viewer)
    own = seen.voice.name(view.viewer)
    return Position(view.viewer, enemy, own, battalions(view, view.viewer, seats), counted_units(view.hand or ()))

"""Fantasy Dice Battles in a list of matches: the battalions face to face with their heroes, the reader's below."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.boards.fantasy_dice_battles.seat_colours import OF_SEATS
from games.boards.fantasy_dice_battles.unit_cards import UnitCard, unit_cards
from games.core.reading.seen import Seen
from games.rules.fantasy_dice_battles.data import BATTALIONS, HERO, SIZE
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.view import DiceBattlesView, TokenSeen

SPACES = ((0, 0, 11), (14, 0, 11), (28, 0, 11), (0, 15, 7), (32, 15, 7))
"""Of the units that are no heroes: how far right in their battalion and how far behind the front, and how wide."""
BATTALION = 42
LEFT = 2.5
FRONTS = (36, 44)
"""How far down the front of each side is, the enemy's first."""
TALL = 9


@dataclass(frozen=True)
class Half:
    """One side: its colour, and the addresses of its heroes' figures, "" for a fallen one.

    The other spaces are path data: those of `whole` units, those of `hurt` ones, and `free` ones.
    """

    colour: str
    heroes: tuple[str, ...]
    whole: str
    hurt: str
    free: str


@dataclass(frozen=True)
class Miniature:
    """Both sides, the enemy above."""

    sides: tuple[Half, Half]


def miniature(seen: Seen) -> Miniature | None:
    """Return the position as a list draws it; nothing while armies are chosen, which is done in secret."""
    view: DiceBattlesView = seen.view
    if not any(any(side.tokens) for side in view.sides):
        return None
    cards = unit_cards(of_digest(view.set_digest))
    below = max(view.viewer, 0)  # a spectator's first side
    sides = [
        _side(view.sides[seat].tokens, OF_SEATS[seat].name, cards, is_below=seat == below)
        for seat in (1 - below, below)
    ]
    return Miniature((sides[0], sides[1]))


def _side(tokens: Sequence[TokenSeen | None], colour: str, cards: Mapping[str, UnitCard], *, is_below: bool) -> Half:
    heroes = (tokens[number * SIZE + HERO] for number in BATTALIONS)
    drawn = {"whole": "", "hurt": "", "free": ""}
    for place, token in _spaces(tokens, is_below=is_below):
        drawn["free" if token is None else "hurt" if token.wounds else "whole"] += place
    return Half(colour, tuple(cards[hero.unit].icon if hero else "" for hero in heroes), **drawn)


def _spaces(tokens: Sequence[TokenSeen | None], *, is_below: bool) -> Iterator[tuple[str, TokenSeen | None]]:
    """Yield the spaces of all units that are no heroes, as path data, and who stands there."""
    for number in BATTALIONS:
        for space, (right, behind, wide) in enumerate(SPACES):
            y = FRONTS[1] + behind if is_below else FRONTS[0] - behind - TALL
            place = f"M{LEFT + BATTALION * number + right:g} {y}h{wide}v{TALL}h-{wide}z"
            yield place, tokens[number * SIZE + space]

"""What one viewer may know of a match of Fantasy Dice Battles. Pairs go by seat; what the viewer may not see is None.

Lists of 18 go by place, battalion by battalion: F1 F2 F3 S1 S2 H. What the ids of units, powers and faces stand for is
in the data set that the view names.
"""

from __future__ import annotations

import msgspec

from games.rules.fantasy_dice_battles.events import Term
from games.rules.fantasy_dice_battles.state import Orders
from games.rules.game import Seat, View

Units = tuple[str, ...]


class TokenSeen(msgspec.Struct, frozen=True):
    """A unit in a battalion: where, its wounds of so many morale boxes, and whether poison lies on it."""

    unit: str
    place: str
    wounds: int
    morale: int
    poison: bool


class SideSeen(msgspec.Struct, frozen=True):
    """What everybody may see of a seat.

    `tokens` has None for an empty space, `fleeing` "" (units enter at the first space and are lost beyond the third).
    `unseen` are the cards in the hand and in the draw pile together, which are known since all others lie open;
    `heroes` counts those standing. `last` are the orders of the round before.
    """

    faction: str
    tokens: tuple[TokenSeen | None, ...]
    reserve: Units
    fleeing: Units
    lost: Units
    discards: Units
    unseen: Units
    hand_size: int
    deck_size: int
    heroes: int
    last: Orders


class Hope(msgspec.Struct, frozen=True):
    """More dice, by so many, if the opposing card is of one of these classes."""

    classes: tuple[str, ...]
    amount: int


class Prospect(msgspec.Struct, frozen=True):
    """What a card would do at a post now, with the reinforcements that are planned.

    `why` says why it would do nothing, as in the event `Revealed`, or "extinct" (FD-34), or "full", where units that it
    regroups find no room in reinforcements (FD-12); "" where it would work. `dice`
    and `terms` leave out what depends on the opposing card: `hopes` may add to it, guards may take away. `units` are
    those that it would regroup.
    """

    post: str
    why: str
    dice: int
    terms: tuple[Term, ...]
    hopes: tuple[Hope, ...]
    units: Units


class Building(msgspec.Struct, frozen=True):
    """A seat's army while it is being chosen, which that seat alone may see; `points` is what it costs."""

    faction: str
    tokens: Units
    reserve: Units
    points: int


class Sealed(msgspec.Struct, frozen=True):
    """Everything about a seat that is secret, for the referee."""

    army: Building | None
    hand: Units
    deck: Units
    orders: Orders


class DiceBattlesView(View, frozen=True, kw_only=True):
    """The view. `asked` holds the seats it may know to owe a move: of sealed armies and orders only its own.

    `fighting` are the battalions, 1 to 3, in which both heroes stand. `hand`, in alphabetical order, and `orders` are
    the viewer's own; cards that are ordered stay in the hand. `deck` is what is left in the viewer's
    draw pile, in alphabetical order and never in the order in which it will be drawn.
    `reason` says how the match ended. `sealed` is for the referee alone.
    """

    viewer: int
    set_name: str
    set_digest: int
    phase: str
    round: int
    asked: tuple[Seat, ...]
    sides: tuple[SideSeen, SideSeen]
    fighting: tuple[int, ...]
    army: Building | None
    hand: Units | None
    deck: Units | None
    orders: Orders | None
    reason: str | None
    sealed: tuple[Sealed, Sealed] | None

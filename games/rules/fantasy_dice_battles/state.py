"""What a match of Fantasy Dice Battles is (FD-2, FD-3).

Lists of 18 go by place, battalion by battalion: F1 F2 F3 S1 S2 H.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from games.rules.fantasy_dice_battles.data import BATTALIONS, HERO, HEROES, SIZE
from games.rules.game import Seat

SEATS: tuple[Seat, Seat] = (0, 1)
HAND = 7
FULL_RESERVE = 3
"""Units in reinforcements from which on no more are regrouped or rallied (FD-12)."""
RESERVE_AT_START = 4
FLEEING = 3
DESTROYED = 4
"""Wounds and poison that destroy a unit (FD-51)."""
POINTS = 30
NORMAL_UNITS = (15, 19)
LAST_ROUND = 40
LOST_HEROES = 2

Player = Annotated[int, msgspec.Meta(ge=0, le=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]
Bit = Annotated[int, msgspec.Meta(ge=0, le=1)]
Post = Literal["1", "2", "3", "regroup"]
"""Where an order card can lie: at a battalion, or as regrouping order."""
Tokens = Annotated[list[str], msgspec.Meta(min_length=18, max_length=18)]
Phase = Literal["army", "orders", "over"]
Reason = Literal["heroes", "level"]

REGROUP: Post = "regroup"
POSTS: tuple[Post, ...] = ("1", "2", "3", REGROUP)


class Orders(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What a seat orders in a round: a card for each post; places to be reinforced, ascending, and by which units."""

    cards: dict[Post, str] = {}
    sent: list[tuple[str, str]] = []


class Side(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """All that belongs to a seat: tokens and cards by the ids of their kinds, "" for an empty space.

    `poison` is 1 where a poison die lies on a unit. `fleeing` begins with the space where units enter. `lost` holds the
    tokens out of the game. The last card of the `deck` is drawn next, the last of the `discards` was discarded last.
    Cards that are ordered stay in the `hand`, and reinforcements in the `reserve`, until the round is resolved.
    """

    faction: str = ""
    tokens: Tokens
    wounds: Annotated[list[Count], msgspec.Meta(min_length=18, max_length=18)]
    poison: Annotated[list[Bit], msgspec.Meta(min_length=18, max_length=18)]
    reserve: list[str] = []
    fleeing: Annotated[list[str], msgspec.Meta(min_length=3, max_length=3)]
    lost: list[str] = []
    hand: list[str] = []
    deck: list[str] = []
    discards: list[str] = []
    orders: Orders = msgspec.field(default_factory=Orders)
    last: Orders = msgspec.field(default_factory=Orders)
    """The orders of the last round."""


class State(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Where a match stands. `asked` are the seats that have not sealed their army or orders yet, ascending.

    `set_digest` says which data set is played, and ensures that the set is unchanged.
    """

    sides: Annotated[list[Side], msgspec.Meta(min_length=2, max_length=2)]
    set_digest: int
    phase: Phase = "army"
    round: Count = 0
    asked: list[Player] = []


def bare_side() -> Side:
    """Return a side whose army has not been chosen."""
    places = SIZE * len(BATTALIONS)
    return Side(tokens=[""] * places, wounds=[0] * places, poison=[0] * places, fleeing=[""] * FLEEING)


def standing(side: Side) -> int:
    """Return how many heroes of a side are standing."""
    return sum(side.tokens[place] != "" for place in HEROES)


def fighting(state: State) -> list[int]:
    """Return the battalions, from 0, in which both heroes stand."""
    one, other = state.sides[0].tokens, state.sides[1].tokens
    return [battalion for battalion in BATTALIONS if one[place := battalion * SIZE + HERO] and other[place]]


def all_tokens(side: Side) -> Iterator[str]:
    """Yield every token of a side, wherever it is: one for each of its order cards."""
    for tokens in (side.tokens, side.reserve, side.fleeing, side.lost):
        yield from (token for token in tokens if token)

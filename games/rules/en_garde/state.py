"""What an En Garde match is: its state.

Rule numbers (EG-N1 …) are those of `docs/rules/en-garde.md`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.rules.game import Seat

SPACES = 23
VALUES = (1, 2, 3, 4, 5)
COPIES = 5
"""Cards of each value (EG-N1)."""
HAND = 5
DRAWN = 5
"""The drawn round that ends a match (EG-N5)."""

LEFT: Seat = 0
RIGHT: Seat = 1

Card = Annotated[int, msgspec.Meta(ge=1, le=5)]
Space = Annotated[int, msgspec.Meta(ge=1, le=SPACES)]
Player = Annotated[int, msgspec.Meta(ge=0, le=1)]
Points = Annotated[int, msgspec.Meta(ge=0, le=9)]
Variant = Literal["standard", "advanced"]
LastRetreat = Literal["hand", "position"]
Reason = Literal["hit", "stuck", "comparison-hand", "comparison-position", "level"]
"""How a round ended: End 1, End 2, End 3 by hand, End 3 by position, or End 3 without a winner."""


class Attack(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An attack that waits for its answer: `count` cards of `value`, after an advance where `indirect`."""

    value: Card
    count: Card
    indirect: bool = False


class RoundEnd(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a round ended: who won it (None: drawn), where the fencers stood, and the hands if they were shown."""

    round: int
    reason: Reason
    fencers: tuple[Space, Space]
    winner: Player | None = None
    hands: tuple[tuple[Card, ...], tuple[Card, ...]] | None = None


class State(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Where a match stands. Seat 0 is the left fencer, seat 1 the right one; lists of two go by seat.

    `pile` and `discards` are listed from the bottom up: the last card of `pile` is drawn next, the last of
    `discards` lies on top. `to_move` is None before the first deal and when the match is over.
    """

    hands: Annotated[list[list[Card]], msgspec.Meta(min_length=2, max_length=2)]
    pile: list[Card]
    fencers: Annotated[list[Space], msgspec.Meta(min_length=2, max_length=2)]
    scores: Annotated[list[Points], msgspec.Meta(min_length=2, max_length=2)]
    discards: list[Card] = []
    to_move: Player | None = None
    attack: Attack | None = None
    parried: bool = False
    """Whether the seat to move has parried this turn and still owes its action (EG-N20)."""
    starter: Player = LEFT
    """Who began the current round; before the first deal, who will begin it."""
    round: Annotated[int, msgspec.Meta(ge=0)] = 0
    last_round: RoundEnd | None = None
    variant: Variant = "advanced"
    rounds: Annotated[int, msgspec.Meta(ge=1, le=9)] = 5
    """Rounds to win."""
    aid: bool = True
    last_retreat: LastRetreat = "hand"


def room(fencers: list[int] | tuple[int, int], seat: Seat) -> int:
    """Return how many spaces lie behind a seat's fencer (EG-N9), which is also how far it has advanced (EG-N35)."""
    return SPACES - fencers[RIGHT] if seat else fencers[LEFT] - 1

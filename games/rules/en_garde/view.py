"""What one viewer may know of an En Garde match."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.rules.en_garde.state import RoundEnd
from games.rules.game import Seat, View


class ShownAttack(msgspec.Struct, frozen=True):
    """The pending attack as the page names it."""

    by: Seat
    value: int
    count: int
    indirect: bool


class EnGardeView(View, frozen=True, kw_only=True):
    """What a viewer may know. A hand that the viewer may not see is None; pairs go by seat.

    `unseen` counts, for the values 1 to 5, the cards the viewing seat has not seen in this round (option `aid`);
    `played` counts the discarded ones and is public. `pile_order`, next card last, is for the referee alone.
    """

    viewer: int
    variant: str
    rounds: int
    aid: bool
    last_retreat: str
    round: int
    starter: Seat
    scores: tuple[int, int]
    fencers: tuple[int, int]
    distance: int
    hands: tuple[tuple[int, ...] | None, tuple[int, ...] | None]
    hand_sizes: tuple[int, int]
    pile: int
    discard: int | None
    played: tuple[int, ...]
    unseen: tuple[int, ...] | None
    to_move: Seat | None
    phase: Literal["act", "defend", "over"]
    attack: ShownAttack | None
    parried: bool
    last_round: RoundEnd | None
    pile_order: tuple[int, ...] | None = None

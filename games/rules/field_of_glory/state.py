"""What a match of Field of Glory is.

Lists of two go by seat: 0 is red, 1 is blue; columns are numbered 1 to 5 (FG-2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from games.rules.field_of_glory.cards import Card, Terrain
from games.rules.game import Seat

RED: Seat = 0
BLUE: Seat = 1
COLORS = ("red", "blue")
COLUMNS = (1, 2, 3, 4, 5)
FLANKS = (1, 5)
HAND = 9
DRAW = 3
ARMY = 24
OFFER, KEEP = 4, 2
PICKS = ARMY // KEEP
WINNING = 3
"""Terrain cards that win at the Victory check (FG-10)."""
SHUFFLES = 2
"""Reshuffles after which a Shuffle card is out on display (FG-5)."""

Player = Annotated[int, msgspec.Meta(ge=0, le=1)]
Number = Annotated[int, msgspec.Meta(ge=1, le=5)]
Count = Annotated[int, msgspec.Meta(ge=0)]
Pair = Annotated[list[list[Card]], msgspec.Meta(min_length=2, max_length=2)]

Decision = Literal["draft", "advance", "flank", "act", "place", "bonus", "answer", "leave", "trim", "over"]
"""What is asked. It is never `place` or `bonus` between moves, as these are asked within a move."""
Passing = Literal[
    "muster", "check", "march", "encircle", "flanks", "acts", "strike", "resolve", "parted", "drawn", "end"
]
"""What the engine does by itself; no move ends there."""
Reason = Literal["control", "terrain", "victory-points", "level"]


class Column(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A column of the battlefield: `units` by seat, `control` the seat its terrain card is turned to."""

    units: Pair
    terrain: Terrain = "plain"
    control: Player | None = None


class Draft(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The draft by seat: the four cards to choose from (none: all is drafted), and the cards kept so far (FG-3)."""

    offers: Pair
    kept: Pair


class Placing(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A placement being composed: what it costs, what is paid, the cards placed by it (FG-20).

    `clearing` is the column from which a unit was removed: the next unit must go there (FG-23).
    """

    cost: Count = 0
    paid: Count = 0
    placed: list[Card] = []
    clearing: Number | None = None
    paying: bool = False


class Fight(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An attack of the active seat on `column`, led by `lead`.

    `flank` marks a flank attack; `beside` is the flanking column that the lead stands in (None: the attacked one).
    `overlap` is the strength that Overlap cards added. `bonus` is the attacker's bonus card, `blind` whether it came
    from the deck. `defence` is the defender's lead once it stands.
    """

    column: Number
    lead: Card
    flank: bool = False
    beside: Number | None = None
    overlap: Count = 0
    bonus: Card | None = None
    blind: bool = False
    defence: Card | None = None


class LastFight(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The last completed attack, with both bonus cards; without `defence` all defenders withdrew."""

    by: Player
    column: Number
    lead: Card
    bonus: Card | None = None
    defence: Card | None = None
    answer: Card | None = None


class State(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Where a match stands.

    `decks` and `discards` are listed from the bottom up: the last card of a deck is drawn next, the last of the
    discards lies on top. During the draft a deck holds the cards that are still to come. `out` holds the cards that a
    seat did not draft, `prizes` the enemy cards that it has won.
    """

    columns: Annotated[list[Column], msgspec.Meta(min_length=5, max_length=5)]
    decks: Pair
    hands: Pair
    discards: Pair
    prizes: Pair
    out: Pair
    shuffles: Annotated[list[Count], msgspec.Meta(min_length=2, max_length=2)]
    """How often each seat has reshuffled; from the second time on its Shuffle card is out (FG-5)."""
    phase: Decision | Passing = "draft"
    turn: Count = 0
    """Number of the game turn, from 1; 0 during the draft."""
    active: Player = RED
    """Whose game turn it is; red during the draft, where it has no meaning."""
    draft: Draft | None = None
    first: Player | None = None
    """Who has the first turn, where that was settled before the draft (FG-4)."""
    flanks: list[tuple[Number, Number]] = []
    """In the phase of flank attacks, the attacked and the flanking column of every attack still possible (FG-14)."""
    placing: Placing | None = None
    fight: Fight | None = None
    last_fight: LastFight | None = None
    reason: Reason | None = None
    """How the match ended."""

    def units(self, seat: Seat, column: int) -> list[Card]:
        """Return a seat's units in a column, 1 to 5."""
        return self.columns[column - 1].units[seat]


def contested(state: State) -> Iterator[int]:
    """Yield the columns in which both sides have units."""
    for number, column in enumerate(state.columns, 1):
        red, blue = column.units
        if red and blue:
            yield number


def unopposed(state: State, seat: Seat, column: int) -> bool:
    """Say whether a seat has units in a column and the other seat none."""
    units = state.columns[column - 1].units
    return bool(units[seat]) and not units[1 - seat]


def crowded(state: State, seat: Seat) -> Iterator[int]:
    """Return the columns in which a seat has two units and the other seat none."""
    return (column for column in COLUMNS if unopposed(state, seat, column) and len(state.units(seat, column)) > 1)


def place_of(state: State, seat: Seat, card: Card) -> int | None:
    """Return the column in which a seat's unit stands."""
    return next((column for column in COLUMNS if card in state.units(seat, column)), None)


def controlled(state: State, seat: Seat) -> int:
    """Return how many terrain cards a seat controls."""
    return sum(column.control == seat for column in state.columns)


def has_source(state: State, seat: Seat) -> bool:
    """Say whether a seat's deck or discard pile holds a card to draw."""
    return bool(state.decks[seat] or state.discards[seat])


def defender(state: State) -> Seat:
    """Return the seat whose game turn it is not."""
    return 1 - state.active

"""What one viewer may know of a match of Field of Glory. Pairs go by seat; what the viewer may not see is None."""

from __future__ import annotations

import msgspec

from games.rules.field_of_glory.cards import Card
from games.rules.field_of_glory.events import Term
from games.rules.field_of_glory.state import LastFight, Reason
from games.rules.game import Seat, View

Cards = tuple[Card, ...]
HIDDEN = "?"
"""Stands for a bonus card that the viewer may not see."""


class UnitSeen(msgspec.Struct, frozen=True):
    """A unit on the battlefield: type code, combat value, printed movement cost, victory points.

    `lead` marks the lead of the attack under way, on either side.
    """

    card: Card
    type: str
    value: int
    cost: int
    prize: int
    lead: bool


class ColumnSeen(msgspec.Struct, frozen=True):
    """A column, 1 to 5 from red's left; `flank` marks 1 and 5. `control` is the seat its terrain is turned to."""

    number: int
    terrain: str
    flank: bool
    control: Seat | None
    units: tuple[tuple[UnitSeen, ...], tuple[UnitSeen, ...]]


class Odds(msgspec.Struct, frozen=True):
    """Both strengths, line by line, of a lead against an opposing lead, from public facts: without bonus cards.

    `flank` marks a flank attack on `column`. `totals` are the sums of attack and defence.
    """

    lead: Card
    against: Card
    column: int
    flank: bool
    attack: tuple[Term, ...]
    defence: tuple[Term, ...]
    totals: tuple[int, int]


class FightSeen(msgspec.Struct, frozen=True):
    """The attack under way, made by seat `by`.

    `lead` stands in `column`, or in the flanking column `beside`. `bonus` is the attacker's bonus card, HIDDEN from
    others, None while there is none; `blind` says that it came from the deck. `defence` is the defender's lead once it
    stands. `withdrawable` are the defenders that may withdraw. `sums` holds the odds against each unit that may still
    lead the defence.
    """

    by: Seat
    column: int
    lead: Card
    flank: bool
    beside: int | None
    overlap: int
    bonus: Card | None
    blind: bool
    defence: Card | None
    withdrawable: Cards
    sums: tuple[Odds, ...]


class PlacingSeen(msgspec.Struct, frozen=True):
    """The placement that the viewer is composing: cost and payment in command points, the units placed by it.

    `clearing` is the column that the next unit must go to, `paying` whether payment has begun.
    """

    cost: int
    paid: int
    placed: Cards
    clearing: int | None
    paying: bool


class DraftSeen(msgspec.Struct, frozen=True):
    """The draft: the four cards offered and those kept, to their owner alone; `picks` made by each seat, of twelve."""

    offers: tuple[Cards | None, Cards | None]
    kept: tuple[Cards | None, Cards | None]
    picks: tuple[int, int]


class ArmyLine(msgspec.Struct, frozen=True):
    """Where the viewer's cards of one type are; `lost` are those in the opponent's victory pile, `out` the undrafted.

    `hand` counts a bonus card in play as well, and during the draft the cards kept.
    """

    type: str
    deck: int
    hand: int
    field: int
    discards: int
    lost: int
    out: int


class FieldOfGloryView(View, frozen=True, kw_only=True):
    """What a viewer may know. `phase` is the decision asked of the seats in `asked`; `active` is None in the draft;
    `first` is who begins, where that was settled before it.

    `decks` lists what is left in the viewer's own deck in the order of the card table, never in that of the deck, and
    `discards` its own pile from the bottom up; of the other pile only the top shows. `out` are the viewer's undrafted
    cards. `prizes` are the victory piles and `points` their victory points; `terrain` counts the terrain cards that
    each seat controls; `shuffles` counts reshuffles. `flanks` are the flank attacks still possible, as attacked and
    flanking column. `odds` compare every attack that the active seat could now declare. `army` is the viewer's own.
    `deck_orders`, next card last, are for the referee alone.
    """

    viewer: int
    phase: str
    turn: int
    active: Seat | None
    asked: tuple[Seat, ...]
    columns: tuple[ColumnSeen, ...]
    hands: tuple[Cards | None, Cards | None]
    hand_sizes: tuple[int, int]
    decks: tuple[Cards | None, Cards | None]
    deck_sizes: tuple[int, int]
    discards: tuple[Cards | None, Cards | None]
    discard_sizes: tuple[int, int]
    discard_tops: tuple[Card | None, Card | None]
    out: tuple[Cards | None, Cards | None]
    prizes: tuple[Cards, Cards]
    points: tuple[int, int]
    terrain: tuple[int, int]
    shuffles: tuple[int, int]
    draft: DraftSeen | None
    first: Seat | None
    army: tuple[ArmyLine, ...]
    flanks: tuple[tuple[int, int], ...]
    placing: PlacingSeen | None
    fight: FightSeen | None
    last_fight: LastFight | None
    odds: tuple[Odds, ...]
    reason: Reason | None
    deck_orders: tuple[Cards, Cards] | None = None

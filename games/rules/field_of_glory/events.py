"""What happens in a match of Field of Glory, as data. Columns are numbered 1 to 5; `seat` is who does it.

Which moves may be taken back follows from it (FG-80).
"""

from __future__ import annotations

import msgspec

from games.rules.field_of_glory.cards import Card
from games.rules.field_of_glory.state import Reason
from games.rules.game import Event, Seat, Viewer


class Term(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a strength.

    `kind` is value (the lead's combat value), second (a second unit), pike (a second pike), hill, woods, against (the
    printed modifier; `card` is the opposing lead), overlap, flank, bonus.
    """

    kind: str
    amount: int
    card: Card = ""


class BattlefieldLaid(Event, frozen=True):
    """The five terrain cards, from column 1 to 5 (FG-1)."""

    terrain: tuple[str, ...]


class Offered(Event, frozen=True):
    """The next four cards of the draft, which the seat alone sees."""

    seat: Seat
    cards: tuple[Card, ...]

    def seen_by(self, viewer: Viewer) -> Offered | None:
        return self if viewer == self.seat else None


class Kept(Event, frozen=True):
    """A seat made its `pick`, 1 to 12, of the draft; the cards are for its eyes only."""

    seat: Seat
    pick: int
    cards: tuple[Card, ...] = ()

    def seen_by(self, viewer: Viewer) -> Kept:
        return self if viewer == self.seat else Kept(self.seat, self.pick)


class FirstSettled(Event, frozen=True):
    """It is settled before the draft that a seat has the first turn (FG-4)."""

    seat: Seat


class Mustered(Event, frozen=True):
    """Both armies are drafted and shuffled; `first` has the first turn (FG-4)."""

    first: Seat


class Drew(Event, frozen=True):
    """A seat drew `count` cards into its hand, which it alone sees; they are named in the order of the card table."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] = ()

    def seen_by(self, viewer: Viewer) -> Drew:
        return self if viewer == self.seat else Drew(self.seat, self.count)


class Reshuffled(Event, frozen=True):
    """A seat's `count` discards became its deck, for the `time`-th time (FG-5)."""

    seat: Seat
    count: int
    time: int


class TurnStarted(Event, frozen=True):
    """A game turn begins."""

    seat: Seat
    turn: int


class ControlTaken(Event, frozen=True):
    """A terrain card was turned to a seat."""

    seat: Seat
    column: int


class ControlLost(Event, frozen=True):
    """A terrain card turned neutral; `seat` had it."""

    seat: Seat
    column: int


class UnitDiscarded(Event, frozen=True):
    """A seat's unit left the battlefield for its discard pile."""

    seat: Seat
    card: Card
    column: int


class TurnSpent(Event, frozen=True):
    """A seat's turn ends by itself: it has no card in hand, and no column to attack in (FG-71)."""

    seat: Seat


class FlanksLeft(Event, frozen=True):
    """A seat makes no more flank attacks."""

    seat: Seat


class Placed(Event, frozen=True):
    """A unit was placed; `cost` is what it adds to the bill (FG-21)."""

    seat: Seat
    card: Card
    column: int
    cost: int


class Removed(Event, frozen=True):
    """A unit was discarded to make room (FG-23)."""

    seat: Seat
    card: Card
    column: int


class Paid(Event, frozen=True):
    """A card was discarded for its command points."""

    seat: Seat
    card: Card
    points: int


class Settled(Event, frozen=True):
    """A placement was paid for."""

    seat: Seat
    cost: int
    paid: int


class Attacked(Event, frozen=True):
    """A seat attacks a column; `flank` and `beside` as in the state's fight."""

    seat: Seat
    column: int
    lead: Card
    flank: bool = False
    beside: int | None = None


class Overlapped(Event, frozen=True):
    """An Overlap card added `amount` to the attack (FG-31)."""

    seat: Seat
    card: Card
    amount: int


class BonusTaken(Event, frozen=True):
    """A seat took a bonus card, `blind` from its deck or from its hand; it alone sees which (FG-32, FG-35)."""

    seat: Seat
    blind: bool
    card: Card = ""

    def seen_by(self, viewer: Viewer) -> BonusTaken:
        return self if viewer == self.seat else BonusTaken(self.seat, self.blind)


class Withdrew(Event, frozen=True):
    """A defending unit withdrew (FG-33)."""

    seat: Seat
    card: Card
    column: int


class AttackVoid(Event, frozen=True):
    """All defenders withdrew: the attacker's bonus card, if there was one, goes to its discards (FG-34)."""

    seat: Seat
    column: int
    bonus: Card | None = None


class Stood(Event, frozen=True):
    """The defender stands with a lead."""

    seat: Seat
    card: Card
    column: int


class Fought(Event, frozen=True):
    """A fight: the attacker `seat`, both sums line by line, and who won (None: a tie) (FG-36, FG-39)."""

    seat: Seat
    column: int
    attack: tuple[Term, ...]
    defence: tuple[Term, ...]
    winner: Seat | None = None


class Eliminated(Event, frozen=True):
    """A seat lost units to the victory pile of the other (FG-40)."""

    seat: Seat
    cards: tuple[Card, ...]
    column: int


class Rampaged(Event, frozen=True):
    """A seat lost elephants, and with them the top card of its deck (FG-44)."""

    seat: Seat
    card: Card


class ReservesPlayed(Event, frozen=True):
    """A seat played Reserves (FG-25)."""

    seat: Seat


class DiscardedToDraw(Event, frozen=True):
    """A seat discarded a card to draw as many as its command points (FG-50)."""

    seat: Seat
    card: Card
    points: int


class Trimmed(Event, frozen=True):
    """A seat discarded a card down to nine in hand (FG-50)."""

    seat: Seat
    card: Card


class BattleWon(Event, frozen=True):
    """A seat won the match; `scores` go by seat: terrain cards, or victory points where these decide."""

    seat: Seat
    reason: Reason
    scores: tuple[int, int]


class BattleDrawn(Event, frozen=True):
    """The match is a draw, equal in terrain cards and in victory points."""

    points: int


FORESEEN = (
    *(TurnStarted, ControlTaken, UnitDiscarded, FlanksLeft, Placed, Removed, Paid, Settled),
    *(Attacked, Overlapped, Stood, Trimmed),
)
"""What a move may bring that is taken back, beside a bonus card from the hand: no card is drawn, and none of the other
side's is shown (FG-80)."""

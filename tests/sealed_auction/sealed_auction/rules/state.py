"""The values of the sealed auction: state, steps, view, events."""

from __future__ import annotations

import msgspec

from games.rules.game import Event, Seat, Step, View, Viewer

LOTS = 9
MOST = 5  # coins of the highest bid
COINS = 100  # in the bank and with the seats together
PEEK, BID, CONSOLE, OVER = "peek", "bid", "console", "over"


class Bid(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a seat bids: coins, and whether the die will be `odd` or `even` ("" while not yet said)."""

    amount: int
    on: str = ""


class Result(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a round's bids came out: `winner` None where the lot was set aside."""

    bids: tuple[int, ...]
    guesses: tuple[str, ...]
    die: int
    lot: int
    winner: Seat | None = None
    price: int = 0


class State(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Where an auction stands."""

    rounds: int
    bank: int
    coins: list[int]
    deck: list[int]
    """The lots not yet opened, the one on offer first: nobody may see them."""
    prizes: list[list[int]]
    aside: list[int] = []
    phase: str = CONSOLE
    round: int = 0
    asked: list[Seat] = []
    """The seats that owe a move, ascending."""
    peeker: Seat | None = None
    peeked: int = 0
    """What the peeker saw and may remember."""
    bids: list[Bid | None] = []
    last: Result | None = None


class Act(Step, frozen=True):
    """A step: `peek`, `pass`, `bid` (with an amount), `odd`, `even`, `seal`, `take` or `roll`."""

    verb: str
    amount: int = 0


class AuctionView(View, frozen=True, kw_only=True):
    """What one viewer may know. `asked` holds the seats it may know to owe a move: of sealed bids only its own."""

    viewer: Viewer
    rounds: int
    round: int
    phase: str
    asked: tuple[Seat, ...]
    opener: Seat
    bank: int
    coins: tuple[int, ...]
    prizes: tuple[tuple[int, ...], ...]
    aside: tuple[int, ...]
    left: int
    peeker: Seat | None
    lot: int | None
    bid: Bid | None
    last: Result | None
    scores: tuple[int, ...]
    deck: tuple[int, ...] | None
    bids: tuple[Bid | None, ...] | None


class RoundOpened(Event, frozen=True):
    """A lot is on offer, face down; `opener` may look at it."""

    round: int
    opener: Seat


class Peeked(Event, frozen=True):
    """The opener looked at the lot, which only it may know."""

    seat: Seat
    lot: int = 0

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer == self.seat else Peeked(self.seat)


class Passed(Event, frozen=True):
    """The opener did not look."""

    seat: Seat


class Private(Event, frozen=True):
    """What only the seat itself may know."""

    seat: Seat

    def seen_by(self, viewer: Viewer) -> Event | None:
        return self if viewer == self.seat else None


class BidNamed(Private, frozen=True):
    """The seat wrote down its bid."""

    amount: int


class GuessNamed(Private, frozen=True):
    """The seat wrote down its guess."""

    on: str


class BidSealed(Private, frozen=True):
    """The seat's bid is in."""


class BidsOpened(Event, frozen=True):
    """The last bid is in: all are opened."""

    bids: tuple[int, ...]
    guesses: tuple[str, ...]


class DieCast(Event, frozen=True):
    """The die of the round."""

    die: int


class Taken(Event, frozen=True):
    """The highest bid takes the lot."""

    seat: Seat
    lot: int
    price: int


class SetAside(Event, frozen=True):
    """No bid was highest: nobody gets the lot."""

    lot: int


class GuessedRight(Event, frozen=True):
    """A seat guessed the die and earns a coin."""

    seat: Seat


class CoinTaken(Event, frozen=True):
    """A seat without the lot takes its coin."""

    seat: Seat


class Gambled(Event, frozen=True):
    """A seat without the lot rolls for coins."""

    seat: Seat
    die: int
    coins: int


class Finished(Event, frozen=True):
    """The last round is over."""

    scores: tuple[int, ...]

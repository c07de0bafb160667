"""The board of Field of Glory, and what stands beside it, composed for a page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from games.boards.about import Example, Shown
from games.boards.field_of_glory import battlefield, prices
from games.boards.field_of_glory.battlefield import Card, Duel, Group, ShownColumn
from games.boards.field_of_glory.clash import Clash, clash
from games.boards.field_of_glory.short import tip
from games.rules.field_of_glory.state import ARMY
from games.rules.field_of_glory.view import FieldOfGloryView
from games.templatetags.board import named

Seat = dict[str, Any]
"""A seat as the page knows it."""


@dataclass(frozen=True)
class Field:
    """The five columns, seen from a seat; `bare` before any unit stands there. `clash` is the fight shown in one."""

    me: int
    columns: list[ShownColumn]
    bare: bool = False
    clash: Clash | None = None


@dataclass(frozen=True)
class Hand:
    """The cards of a seat; `of` is whose they are where a watcher sees them, `picks` those made in the draft so far."""

    seat: int
    of: str
    cards: list[Card]
    picks: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether these are all the cards that a draft keeps."""
        return len(self.cards) == ARMY

    @property
    def stacks(self) -> list[list[Card]]:
        """The cards of each type together."""
        return [list(cards) for _, cards in groupby(self.cards, key=lambda card: card.icon)]


@dataclass(frozen=True)
class Side:
    """What is known of one player: `top` is the newest discard, `prize` the newest card in the victory pile."""

    seat: int
    name: str
    is_mine: bool
    to_move: bool
    top: Card | None
    prize: Card | None


@dataclass(frozen=True)
class Bill:
    """What the placement being composed costs; `due` is still to be paid, below 0 what is paid too much."""

    cost: int
    paid: int
    due: int
    clearing: int | None
    steps: str


@dataclass(frozen=True)
class Fought:
    """A fight since the reader's last move; `winner` is empty after a tie."""

    duel: Duel
    winner: str


@dataclass(frozen=True)
class Army:
    """Where the viewer's cards are, type by type; `of` is whose army a watcher sees.

    `discards` lie from the bottom up.
    """

    of: str
    types: list[dict[str, Any]]
    discards: list[str]


@dataclass(frozen=True)
class Board:
    """All that the page shows, `sides` with the one that it is seen from last.

    `offers` and `kept` are the draft's, `tip` is what to press where nothing else says so, `chances` what attacks would
    be worth while somebody else is asked.
    """

    view: FieldOfGloryView
    watching: bool
    field: Field
    offers: list[Hand]
    kept: list[Hand]
    phases: list[tuple[str, bool]]
    others: list[Side]
    own: list[Side]
    bill: Bill | None
    hands: list[Hand]
    groups: list[Group]
    tip: str
    fought: list[Fought]
    chances: list[Duel]
    army: Army | None


def board(shown: Shown) -> Board:
    """Return the board as a page draws it."""
    view = shown.view
    choices = shown.choices
    sides = [_side(shown, seat) for seat in shown.seats]
    columns = battlefield.columns(
        view, shown.me, choices, shown.seats, shown.trail, reader=None if shown.watching else shown.me
    )
    return Board(
        view=view,
        watching=shown.watching,
        field=Field(shown.me, columns, bool(view.draft), clash(shown)),
        offers=[_offered(shown, seat) for seat in _drafting(shown)] if view.draft else [],
        kept=[_kept(shown, seat) for seat in _open(shown)] if view.draft else [],
        phases=[] if view.draft or shown.is_over else battlefield.phases(view),
        others=[side for side in sides if side.seat != shown.me],
        own=[side for side in sides if side.seat == shown.me],
        bill=_bill(shown),
        hands=[] if view.draft else [_hand(shown, seat) for seat in _open(shown)],
        groups=battlefield.groups(choices, view) if choices else [],
        tip=tip(view),
        fought=[_fought(shown, duel) for duel in reversed(battlefield.fought(shown.recent))],
        chances=[] if choices else battlefield.compared(view.odds or ()),
        army=_army(shown) if view.army else None,
    )


def _open(shown: Shown) -> list[Seat]:
    """Return the seats whose cards the reader may see."""
    return [seat for seat in shown.seats if seat["number"] == shown.me or seat["is_open"]]


def _drafting(shown: Shown) -> Sequence[Seat]:
    """Return the seats whose draft is shown: who sees nobody's cards sees how far both are."""
    sees_cards = any(seat["is_me"] or seat["is_open"] for seat in shown.seats)
    return _open(shown) if sees_cards else shown.seats


def _of(shown: Shown, seat: Seat) -> str:
    return str(seat["name"]) if shown.watching else ""


def _offered(shown: Shown, seat: Seat) -> Hand:
    draft = shown.view.draft
    return _held(shown, seat, draft.offers, draft.picks[seat["number"]])


def _kept(shown: Shown, seat: Seat) -> Hand:
    return _held(shown, seat, shown.view.draft.kept)


def _hand(shown: Shown, seat: Seat) -> Hand:
    hand = _held(shown, seat, shown.view.hands)
    if not (shown.choices and prices.are_asked(shown.view)):
        return hand
    return replace(hand, cards=[replace(card, prices=prices.prices(card.code, shown.view)) for card in hand.cards])


def _held(shown: Shown, seat: Seat, by_seat: Sequence[Any], picks: int = 0) -> Hand:
    number = seat["number"]
    return Hand(number, _of(shown, seat), battlefield.cards(by_seat[number], shown.choices), picks)


def _side(shown: Shown, seat: Seat) -> Side:
    view = shown.view
    number = seat["number"]
    top = None if view.draft else view.discard_tops[number]
    prizes = view.prizes[number]
    return Side(
        number,
        seat["name"],
        seat["is_me"] and not shown.watching,
        view.active == number and not view.reason,
        battlefield.pictured(top) if top else None,
        battlefield.pictured(prizes[-1]) if prizes else None,
    )


def _bill(shown: Shown) -> Bill | None:
    placing = shown.view.placing
    if not placing:
        return None
    due = prices.left_to_pay(shown.view)
    return Bill(placing.cost, placing.paid, due, placing.clearing, battlefield.payments(shown.choices))


def _fought(shown: Shown, duel: Duel) -> Fought:
    return Fought(duel, "" if duel.winner is None else named(shown.seats, duel.winner))


def _army(shown: Shown) -> Army:
    of = named(shown.seats, shown.me) if shown.watching else ""
    discards = battlefield.cards_by_type(shown.view.discards[shown.me])
    return Army(of, list(battlefield.army_cards(shown.view)), discards)


# --- The rules page ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Drawing:
    """A worked example: the field, the cards that each has laid down, and the fights, or what one would be worth."""

    field: Field
    laid: list[list[Card]]
    duels: list[Duel]


def drawing(example: Example, players: Sequence[Seat]) -> Drawing:
    """Return a worked example as the rules page draws it, seen from Red's side."""
    view: Any = example.view
    duels = battlefield.fought(example.events) or battlefield.compared(view.fight.sums if view.fight else ())
    laid = [battlefield.cards(cards, ()) for cards in example.cards if cards]
    return Drawing(Field(0, battlefield.columns(view, 0, (), players)), laid, duels)

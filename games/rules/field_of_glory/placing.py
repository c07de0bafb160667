"""Placing units and paying for them (FG-20 to FG-24, FG-72)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.rules.field_of_glory import decks
from games.rules.field_of_glory.cards import COST, KIND, POINTS, ROUGH, TERRAIN_NAMES, UNITS, Card, fits
from games.rules.field_of_glory.events import Paid, Placed, Removed, Settled
from games.rules.field_of_glory.state import COLUMNS, FLANKS, Placing, State, place_of
from games.rules.field_of_glory.steps import AnyStep, Pay, Place, Remove, Settle
from games.rules.game import Event, Seat

NOTHING = Placing()


class Charge(NamedTuple):
    """One line of a price: `kind` is move (the movement cost), flank or rough."""

    kind: str
    amount: int


def _charges(card: Card, column: int, terrain: str) -> tuple[Charge, ...]:
    penalty = KIND[card].flank if column in FLANKS else 0
    extra = (Charge("flank", penalty), Charge("rough", ROUGH if terrain == "rough" else 0))
    return (Charge("move", COST[card]), *(each for each in extra if each.amount))


_CHARGES = {
    (card, column, terrain): _charges(card, column, terrain)
    for card in KIND
    for column in COLUMNS
    for terrain in TERRAIN_NAMES
}
_PRICES = {place: sum(each.amount for each in lines) for place, lines in _CHARGES.items()}


def charges(card: Card, column: int, terrain: str) -> tuple[Charge, ...]:
    """Return what makes up the price of a unit in a column: movement cost, flank penalty, rough ground (FG-21)."""
    return _CHARGES[card, column, terrain]


def cost(state: State, card: Card, column: int) -> int:
    """Return the price of placing a card (FG-21)."""
    return _PRICES[card, column, state.columns[column - 1].terrain]


def spare(state: State, seat: Seat) -> int:
    """Return the command points of the hand that are left after the placement so far."""
    bill = state.placing or NOTHING
    return sum([POINTS[card] for card in state.hands[seat]]) + bill.paid - bill.cost


def affordable(state: State, card: Card, column: int, spare: int) -> bool:
    """Say whether the rest of the hand could pay for the unit there (FG-24)."""
    return spare - POINTS[card] >= cost(state, card, column)


def legal(state: State, seat: Seat) -> list[AnyStep]:
    """Return how a placement can go on: settle and pay once no column waits for a unit; place until payment begins."""
    bill = state.placing
    assert bill is not None
    steps: list[AnyStep] = []
    if bill.clearing is None:
        steps += [Settle()] if bill.paid >= bill.cost else []
        steps += [Pay(card) for card in state.hands[seat]] if bill.cost else []
    if not bill.paying:
        steps += legal_units(state, seat)
        steps += legal_removals(state, seat)
    return steps


def legal_units(state: State, seat: Seat) -> Iterable[AnyStep]:
    """Return every unit of the hand in every column where it fits and can be paid for."""
    money = spare(state, seat)
    units = [card for card in state.hands[seat] if card in UNITS]
    return [
        Place(card, column)
        for card in units
        for column in _open_columns(state)
        if fits(state.units(seat, column), card) and affordable(state, card, column, money)
    ]


def legal_removals(state: State, seat: Seat) -> Iterable[AnyStep]:
    """Return every own unit that a unit of the hand could replace, except those placed by the same move (FG-23)."""
    placed = state.placing.placed if state.placing else []
    return [
        Remove(card)
        for column in _open_columns(state)
        for card in state.units(seat, column)
        if card not in placed and makes_room(state, seat, card, column)
    ]


def makes_room(state: State, seat: Seat, card: Card, column: int) -> bool:
    """Say whether an affordable unit would fit once the card is removed, or both units are (FG-23)."""
    money = spare(state, seat)
    placed = state.placing.placed if state.placing else []
    rest = [other for other in state.units(seat, column) if other != card]
    staying = rest if set(rest) & set(placed) else []
    return any(
        unit in UNITS and fits(staying, unit) and affordable(state, unit, column, money) for unit in state.hands[seat]
    )


def _open_columns(state: State) -> Sequence[int]:
    """Return all columns, or the one from which a unit was removed."""
    clearing = state.placing.clearing if state.placing else None
    return COLUMNS if clearing is None else (clearing,)


def _bill(state: State) -> Placing:
    if state.placing is None:
        state.placing, state.phase = Placing(), "place"
    return state.placing


def place(state: State, seat: Seat, card: Card, column: int) -> list[Event]:
    """Put a unit into a column and add its cost to the bill."""
    bill, price = _bill(state), cost(state, card, column)
    state.hands[seat].remove(card)
    state.units(seat, column).append(card)
    bill.cost += price
    bill.placed.append(card)
    bill.clearing = None
    return [Placed(seat, card, column, price)]


def remove(state: State, seat: Seat, card: Card) -> list[Event]:
    """Discard an own unit; the next one must go into its column."""
    column = place_of(state, seat, card)
    assert column is not None
    _bill(state).clearing = column
    state.units(seat, column).remove(card)
    state.discards[seat].append(card)
    return [Removed(seat, card, column)]


def pay(state: State, seat: Seat, card: Card) -> list[Event]:
    """Discard a card for its command points."""
    bill = _bill(state)
    bill.paid += POINTS[card]
    bill.paying = True
    decks.discard(state, seat, card)
    return [Paid(seat, card, POINTS[card])]


def settle(state: State, seat: Seat) -> list[Event]:
    """End a placement that is paid for."""
    bill = _bill(state)
    state.placing, state.phase = None, "acts"
    return [Settled(seat, bill.cost, bill.paid)]

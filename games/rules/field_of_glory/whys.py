"""Why cards, units and columns cannot be used: what a player might expect of them, and the rule against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from games.rules.field_of_glory import steps as st
from games.rules.field_of_glory.cards import OVERLAPS, UNITS, Card
from games.rules.field_of_glory.explain import why_no_flank, why_not
from games.rules.field_of_glory.imagine import rebuilt
from games.rules.field_of_glory.state import COLUMNS, State, contested, place_of, unopposed
from games.rules.field_of_glory.steps import AnyStep
from games.rules.field_of_glory.view import FieldOfGloryView
from games.rules.field_of_glory.words import card_name, label
from games.rules.game import Seat
from games.rules.guide import Why
from games.rules.sentence import N_, sentence


def whys(view: FieldOfGloryView, seat: Seat) -> list[Why]:
    """Return what the seat's hand, units and columns suggest in this view but the rules forbid."""
    return list(ASKED.get(view.phase, _nothing)(rebuilt(view, seat), seat))


def _nothing(state: State, seat: Seat) -> Iterator[Why]:
    yield from ()


def _refused(state: State, seat: Seat, *steps: AnyStep) -> Iterator[Why]:
    """Yield the steps that are not possible, each with its reason."""
    for step in steps:
        reason = why_not(state, seat, step)
        if reason:
            yield Why(label(step), reason, _parts(step))


def _parts(step: AnyStep) -> tuple[str, ...]:
    match step:
        case st.Place(card, column) | st.Flank(card, column):
            return card, column_part(column)
        case st.Bonus(source):
            return (source,)
        case _:
            return (card,) if (card := getattr(step, "card", "")) else ()


def column_part(column: int) -> str:
    """Return the board's name for a column; cards and units keep their own names."""
    return f"column-{column}"


def _units(state: State, seat: Seat) -> list[Card]:
    return [card for column in COLUMNS for card in state.units(seat, column)]


# --- phases in which the hand or the units wait ---


def _hand_waits(state: State, seat: Seat) -> Iterator[Why]:
    """Yield why each card of the hand that has no use in this phase can't be used."""
    for card in state.hands[seat]:
        reason = why_not(state, seat, st.Pay(card))
        if reason:
            yield Why(sentence(N_("Use {card}"), card=card_name(card)), reason, (card,))


def _units_wait(state: State, seat: Seat) -> Iterator[Why]:
    return _refused(state, seat, *map(st.Attack, _units(state, seat)))


def _dropping(state: State, seat: Seat) -> Iterator[Why]:
    yield from _refused(state, seat, *map(st.Drop, _units(state, seat)))
    yield from _hand_waits(state, seat)


def _flanking(state: State, seat: Seat) -> Iterator[Why]:
    for column in contested(state):
        yield from _refused(state, seat, *(st.Flank(card, column) for card in state.units(seat, column)))
    yield from _unflanked(state, seat)
    opposed = {card for column in contested(state) for card in state.units(seat, column)}
    yield from _refused(state, seat, *(st.Attack(card) for card in _units(state, seat) if card not in opposed))
    yield from _hand_waits(state, seat)


def _unflanked(state: State, seat: Seat) -> Iterator[Why]:
    """Yield why unopposed units can't attack enemies beside them in the flank."""
    open_to_it = {target for target, _ in state.flanks}
    for column in COLUMNS:
        for card in state.units(seat, column) if unopposed(state, seat, column) else ():
            for target in (column - 1, column + 1):
                if target in COLUMNS and state.units(1 - seat, target) and target not in open_to_it:
                    step = st.Flank(card, target)
                    yield Why(label(step), why_no_flank(state, seat, target), _parts(step))


def _answering(state: State, seat: Seat) -> Iterator[Why]:
    attacked = state.fight.column if state.fight else None
    for card in _units(state, seat):
        yield from _refused(state, seat, st.Stand(card))
        if place_of(state, seat, card) == attacked and state.fight and not state.fight.defence:
            yield from _refused(state, seat, st.Withdraw(card))
    yield from _refused(state, seat, *map(st.Bonus, state.hands[seat]))


# --- actions ---


def _acting(state: State, seat: Seat) -> Iterator[Why]:
    yield from _placing_units(state, seat)
    for card in state.hands[seat]:
        yield from _no_unit(card)
    yield from _refused(state, seat, *map(st.Attack, _units(state, seat)))
    yield from _unflanked(state, seat)
    yield from _refused(state, seat, *map(st.Remove, _units(state, seat)))


def _no_unit(card: Card) -> Iterator[Why]:
    if card not in UNITS:
        reason = sentence(N_("you can’t place Commanders or action cards."))
        yield Why(sentence(N_("Place {card}"), card=card_name(card)), reason, (card,))
    if card in OVERLAPS:
        reason = sentence(N_("you play Overlap after declaring an attack and before choosing its bonus card."))
        yield Why(label(st.Overlap(card)), reason, (card,))


def _placing(state: State, seat: Seat) -> Iterator[Why]:
    yield from _placing_units(state, seat)
    yield from _refused(state, seat, st.Settle(), *map(st.Pay, state.hands[seat]))
    yield from _refused(state, seat, *map(st.Remove, _units(state, seat)))
    yield from _units_wait(state, seat)


def _placing_units(state: State, seat: Seat) -> Iterator[Why]:
    cards = [card for card in state.hands[seat] if card in UNITS]
    full = [column for column in COLUMNS if len(state.units(seat, column)) > 1]
    for card in cards:
        yield from _placing_unit(state, seat, card, [column for column in COLUMNS if column not in full])
    for column in full if cards else ():
        reason = why_not(state, seat, st.Place(cards[0], column))
        if reason:
            wish = sentence(N_("Place a unit in column {column}"), column=column)
            yield Why(wish, reason, (column_part(column), *cards))


def _placing_unit(state: State, seat: Seat, card: Card, columns: list[int]) -> Iterator[Why]:
    """Yield why a unit cannot be placed in some columns, said once if it can be placed in none for a single reason."""
    refused = list(_refused(state, seat, *(st.Place(card, column) for column in columns)))
    if len(refused) == len(columns) > 1 and len({str(why.reason) for why in refused}) == 1:
        parts = (card, *map(column_part, columns))
        yield Why(sentence(N_("Place {card}"), card=card_name(card)), refused[0].reason, parts)
    else:
        yield from refused


ASKED: Mapping[str, Callable[[State, Seat], Iterator[Why]]] = {
    "advance": _dropping,
    "leave": _dropping,
    "flank": _flanking,
    "act": _acting,
    "place": _placing,
    "bonus": _units_wait,
    "answer": _answering,
    "trim": _units_wait,
}
"""What to examine, by what the seat is asked; in the draft everything shown can be used."""

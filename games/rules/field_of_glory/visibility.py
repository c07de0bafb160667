"""Who may see what (FG-6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from games.rules.field_of_glory import attacks
from games.rules.field_of_glory.cards import CARDS, CODE, KIND, KINDS, Card, prizes
from games.rules.field_of_glory.combat import attack_terms, defence_terms, strength
from games.rules.field_of_glory.decks import in_order
from games.rules.field_of_glory.phases import to_act
from games.rules.field_of_glory.state import (
    BLUE,
    FLANKS,
    KEEP,
    RED,
    Column,
    Draft,
    Fight,
    Placing,
    State,
    contested,
    controlled,
    defender,
    place_of,
)
from games.rules.field_of_glory.view import (
    HIDDEN,
    ArmyLine,
    Cards,
    ColumnSeen,
    DraftSeen,
    FieldOfGloryView,
    FightSeen,
    Odds,
    PlacingSeen,
    UnitSeen,
)
from games.rules.game import REFEREE, Seat, Viewer

V = TypeVar("V")
SEATS = (RED, BLUE)


def view(state: State, viewer: Viewer) -> FieldOfGloryView:
    """Return what the viewer may know of the state: its own cards, except their order in its deck, and what is
    public.
    """

    def own(cards: Callable[[Seat], V]) -> tuple[V | None, V | None]:
        red, blue = (cards(seat) if viewer in (seat, REFEREE) else None for seat in SEATS)
        return red, blue

    return FieldOfGloryView(
        viewer=viewer,
        phase=state.phase,
        turn=state.turn,
        active=None if state.draft else state.active,
        asked=tuple(sorted(to_act(state))),
        columns=tuple(_column(state, number, column) for number, column in enumerate(state.columns, 1)),
        hands=own(lambda seat: tuple(state.hands[seat])),
        hand_sizes=_sizes(state.hands),
        decks=own(lambda seat: left(state, seat)),
        deck_sizes=_sizes(state.decks),
        discards=own(lambda seat: tuple(state.discards[seat])),
        discard_sizes=_sizes(state.discards),
        discard_tops=both(lambda seat: state.discards[seat][-1] if state.discards[seat] else None),
        out=own(lambda seat: in_order(state.out[seat])),
        prizes=both(lambda seat: tuple(state.prizes[seat])),
        points=both(lambda seat: prizes(state.prizes[seat])),
        terrain=both(lambda seat: controlled(state, seat)),
        shuffles=both(lambda seat: state.shuffles[seat]),
        draft=_draft(state.draft, own) if state.draft else None,
        first=state.first,
        army=army(state, viewer) if viewer in SEATS else (),
        flanks=tuple(state.flanks),
        placing=_placing(state.placing) if state.placing else None,
        fight=_fight(state, state.fight, viewer) if state.fight else None,
        last_fight=state.last_fight,
        odds=tuple(odds(state)),
        reason=state.reason,
        deck_orders=both(lambda seat: tuple(state.decks[seat])) if viewer == REFEREE else None,
    )


def both(value: Callable[[Seat], V]) -> tuple[V, V]:
    """Return a value for each seat."""
    return value(RED), value(BLUE)


def _sizes(piles: list[list[Card]]) -> tuple[int, int]:
    return len(piles[RED]), len(piles[BLUE])


# --- a seat's own cards ---


def _piles(state: State, seat: Seat) -> dict[str, list[Card]]:
    """Return where a seat's cards are, by the names of `ArmyLine`, without its deck."""
    bonus = state.fight.bonus if state.fight and seat == state.active else None
    drafted = [*state.draft.kept[seat], *state.draft.offers[seat]] if state.draft else []
    return {
        "hand": [*state.hands[seat], *drafted, *([bonus] if bonus else [])],
        "field": [card for column in state.columns for card in column.units[seat]],
        "discards": state.discards[seat],
        "lost": state.prizes[1 - seat],
        "out": state.out[seat],
    }


def left(state: State, seat: Seat) -> Cards:
    """Return what a seat knows to be in its deck: all that is nowhere else. The deck itself is not looked at."""
    elsewhere = {card for pile in _piles(state, seat).values() for card in pile}
    return tuple(card for card in CARDS if card not in elsewhere)


def army(state: State, seat: Seat) -> tuple[ArmyLine, ...]:
    """Return where a seat's cards are, type by type."""
    piles = {**_piles(state, seat), "deck": left(state, seat)}
    types = {name: [CODE.get(card) for card in pile] for name, pile in piles.items()}
    return tuple(ArmyLine(kind.code, **{name: pile.count(kind.code) for name, pile in types.items()}) for kind in KINDS)


Own = Callable[[Callable[[Seat], Cards]], tuple[Cards | None, Cards | None]]


def _draft(draft: Draft, own: Own) -> DraftSeen:
    return DraftSeen(
        offers=own(lambda seat: tuple(draft.offers[seat])),
        kept=own(lambda seat: tuple(draft.kept[seat])),
        picks=both(lambda seat: len(draft.kept[seat]) // KEEP),
    )


# --- the battlefield ---


def _column(state: State, number: int, column: Column) -> ColumnSeen:
    fight = state.fight
    leads = (fight.lead, fight.defence) if fight else ()

    def seen(seat: Seat) -> tuple[UnitSeen, ...]:
        lead = leads[seat != state.active] if leads else None
        return tuple(_unit(card, card == lead) for card in column.units[seat])

    return ColumnSeen(number, column.terrain, number in FLANKS, column.control, both(seen))


def _unit(card: Card, lead: bool) -> UnitSeen:
    kind = KIND[card]
    return UnitSeen(card, kind.code, kind.value, kind.cost, kind.prize, lead)


def odds(state: State) -> Iterator[Odds]:
    """Yield every attack that the active seat could declare now, against every unit that could lead the defence."""
    if state.phase == "flank":
        for step in attacks.legal_leads(state):
            column = place_of(state, state.active, step.card)
            beside = None if column == step.column else column
            yield from sums(state, Fight(step.column, step.card, flank=True, beside=beside))
    elif state.phase == "act":
        for number in contested(state):
            for lead in state.units(state.active, number):
                yield from sums(state, Fight(number, lead))


def sums(state: State, fight: Fight) -> Iterator[Odds]:
    """Yield an attack against the lead of the defence, or against each unit that may become it."""
    for card in [fight.defence] if fight.defence else state.units(defender(state), fight.column):
        attack, defence = attack_terms(state, fight, card), defence_terms(state, fight.column, card)
        totals = strength(attack), strength(defence)
        yield Odds(fight.lead, card, fight.column, fight.flank, attack, defence, totals)


def _fight(state: State, fight: Fight, viewer: Viewer) -> FightSeen:
    hidden = fight.bonus is not None and viewer not in (state.active, REFEREE)
    return FightSeen(
        by=state.active,
        column=fight.column,
        lead=fight.lead,
        flank=fight.flank,
        beside=fight.beside,
        overlap=fight.overlap,
        bonus=HIDDEN if hidden else fight.bonus,
        blind=fight.blind,
        defence=fight.defence,
        withdrawable=() if fight.defence else tuple(attacks.withdrawable(state, fight)),
        sums=tuple(sums(state, fight)),
    )


def _placing(bill: Placing) -> PlacingSeen:
    return PlacingSeen(bill.cost, bill.paid, tuple(bill.placed), bill.clearing, bill.paying)

"""States in which a seat would see exactly its view: what it cannot see is dealt from the remaining cards."""

from __future__ import annotations

from games.rules.chance import Chance
from games.rules.field_of_glory.cards import CARDS, ORDER, Card
from games.rules.field_of_glory.state import BLUE, COLORS, KEEP, OFFER, RED, Column, Draft, Fight, Placing, State
from games.rules.field_of_glory.view import HIDDEN, ColumnSeen, FieldOfGloryView, FightSeen
from games.rules.game import Seat


def imagine(view: FieldOfGloryView, seat: Seat, chance: Chance) -> State:
    """Return a state with the seat's view; unseen cards are drawn by chance."""
    return rebuilt(view, seat, chance)


def rebuilt(view: FieldOfGloryView, seat: Seat, chance: Chance | None = None) -> State:
    """Return a state with the seat's view; unseen cards come in the order of the card table, or drawn by chance."""
    state = known(view, seat, chance)
    _deal_other(state, view, 1 - seat, chance)
    return state


def known(view: FieldOfGloryView, seat: Seat, chance: Chance | None) -> State:
    """Return a state with all that the seat knows; the opponent's hidden cards are not dealt yet."""
    state = State(
        columns=[_column(column) for column in view.columns],
        decks=[[], []],
        hands=[[], []],
        discards=[[], []],
        prizes=[list(view.prizes[RED]), list(view.prizes[BLUE])],
        out=[[], []],
        shuffles=list(view.shuffles),
        phase=view.phase,  # type: ignore[arg-type]
        turn=view.turn,
        active=view.active or RED,
        draft=Draft([[], []], [[], []]) if view.draft else None,
        first=view.first,
        flanks=list(view.flanks),
        placing=_placing(view),
        fight=_fight(view.fight) if view.fight else None,
        last_fight=view.last_fight,
        reason=view.reason,
    )
    _deal_own(state, view, seat, chance)
    return state


def _column(seen: ColumnSeen) -> Column:
    units = [[unit.card for unit in side] for side in seen.units]
    return Column(units, seen.terrain, seen.control)  # type: ignore[arg-type]


def _placing(view: FieldOfGloryView) -> Placing | None:
    bill = view.placing
    return Placing(bill.cost, bill.paid, list(bill.placed), bill.clearing, bill.paying) if bill else None


def _fight(seen: FightSeen) -> Fight:
    return Fight(
        column=seen.column,
        lead=seen.lead,
        flank=seen.flank,
        beside=seen.beside,
        overlap=seen.overlap,
        bonus=seen.bonus,
        blind=seen.blind,
        defence=seen.defence,
    )


def _deal_own(state: State, view: FieldOfGloryView, seat: Seat, chance: Chance | None) -> None:
    """Deal a seat its own cards: it knows all of them, but not the order of its deck."""
    state.hands[seat] = list(view.hands[seat] or ())
    state.discards[seat] = list(view.discards[seat] or ())
    state.decks[seat] = list(view.decks[seat] or ())
    state.out[seat] = list(view.out[seat] or ())
    if chance:
        chance.shuffle(state.decks[seat], f"imagined {COLORS[seat]}")
    if state.draft and view.draft:
        state.draft.offers[seat] = list(view.draft.offers[seat] or ())
        state.draft.kept[seat] = list(view.draft.kept[seat] or ())


def _deal_other(state: State, view: FieldOfGloryView, seat: Seat, chance: Chance | None) -> None:
    """Deal the opponent's hand, deck, draft, hidden bonus card, and discards below the top.

    The rest was not drafted.
    """
    top = view.discard_tops[seat]
    pool = unseen(state, seat, top)
    if chance:
        chance.shuffle(pool, f"imagined {COLORS[seat]}")

    def deal(count: int) -> list[Card]:
        return [pool.pop() for _ in range(count)]

    state.hands[seat] = sorted(deal(view.hand_sizes[seat]), key=ORDER.__getitem__)
    state.decks[seat] = deal(view.deck_sizes[seat])
    state.discards[seat] = [*deal(view.discard_sizes[seat] - 1), top] if top else []
    if state.fight and state.fight.bonus == HIDDEN:
        state.fight.bonus = pool.pop()
    if state.draft and view.draft:
        state.draft.offers[seat] = deal(OFFER if seat in view.asked else 0)
        state.draft.kept[seat] = deal(KEEP * view.draft.picks[seat])
    state.out[seat] = pool


def unseen(state: State, seat: Seat, top: Card | None) -> list[Card]:
    """Return the opponent's cards that are not public."""
    field = [card for column in state.columns for card in column.units[seat]]
    open_cards = {*field, *state.prizes[1 - seat], top}
    if state.fight and seat == state.active:
        open_cards.add(state.fight.bonus)
    return [card for card in reversed(CARDS) if card not in open_cards]

"""Who may see what (FD-11, FD-22); that not even who is ready may be seen lets nothing be taken back (FD-62)."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.army_phase import army_of
from games.rules.fantasy_dice_battles.data import PLACES, DataSet
from games.rules.fantasy_dice_battles.round.resolution import reason
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import (
    SEATS,
    Orders,
    Side,
    State,
    all_tokens,
    bare_side,
    fighting,
    standing,
)
from games.rules.fantasy_dice_battles.view import (
    Building,
    DiceBattlesView,
    Sealed,
    SideSeen,
    TokenSeen,
)
from games.rules.game import REFEREE, Seat, Viewer


def seen_to_act(state: State, viewer: Viewer) -> frozenset[Seat]:
    """Return the seats that a viewer may know to owe a move: of what is sealed, only its own."""
    return frozenset(seat for seat in state.asked if viewer in (seat, REFEREE))


def view(state: State, viewer: Viewer) -> DiceBattlesView:
    """Return what the viewer may know of the state."""
    data, choosing = of_digest(state.set_digest), state.phase == "army"
    own = state.sides[viewer] if viewer in SEATS else None
    one, other = (bare_side() if choosing else side for side in state.sides)
    return DiceBattlesView(
        viewer=viewer,
        set_name=data.id,
        set_digest=state.set_digest,
        phase=state.phase,
        round=state.round,
        asked=tuple(sorted(seen_to_act(state, viewer))),
        sides=(_side(one, data), _side(other, data)),
        fighting=tuple(battalion + 1 for battalion in fighting(state)) if not choosing else (),
        army=_building(own, data) if own and choosing else None,
        hand=tuple(sorted(own.hand)) if own else None,
        deck=_deck(own) if own else None,
        orders=_copy(own.orders) if own else None,
        reason=reason(state) if state.phase == "over" else None,
        sealed=(_sealed(state, 0, data), _sealed(state, 1, data)) if viewer == REFEREE else None,
    )


# --- what everybody may see ---


def _side(side: Side, data: DataSet) -> SideSeen:
    return SideSeen(
        faction=side.faction,
        tokens=tuple(_token(side, place, data) for place in range(len(PLACES))),
        reserve=tuple(side.reserve),
        fleeing=tuple(side.fleeing),
        lost=tuple(side.lost),
        discards=tuple(side.discards),
        unseen=tuple(_less(all_tokens(side), side.discards)),
        hand_size=len(side.hand),
        deck_size=len(side.deck),
        heroes=standing(side),
        last=_copy(side.last),
    )


def _less(cards: Iterable[str], others: Iterable[str]) -> list[str]:
    """Return the cards without the others, in alphabetical order."""
    left = sorted(cards)
    for card in others:
        left.remove(card)
    return left


def _token(side: Side, place: int, data: DataSet) -> TokenSeen | None:
    unit = side.tokens[place]
    if not unit:
        return None
    return TokenSeen(unit, PLACES[place], side.wounds[place], data.kinds[unit].morale, side.poison[place] == 1)


def _copy(orders: Orders) -> Orders:
    """Return a copy, because a view must not change with the state that it was made from."""
    return Orders(dict(orders.cards), list(orders.sent))


# --- what is a seat's own ---


def _building(side: Side, data: DataSet) -> Building:
    army = army_of(side)
    return Building(army.faction, army.tokens, army.reserve, armies.points(army, data.kinds))


def _deck(side: Side) -> tuple[str, ...]:
    """Return what a seat knows to be in its draw pile: all that is nowhere else. The pile itself is not looked at."""
    if not side.hand:
        return ()
    return tuple(_less(all_tokens(side), [*side.discards, *side.hand]))


def _sealed(state: State, seat: Seat, data: DataSet) -> Sealed:
    side = state.sides[seat]
    building = _building(side, data) if state.phase == "army" else None
    return Sealed(building, tuple(side.hand), tuple(side.deck), _copy(side.orders))

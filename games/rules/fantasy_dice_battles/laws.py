"""What is true of every state between moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from games.rules.errors import BadState
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.army_phase import army_of
from games.rules.fantasy_dice_battles.data import HERO, HEROES, PLACE, SIZE, UNITS, Kind
from games.rules.fantasy_dice_battles.orders_phase import lacking
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import (
    HAND,
    LAST_ROUND,
    LOST_HEROES,
    NORMAL_UNITS,
    POINTS,
    RESERVE_AT_START,
    Orders,
    Side,
    State,
    all_tokens,
    bare_side,
    fighting,
    standing,
)
from games.rules.game import Seat
from games.rules.sentence import N_, sentence

Law = Callable[[State, Side, Mapping[str, Kind]], bool]


def check(state: State) -> None:
    """Verify the laws. Raises BadState with the first one that is broken."""
    kinds = of_digest(state.set_digest).kinds
    for law, holds in CHOOSING if state.phase == "army" else FIGHTING:
        if not all(holds(state, side, kinds) for side in state.sides):
            raise BadState(sentence(law))


def _seat(state: State, side: Side) -> Seat:
    return next(seat for seat, other in enumerate(state.sides) if other is side)


def _asked_holds(state: State, _side: Side, _kinds: Mapping[str, Kind]) -> bool:
    in_order = sorted(set(state.asked)) == state.asked
    return in_order and bool(state.asked) == (state.phase != "over")


def _army_is_sealed(state: State, side: Side, _kinds: Mapping[str, Kind]) -> bool:
    if _seat(state, side) in state.asked:
        return side == bare_side()
    chosen = bare_side()
    chosen.faction, chosen.tokens, chosen.reserve = side.faction, side.tokens, side.reserve
    legal = not armies.faults(army_of(side), of_digest(state.set_digest))
    return side == chosen and legal and side.reserve == sorted(side.reserve)


def _army_holds(state: State, side: Side, kinds: Mapping[str, Kind]) -> bool:
    """Return all tokens together are an army, wherever they are now."""
    tokens = Counter(all_tokens(side))
    normal = [unit for unit in tokens.elements() if not kinds[unit].hero]
    legal = all(kinds[unit].faction == side.faction and n <= kinds[unit].copies for unit, n in tokens.items())
    cheap = sum(kinds[unit].cost for unit in normal) <= POINTS
    heroes = tokens.total() - len(normal)
    return legal and cheap and NORMAL_UNITS[0] <= len(normal) <= NORMAL_UNITS[1] and heroes == len(HEROES)


def _places_hold(_state: State, side: Side, kinds: Mapping[str, Kind]) -> bool:
    standing_right = all(place % SIZE in kinds[unit].spaces for place, unit in enumerate(side.tokens) if unit)
    led = all(side.tokens[place - place % SIZE + HERO] for place in UNITS if side.tokens[place])
    others = [*side.reserve, *filter(None, side.fleeing)]
    return standing_right and led and not any(kinds[unit].hero for unit in others)


def _reserve_holds(_state: State, side: Side, _kinds: Mapping[str, Kind]) -> bool:
    return len(side.reserve) <= RESERVE_AT_START


def _dice_hold(_state: State, side: Side, kinds: Mapping[str, Kind]) -> bool:
    return all(
        wounds < kinds[unit].morale if unit else wounds + poison == 0
        for unit, wounds, poison in zip(side.tokens, side.wounds, side.poison, strict=True)
    )


def _cards_hold(_state: State, side: Side, _kinds: Mapping[str, Kind]) -> bool:
    return Counter(side.hand + side.deck + side.discards) == Counter(all_tokens(side))


def _hand_holds(state: State, side: Side, _kinds: Mapping[str, Kind]) -> bool:
    return len(side.hand) == HAND - (len(side.last.cards) if state.phase == "over" else 0)


def _orders_hold(state: State, side: Side, kinds: Mapping[str, Kind]) -> bool:
    if state.phase == "over" or _seat(state, side) in state.asked:
        return side.orders == Orders()
    active = fighting(state)
    return _has_ordered(side) and not lacking(side.orders, active) and _orders_are_possible(side, active, kinds)


def _has_ordered(side: Side) -> bool:
    """Say whether the seat has the cards and units it orders."""
    cards, units = Counter(side.orders.cards.values()), Counter(unit for _, unit in side.orders.sent)
    return cards <= Counter(side.hand) and units <= Counter(side.reserve)


def _orders_are_possible(side: Side, active: list[int], kinds: Mapping[str, Kind]) -> bool:
    if any(place not in PLACE for place, _ in side.orders.sent):
        return False
    places = [PLACE[place] for place, _ in side.orders.sent]
    battalions = [place // SIZE for place in places]
    fits = all(PLACE[place] % SIZE in kinds[unit].spaces for place, unit in side.orders.sent)
    free = not any(side.tokens[place] for place in places)
    sorted_right = sorted(side.orders.sent) == side.orders.sent
    return fits and free and sorted_right and len(set(battalions)) == len(battalions) and {*battalions} <= {*active}


def _last_holds(state: State, side: Side, _kinds: Mapping[str, Kind]) -> bool:
    """Return the cards and units of the last round belong to the army."""
    if state.phase == "orders" and state.round == 1:
        return side.last == Orders()
    owned = Counter(all_tokens(side))
    cards, sent = Counter(side.last.cards.values()), Counter(unit for _, unit in side.last.sent)
    return bool(cards) and cards <= owned and sent <= owned and all(place in PLACE for place, _ in side.last.sent)


def _end_holds(state: State, _side: Side, _kinds: Mapping[str, Kind]) -> bool:
    decided = min(map(standing, state.sides)) <= len(HEROES) - LOST_HEROES
    if state.phase == "over":
        return 1 <= state.round <= LAST_ROUND and (decided or state.round == LAST_ROUND)
    return 1 <= state.round <= LAST_ROUND and not decided


CHOOSING: tuple[tuple[str, Law], ...] = (
    (
        N_("The seats to move must be listed once each, in ascending order, and a match in progress has at least one."),
        _asked_holds,
    ),
    (N_("A sealed army must be legal, and a seat that still has to choose has none (FD-10, FD-11)."), _army_is_sealed),
)
FIGHTING: tuple[tuple[str, Law], ...] = (
    (
        N_("The seats to move must be listed once each, in ascending order, and a match in progress has at least one."),
        _asked_holds,
    ),
    (N_("A seat’s tokens must form a legal army, no matter what has happened to them since (FD-10)."), _army_holds),
    (N_("Units can stand only where their tokens allow, and only with their hero (FD-4, FD-51)."), _places_hold),
    (N_("At most four units can be in reinforcements (FD-12)."), _reserve_holds),
    (N_("Dice must be on units, and a unit must have fewer wounds than morale boxes (FD-46, FD-50)."), _dice_hold),
    (N_("Each token must have one order card, in hand, draw pile or discards (FD-13)."), _cards_hold),
    (N_("A hand has seven cards (FD-53)."), _hand_holds),
    (
        N_("Sealed orders must be possible, and a seat that still has to give orders has none (FD-20 to FD-22)."),
        _orders_hold,
    ),
    (N_("The previous round’s orders name something the army doesn’t have."), _last_holds),
    (N_("A match is over if, and only if, a seat has lost two heroes or round 40 is over (FD-60, FD-61)."), _end_holds),
)

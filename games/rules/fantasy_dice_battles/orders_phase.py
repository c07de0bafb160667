"""Composing the orders of a round: cards and reinforcements, sealed together (FD-20 to FD-22)."""

from __future__ import annotations

from bisect import insort

from games.rules.fantasy_dice_battles.data import PLACES, SIZE, DataSet
from games.rules.fantasy_dice_battles.events import CardLaid, UnitSent
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import POSTS, Orders, Side, State, fighting
from games.rules.fantasy_dice_battles.steps import READY, STEPS, AnyStep, Lay, Reinforce
from games.rules.game import Event, Seat


def legal(state: State, seat: Seat) -> list[AnyStep]:
    """Return every card at every post without one, every reinforcement, and `ready` once no compulsory card is
    missing.
    """
    side, active = state.sides[seat], fighting(state)
    steps: list[AnyStep] = []
    cards = sorted(set(left_in_hand(side)))
    for post in POSTS:
        if post not in side.orders.cards:
            steps += [STEPS[f"lay {card}@{post}"] for card in cards]
    if side.reserve:
        steps += reinforcements(of_digest(state.set_digest), side, active)
    if not lacking(side.orders, active):
        steps.append(READY)
    return steps


def composing(side: Side) -> Side:
    """Return the part of a side that bots need to plan; its orders are a copy, which they may change."""
    return Side(
        tokens=side.tokens,
        wounds=side.wounds,
        poison=side.poison,
        reserve=side.reserve,
        fleeing=side.fleeing,
        hand=side.hand,
        orders=Orders(dict(side.orders.cards), list(side.orders.sent)),
    )


def left_in_hand(side: Side) -> list[str]:
    """Return the cards of the hand that have not been laid."""
    cards = list(side.hand)
    for card in side.orders.cards.values():
        cards.remove(card)
    return cards


def left_in_reserve(side: Side) -> list[str]:
    """Return the units in reinforcements that have not been sent."""
    units = list(side.reserve)
    for _, unit in side.orders.sent:
        units.remove(unit)
    return units


def lacking(orders: Orders, active: list[int]) -> list[int]:
    """Return the battalions with both heroes, from 0, that have no card yet (FD-20)."""
    return [battalion for battalion in active if POSTS[battalion] not in orders.cards]


def reinforced(orders: Orders) -> set[str]:
    """Return the battalions to which a unit is sent, as "1" to "3"."""
    return {place[0] for place, _ in orders.sent}


def reinforcements(data: DataSet, side: Side, active: list[int]) -> list[AnyStep]:
    """Return every unit that can still be sent, at every place where it may stand (FD-21); `active` as in `lacking`."""
    kinds, done = data.kinds, reinforced(side.orders)
    units = sorted(set(left_in_reserve(side)))
    return [
        STEPS[f"reinforce {unit}@{PLACES[place]}"]
        for battalion in active
        if POSTS[battalion] not in done
        for unit in units
        for space in kinds[unit].spaces
        if not side.tokens[place := battalion * SIZE + space]
    ]


def lay(state: State, seat: Seat, step: Lay) -> list[Event]:
    """Lay a card. Cards are stored by post, so that nothing shows in which order they were laid (FD-22)."""
    orders = state.sides[seat].orders
    cards = {**orders.cards, step.post: step.card}
    orders.cards = {post: cards[post] for post in POSTS if post in cards}
    return [CardLaid(seat, step.card, step.post)]


def reinforce(state: State, seat: Seat, step: Reinforce) -> list[Event]:
    """Send a unit."""
    insort(state.sides[seat].orders.sent, (step.place, step.unit))
    return [UnitSent(seat, step.unit, step.place)]

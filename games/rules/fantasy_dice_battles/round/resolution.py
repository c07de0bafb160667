"""A round, once both seats are ready: its ten steps in order, one function each (FD-1, FD-35, FD-53, FD-60, FD-61)."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.chance import Chance
from games.rules.fantasy_dice_battles.data import BATTALIONS, HEROES, PLACE, PLACES, SIZE, DataSet, Kind
from games.rules.fantasy_dice_battles.events import (
    BattleEnded,
    DiceCounted,
    DispelsCancelled,
    PoisonWorked,
    Regrouped,
    Reinforced,
    Revealed,
    RoundStarted,
)
from games.rules.fantasy_dice_battles.round import flight, regrouping, shooting
from games.rules.fantasy_dice_battles.round.counting import dice, terms, why_not
from games.rules.fantasy_dice_battles.round.decks import refill
from games.rules.fantasy_dice_battles.round.powers import DISPEL, EFFECTS, Scene
from games.rules.fantasy_dice_battles.round.state import Round
from games.rules.fantasy_dice_battles.state import (
    LAST_ROUND,
    LOST_HEROES,
    POSTS,
    REGROUP,
    SEATS,
    Orders,
    Post,
    Reason,
    Side,
    State,
    fighting,
    standing,
)
from games.rules.game import Event, Seat


def resolve(state: State, data: DataSet, chance: Chance) -> list[Event]:
    """Resolve the orders of both seats, and begin the next round or end the match."""
    now = Round(state, data, chance)
    for step in ROUND_STEPS:
        step(now)
    return now.events


def reveal(now: Round) -> None:
    """Step 1: note which battalions are active, let reinforcements enter, find the active cards."""
    now.fighting = fighting(now.state)
    for seat in SEATS:
        _enter(now, seat)
    for index, post in enumerate(POSTS):
        for seat in SEATS:
            card = now.sides[seat].orders.cards.get(post)
            if card:
                _turn_over(now, seat, index, post, now.data.kinds[card])


def _enter(now: Round, seat: Seat) -> None:
    side = now.sides[seat]
    for place, unit in side.orders.sent:
        side.reserve.remove(unit)
        side.tokens[PLACE[place]] = unit
        now.events.append(Reinforced(seat, unit, place))


def _turn_over(now: Round, seat: Seat, index: int, post: Post, card: Kind) -> None:
    why = "" if post == REGROUP else why_not(now.sides[seat], now.sides[1 - seat], index, card)
    if not why and index in now.fighting:
        now.cards[seat][index] = card
    now.events.append(Revealed(seat, post, card.id, why))


def mark_dispelled(now: Round) -> None:
    """Step 2: take their powers from cards under DISPEL; two such cards cancel each other."""
    for battalion in now.fighting:
        dispelling = [seat for seat in SEATS if _has(now.cards[seat][battalion], DISPEL)]
        if len(dispelling) == 1:
            EFFECTS[DISPEL].work(now, dispelling[0], battalion)
        elif dispelling:
            now.events.append(DispelsCancelled(battalion + 1))


def _has(card: Kind | None, code: str) -> bool:
    return card is not None and any(power.code == code for power in card.supports)


def count(now: Round) -> None:
    """Step 3: count the dice of all active cards, on the state before any support."""
    for battalion in now.fighting:
        for seat in SEATS:
            card = now.cards[seat][battalion]
            if card is not None:
                _count(now, seat, battalion, card)


def _count(now: Round, seat: Seat, battalion: int, card: Kind) -> None:
    sides, other = now.sides, 1 - seat
    scene = Scene(now.data, sides[seat], sides[other], battalion * SIZE, card, now.cards[other][battalion])
    powerless = now.powerless
    found = terms(scene, (seat, battalion) not in powerless, (other, battalion) not in powerless)
    now.dice[seat][battalion] = number = dice(found)
    now.events.append(DiceCounted(seat, battalion + 1, card.id, card.color, number, tuple(found)))


def support(now: Round) -> None:
    """Step 4: the support powers of active cards, except DISPEL, battalion by battalion."""
    for battalion in now.fighting:
        for seat in SEATS:
            card = now.cards[seat][battalion]
            if card is not None and card.supports and (seat, battalion) not in now.powerless:
                for power in card.supports:
                    if power.code != DISPEL:
                        EFFECTS[power.code].work(now, seat, battalion)


def regroup(now: Round) -> None:
    """Step 5: the regrouping orders, then hero cards at idle battalions 1, 2, 3."""
    for seat in SEATS:
        card = now.sides[seat].orders.cards.get(REGROUP)
        if card:
            _regroup(now, seat, REGROUP, now.data.kinds[card])
    for battalion in BATTALIONS:
        for seat in SEATS:
            _regroup_idle(now, seat, battalion)


def _regroup_idle(now: Round, seat: Seat, battalion: int) -> None:
    side, post = now.sides[seat], POSTS[battalion]
    card = side.orders.cards.get(post)
    if card and battalion not in now.fighting:
        kind = now.data.kinds[card]
        if not why_not(side, now.sides[1 - seat], battalion, kind):
            _regroup(now, seat, post, kind)


def _regroup(now: Round, seat: Seat, post: Post, card: Kind) -> None:
    side = now.sides[seat]
    if not regrouping.works_there(side, card.id):
        now.events.append(Regrouped(seat, post, card.id, why="extinct"))
        return
    units, left = regrouping.regroup(side, post, card)
    now.events.append(Regrouped(seat, post, card.id, units, leaving=left))


def poison(now: Round) -> None:
    """Step 6: every poison die lying on a unit becomes a wound."""
    for seat in SEATS:
        side = now.sides[seat]
        if 1 in side.poison:
            for at, lying in enumerate(side.poison):
                if lying:
                    side.poison[at] = 0
                    side.wounds[at] += 1
                    now.events.append(PoisonWorked(seat, side.tokens[at], PLACES[at]))


def shoot(now: Round) -> None:
    """Step 7: roll and assign all dice."""
    shooting.roll(now)


def defeat(now: Round) -> None:
    """Step 8: normal units defeated by wounds, in all battalions; then heroes."""
    flight.defeat_units(now)
    flight.defeat_heroes(now)


def flee(now: Round) -> None:
    """Step 9: units that are beaten or routed enter the fleeing spaces."""
    flight.flee(now)


def end(now: Round) -> None:
    """Step 10: end check; then discard, refill, and the next round."""
    state = now.state
    for side in now.sides:
        _discard(side)
    heroes = standing(now.sides[0]), standing(now.sides[1])
    decided = min(heroes) <= len(HEROES) - LOST_HEROES
    if decided or state.round >= LAST_ROUND:
        state.phase = "over"
        now.events.append(BattleEnded(reason(state), heroes, late=not decided))
        return
    for seat in SEATS:
        now.events += refill(now.sides[seat], seat, state.round, now.chance)
    state.round += 1
    state.asked = list(SEATS)
    now.events.append(RoundStarted(state.round))


def _discard(side: Side) -> None:
    """Discard the cards laid, in the order of battalions 1, 2, 3, regrouping (FD-53)."""
    for post in POSTS:
        card = side.orders.cards.get(post)
        if card:
            side.hand.remove(card)
            side.discards.append(card)
    side.last, side.orders = side.orders, Orders()


def reason(state: State) -> Reason:
    """Return how a finished match ended (FD-60)."""
    return "level" if standing(state.sides[0]) == standing(state.sides[1]) else "heroes"


ROUND_STEPS: tuple[Callable[[Round], None], ...] = (
    reveal,
    mark_dispelled,
    count,
    support,
    regroup,
    poison,
    shoot,
    defeat,
    flee,
    end,
)

"""A round, once both seats are ready: its ten steps in order, one function each."""

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
from games.rules.fantasy_dice_battles.round.battle import Battle
from games.rules.fantasy_dice_battles.round.counting import dice, terms, why_not
from games.rules.fantasy_dice_battles.round.decks import refill
from games.rules.fantasy_dice_battles.round.powers import DISPEL, EFFECTS, Scene
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
    battle = Battle(state, data, chance)
    for step in STEPS:
        step(battle)
    return battle.events


def reveal(battle: Battle) -> None:
    """Step 1: note which battalions are active, let reinforcements enter, find the active cards."""
    battle.fighting = fighting(battle.state)
    for seat in SEATS:
        _enter(battle, seat)
    for index, post in enumerate(POSTS):
        for seat in SEATS:
            card = battle.sides[seat].orders.cards.get(post)
            if card:
                _turn_over(battle, seat, index, post, battle.data.kinds[card])


def _enter(battle: Battle, seat: Seat) -> None:
    side = battle.sides[seat]
    for place, unit in side.orders.sent:
        side.reserve.remove(unit)
        side.tokens[PLACE[place]] = unit
        battle.events.append(Reinforced(seat, unit, place))


def _turn_over(battle: Battle, seat: Seat, index: int, post: Post, card: Kind) -> None:
    why = "" if post == REGROUP else why_not(battle.sides[seat], battle.sides[1 - seat], index, card)
    if not why and index in battle.fighting:
        battle.cards[seat][index] = card
    battle.events.append(Revealed(seat, post, card.id, why))


def mark_dispelled(battle: Battle) -> None:
    """Step 2: take their powers from cards under DISPEL; two such cards cancel each other."""
    for battalion in battle.fighting:
        dispelling = [seat for seat in SEATS if _has(battle.cards[seat][battalion], DISPEL)]
        if len(dispelling) == 1:
            EFFECTS[DISPEL].work(battle, dispelling[0], battalion)
        elif dispelling:
            battle.events.append(DispelsCancelled(battalion + 1))


def _has(card: Kind | None, code: str) -> bool:
    return card is not None and any(power.code == code for power in card.supports)


def count(battle: Battle) -> None:
    """Step 3: count the dice of all active cards, on the state before any support."""
    for battalion in battle.fighting:
        for seat in SEATS:
            card = battle.cards[seat][battalion]
            if card is not None:
                _count(battle, seat, battalion, card)


def _count(battle: Battle, seat: Seat, battalion: int, card: Kind) -> None:
    sides, other = battle.sides, 1 - seat
    scene = Scene(battle.data, sides[seat], sides[other], battalion * SIZE, card, battle.cards[other][battalion])
    powerless = battle.powerless
    found = terms(scene, (seat, battalion) not in powerless, (other, battalion) not in powerless)
    battle.dice[seat][battalion] = number = dice(found)
    battle.events.append(DiceCounted(seat, battalion + 1, card.id, card.color, number, tuple(found)))


def support(battle: Battle) -> None:
    """Step 4: the support powers of active cards, except DISPEL, battalion by battalion."""
    for battalion in battle.fighting:
        for seat in SEATS:
            card = battle.cards[seat][battalion]
            if card is not None and card.supports and (seat, battalion) not in battle.powerless:
                for power in card.supports:
                    if power.code != DISPEL:
                        EFFECTS[power.code].work(battle, seat, battalion)


def regroup(battle: Battle) -> None:
    """Step 5: the regrouping orders, then hero cards at idle battalions 1, 2, 3."""
    for seat in SEATS:
        card = battle.sides[seat].orders.cards.get(REGROUP)
        if card:
            _regroup(battle, seat, REGROUP, battle.data.kinds[card])
    for battalion in BATTALIONS:
        for seat in SEATS:
            _regroup_idle(battle, seat, battalion)


def _regroup_idle(battle: Battle, seat: Seat, battalion: int) -> None:
    side, post = battle.sides[seat], POSTS[battalion]
    card = side.orders.cards.get(post)
    if card and battalion not in battle.fighting:
        kind = battle.data.kinds[card]
        if not why_not(side, battle.sides[1 - seat], battalion, kind):
            _regroup(battle, seat, post, kind)


def _regroup(battle: Battle, seat: Seat, post: Post, card: Kind) -> None:
    side = battle.sides[seat]
    if not regrouping.works_there(side, card.id):
        battle.events.append(Regrouped(seat, post, card.id, why="extinct"))
        return
    battle.events.append(Regrouped(seat, post, card.id, regrouping.regroup(side, post, card)))


def poison(battle: Battle) -> None:
    """Step 6: every poison die lying on a unit becomes a wound."""
    for seat in SEATS:
        side = battle.sides[seat]
        if 1 in side.poison:
            for at, lying in enumerate(side.poison):
                if lying:
                    side.poison[at] = 0
                    side.wounds[at] += 1
                    battle.events.append(PoisonWorked(seat, side.tokens[at], PLACES[at]))


def shoot(battle: Battle) -> None:
    """Step 7: roll and assign all dice."""
    shooting.roll(battle)


def defeat(battle: Battle) -> None:
    """Step 8: normal units defeated by wounds, in all battalions; then heroes."""
    flight.defeat_units(battle)
    flight.defeat_heroes(battle)


def flee(battle: Battle) -> None:
    """Step 9: into fleeing."""
    flight.flee(battle)


def end(battle: Battle) -> None:
    """Step 10: end check; then discard, refill, and the next round."""
    state = battle.state
    for side in battle.sides:
        _discard(side)
    heroes = standing(battle.sides[0]), standing(battle.sides[1])
    decided = min(heroes) <= len(HEROES) - LOST_HEROES
    if decided or state.round >= LAST_ROUND:
        state.phase = "over"
        battle.events.append(BattleEnded(reason(state), heroes, late=not decided))
        return
    for seat in SEATS:
        battle.events += refill(battle.sides[seat], seat, state.round, battle.chance)
    state.round += 1
    state.asked = list(SEATS)
    battle.events.append(RoundStarted(state.round))


def _discard(side: Side) -> None:
    """The cards laid, in the order of battalions 1, 2, 3, regrouping (FD-53)."""
    for post in POSTS:
        card = side.orders.cards.get(post)
        if card:
            side.hand.remove(card)
            side.discards.append(card)
    side.last, side.orders = side.orders, Orders()


def reason(state: State) -> Reason:
    """How a finished match ended (FD-60)."""
    return "level" if standing(state.sides[0]) == standing(state.sides[1]) else "heroes"


STEPS: tuple[Callable[[Battle], None], ...] = (
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

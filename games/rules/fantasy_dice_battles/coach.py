"""What an experienced friend would say to a player who chooses an army or gives orders, from what the player sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.rules.fantasy_dice_battles.guide import hero_of, lobbing, reaching
from games.rules.fantasy_dice_battles.imagine import rebuilt
from games.rules.fantasy_dice_battles.orders_phase import lacking, legal
from games.rules.fantasy_dice_battles.player.prospects import prospects
from games.rules.fantasy_dice_battles.sets.names import of_unit
from games.rules.fantasy_dice_battles.state import POSTS, REGROUP, State
from games.rules.fantasy_dice_battles.steps import Reinforce
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from games.rules.game import Seat
from games.rules.sentence import N_, Sentence, counted, sentence

READY_MADE = sentence(N_("For your first matches, take a ready-made army. You can look at it before you seal it."))
IN_FRONT = sentence(N_("Put armour and high morale in front, and units that can’t stand there in the second row."))
SEAL_ARMY = sentence(N_("Your army is complete. Put units of one kind in the same battalion if you can, then seal it."))
SEAL = sentence(N_("Every fighting battalion has its card. You draw as many as you play, so add a regrouping order."))
COMPLETE = sentence(N_("Your orders are complete: seal them."))
RUN_DRY = sentence(N_("None of your cards would roll dice where one is missing: play the ones you need least."))


class Order(NamedTuple):
    """A card at a battalion, counted from 1, and how many dice it would roll there."""

    dice: int
    battalion: int
    card: str


class Exposed(NamedTuple):
    """A hero that the dice can reach: how many of the six faces would hit it, and in which battalion, from 1."""

    faces: int
    battalion: int


def advice(view: DiceBattlesView, seat: Seat) -> Sentence | None:
    """Return the weightiest thing to be said; None for a seat that waits."""
    if seat not in view.asked:
        return None
    return _choosing(view) if view.phase == "army" else _ordering(view, seat)


def _choosing(view: DiceBattlesView) -> Sentence:
    if not (view.army and view.army.faction):
        return READY_MADE
    return IN_FRONT if "" in view.army.tokens else SEAL_ARMY


def _ordering(view: DiceBattlesView, seat: Seat) -> Sentence:
    state = rebuilt(view, seat)
    waiting = [each + 1 for each in lacking(state.sides[seat].orders, [number - 1 for number in view.fighting])]
    if not waiting:
        return COMPLETE if REGROUP in state.sides[seat].orders.cards else SEAL
    orders = best_orders(view, seat, waiting)
    own = _exposed(view, seat)
    foe = _reached(view, seat, orders)
    if foe.faces and foe.faces >= own.faces:
        return _strike(view, 1 - seat, foe, orders[foe.battalion])
    if own.faces:
        return _shield(view, state, seat, own)
    return _strongest(max(orders.values())) if orders else RUN_DRY


def _exposed(view: DiceBattlesView, seat: Seat) -> Exposed:
    """Return the hero of a seat that most faces of the die would hit; `faces` is 0 for none."""
    return max((Exposed(reaching(view, seat, each), each) for each in view.fighting), default=Exposed(0, 0))


def _reached(view: DiceBattlesView, seat: Seat, orders: Mapping[int, Order]) -> Exposed:
    """Return the enemy hero that most faces of the dice of these orders would hit, lobbed where the card lobs them."""
    found = (
        Exposed(reaching(view, 1 - seat, number, lobbed=order.card in lobbing(view, seat, number)), number)
        for number, order in orders.items()
    )
    return max(found, default=Exposed(0, 0))


def best_orders(view: DiceBattlesView, seat: Seat, battalions: list[int]) -> dict[int, Order]:
    """Return the card that would roll most dice at each of these battalions, where one would."""
    found = dict[int, Order]()
    for card, expected in prospects(view, seat).items():
        for number in battalions:
            dice = expected[POSTS.index(str(number))].dice
            order = Order(dice, number, card)
            if dice:
                found[number] = max(order, found.get(number, order))
    return found


def _strike(view: DiceBattlesView, foe: Seat, hit: Exposed, order: Order) -> Sentence:
    return counted(
        "Play {card} at battalion {battalion}: {count} of the six faces would hit the enemy {hero}.",
        "Play {card} at battalion {battalion}: {count} of the six faces would hit the enemy {hero}.",
        hit.faces,
        card=of_unit(order.card),
        battalion=hit.battalion,
        hero=hero_of(view.sides[foe], hit.battalion),
    )


def _shield(view: DiceBattlesView, state: State, seat: Seat, hit: Exposed) -> Sentence:
    """Return the danger for the seat's own hero, and what shields it, if anything can be sent there."""
    sent = any(isinstance(step, Reinforce) and step.place[0] == str(hit.battalion) for step in legal(state, seat))
    hero = hero_of(view.sides[seat], hit.battalion)
    if sent:
        template = N_("{hero} is exposed in battalion {battalion}: send a unit there from your reinforcements.")
        return sentence(template, hero=hero, battalion=hit.battalion)
    return counted(
        "{count} of the six faces would hit {hero}, your hero in battalion {battalion}.",
        "{count} of the six faces would hit {hero}, your hero in battalion {battalion}.",
        hit.faces,
        hero=hero,
        battalion=hit.battalion,
    )


def _strongest(order: Order) -> Sentence:
    return counted(
        "Your strongest order for now: {card} at battalion {battalion}, with {count} die.",
        "Your strongest order for now: {card} at battalion {battalion}, with {count} dice.",
        order.dice,
        card=of_unit(order.card),
        battalion=order.battalion,
    )

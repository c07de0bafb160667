"""What an experienced friend would say to a player who chooses an army or gives orders, from what the player sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import NamedTuple

from games.rules.fantasy_dice_battles.data import HERO, PLACE, SIZE
from games.rules.fantasy_dice_battles.guide import lobbing, reaching
from games.rules.fantasy_dice_battles.imagine import rebuilt
from games.rules.fantasy_dice_battles.orders_phase import composing, lacking, left_in_hand, legal
from games.rules.fantasy_dice_battles.player.prospects import entered, prospect, prospects
from games.rules.fantasy_dice_battles.round.diagram import filling
from games.rules.fantasy_dice_battles.sets.names import of_unit
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import POSTS, REGROUP, State
from games.rules.fantasy_dice_battles.steps import Reinforce
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from games.rules.game import Seat
from games.rules.sentence import N_, Param, Sentence, counted, sentence

READY_MADE = sentence(N_("For your first matches, take a ready-made army. You can look at it before you seal it."))
IN_FRONT = sentence(N_("Put armour and high morale in front, and units that can’t stand there in the second row."))
READY = sentence(N_("This army can fight as it is: look at its units if you like, then seal it."))
SEAL_ARMY = sentence(
    N_("Your army is complete. Press a unit to move it next to others of its kind, or seal your army.")
)
SEAL = sentence(N_("Every fighting battalion has its card. You draw as many as you play, so add a regrouping order."))
ANY = N_(
    "Battalion {battalion} needs a card, but no card in your hand would roll dice there: play any, such as {card}."
)


FACES = 6
"""A hero whom so many faces of the die would hit is hit by every die."""


class Order(NamedTuple):
    """A card that could be laid: the dice that are left of it against a Guard that can stand against it, those it has
    without, the battalion, counted from 1, the card, and who guards there, empty for nobody."""

    least: int
    dice: int
    battalion: int
    card: str
    guard: str = ""


class Called(NamedTuple):
    """A card that a reinforcement makes roll dice: how many, what is sent, and the card."""

    dice: int
    step: Reinforce
    card: str


class Exposed(NamedTuple):
    """An enemy hero that the dice can reach: how many of the six faces would hit it, in which battalion, from 1."""

    faces: int
    battalion: int


class Shield(NamedTuple):
    """What makes one's own hero safer: how many of the six faces would hit it before, and after, as a negative number;
    the morale of the unit; and sending it."""

    faces: int
    left: int
    morale: int
    step: Reinforce


def advice(view: DiceBattlesView, seat: Seat) -> Sentence | None:
    """Return the weightiest thing to be said; None for a seat that waits."""
    if seat not in view.asked:
        return None
    return _choosing(view) if view.phase == "army" else _ordering(view, seat)


def _choosing(view: DiceBattlesView) -> Sentence:
    if not (view.army and view.army.faction):
        return READY_MADE
    if "" in view.army.tokens:
        return IN_FRONT
    presets = of_digest(view.set_digest).presets.values()
    return READY if view.army.tokens in [tuple(each.army.tokens) for each in presets] else SEAL_ARMY


def _ordering(view: DiceBattlesView, seat: Seat) -> Sentence | None:
    """Return the best thing to do next; None once the orders are complete, which is asked in as many words. Once a
    card is laid, an exposed hero of one's own comes first, as long as it can be shielded.
    """
    state = rebuilt(view, seat)
    laid = state.sides[seat].orders
    waiting = [each + 1 for each in lacking(laid, [number - 1 for number in view.fighting])]
    orders = best_orders(view, seat, waiting)
    own = max(_shields(view, state, seat), key=lambda each: each[:3], default=None)
    foe = _reached(view, seat, orders)
    if foe.faces and (own is None or (foe.faces >= own.faces and not laid.cards)):
        return _strike(foe, orders[foe.battalion])
    if own:
        return _shield(own.step)
    if not waiting:
        return None if REGROUP in laid.cards else SEAL
    dry = [number for number in waiting if not best_orders(view, seat, [number])]
    return _supplied(view, state, seat, dry) if dry else _strongest(max(orders.values()))


def _supplied(view: DiceBattlesView, state: State, seat: Seat, dry: list[int]) -> Sentence:
    """Return how battalions at which no card would roll dice get one that does, or else which card they can have."""
    called = max(_made_active(view, state, seat, dry), key=lambda each: each.dice, default=None)
    if called:
        return _call(called)
    spare, number = Counter(left_in_hand(state.sides[seat])), dry[0]
    waiting = [each for each in view.fighting if POSTS[each - 1] not in state.sides[seat].orders.cards]
    spare -= Counter(order.card for order in best_orders(view, seat, waiting).values())
    expected = prospects(view, seat)
    card = max(sorted(spare), key=lambda each: not expected[each][number - 1].why)
    return sentence(ANY, battalion=number, card=of_unit(card))


def _shields(view: DiceBattlesView, state: State, seat: Seat) -> Iterator[Shield]:
    """Yield every reinforcement after which fewer faces of the die would hit the hero of its battalion."""
    data = of_digest(view.set_digest)
    for step in legal(state, seat):
        if isinstance(step, Reinforce):
            battalion = int(step.place[0])
            tokens = list(state.sides[seat].tokens)
            tokens[PLACE[step.place]] = step.unit
            before = reaching(view, seat, battalion)
            after = data.targets[filling(tokens, (battalion - 1) * SIZE)].count(HERO)
            if after < before:
                yield Shield(before, -after, data.kinds[step.unit].morale, step)


def _reached(view: DiceBattlesView, seat: Seat, orders: Mapping[int, Order]) -> Exposed:
    """Return the enemy hero that most faces of the dice of these orders would hit, lobbed where the card lobs them."""
    found = (
        Exposed(reaching(view, 1 - seat, number, lobbed=order.card in lobbing(view, seat, number)), number)
        for number, order in orders.items()
    )
    return max(found, default=Exposed(0, 0))


def best_orders(view: DiceBattlesView, seat: Seat, battalions: list[int]) -> dict[int, Order]:
    """Return the cards at these battalions that together promise most, each where it would roll dice; of the hand only
    what is not laid yet. A die counts for more the more of its faces would hit the enemy hero.
    """
    weights = {number: FACES + reaching(view, 1 - seat, number) for number in battalions}
    left = sorted(left_in_hand(rebuilt(view, seat).sides[seat]))
    orders = {(order.battalion, order.card): order for order in _orders(view, seat, battalions)}
    laid = sorted(set(permutations(left, len(battalions))))
    ways = [[orders[each] for each in zip(battalions, way, strict=True) if each in orders] for way in laid]
    best = max(ways, key=lambda way: _strength(way, weights), default=[])
    return {order.battalion: order for order in best}


def _strength(orders: list[Order], weights: Mapping[int, int]) -> tuple[int, int]:
    """Return what the dice of orders weigh together: those that no Guard can take, then all."""
    least = sum(order.least * weights[order.battalion] for order in orders)
    return least, sum(order.dice * weights[order.battalion] for order in orders)


def _orders(view: DiceBattlesView, seat: Seat, battalions: list[int]) -> Iterator[Order]:
    """Yield each card of the hand at each of these battalions where it would roll dice."""
    for card, expected in prospects(view, seat).items():
        for number in battalions:
            dice = expected[POSTS.index(str(number))].dice
            less, guard = max(_guards(view, 1 - seat, number, card), default=(0, ""))
            if dice:
                yield Order(max(dice - less, 0), dice, number, card, guard)


def _made_active(view: DiceBattlesView, state: State, seat: Seat, battalions: list[int]) -> Iterator[Called]:
    """Yield what may be sent so that a card rolls dice where it would roll none."""
    data = of_digest(view.set_digest)
    cards = sorted(set(left_in_hand(state.sides[seat])))
    for step in legal(state, seat):
        if isinstance(step, Reinforce) and int(step.place[0]) in battalions:
            own = composing(state.sides[seat])
            own.orders.sent.append((step.place, step.unit))
            for card in cards:
                there = prospect(
                    data, entered(own), state.sides[1 - seat], POSTS[int(step.place[0]) - 1], data.kinds[card]
                )
                if there.dice:
                    yield Called(there.dice, step, card)


def _guards(view: DiceBattlesView, foe: Seat, number: int, card: str) -> Iterator[tuple[int, str]]:
    """Yield how many dice each unit that stands against a card can take from it, where it can."""
    kinds = of_digest(view.set_digest).kinds
    standing = [token.unit for token in view.sides[foe].tokens[(number - 1) * SIZE : number * SIZE] if token]
    for unit in standing:
        for power in kinds[unit].guards:
            if kinds[card].kind in power.classes:
                yield power.amount or 0, unit


def _strike(hit: Exposed, order: Order) -> Sentence:
    params: dict[str, Param] = {"card": of_unit(order.card), "battalion": hit.battalion}
    if hit.faces == FACES:
        return sentence(N_("Play {card} at battalion {battalion}: every die would hit the enemy hero there."), **params)
    return counted(
        "Play {card} at battalion {battalion}: {count} of the six faces would hit the enemy hero there.",
        "Play {card} at battalion {battalion}: {count} of the six faces would hit the enemy hero there.",
        hit.faces,
        **params,
    )


def _shield(step: Reinforce) -> Sentence:
    template = N_("Your hero in battalion {battalion} is exposed: send {unit} from your reinforcements to {space}.")
    battalion, _, space = step.place.partition(":")
    return sentence(template, battalion=int(battalion), unit=of_unit(step.unit), space=space)


def _call(called: Called) -> Sentence:
    return counted(
        "Send {unit} to battalion {battalion} first: there, {card} would then roll {count} die.",
        "Send {unit} to battalion {battalion} first: there, {card} would then roll {count} dice.",
        called.dice,
        unit=of_unit(called.step.unit),
        battalion=int(called.step.place[0]),
        card=of_unit(called.card),
    )


def _strongest(order: Order) -> Sentence:
    params: dict[str, Param] = {"card": of_unit(order.card), "battalion": order.battalion}
    if order.guard:
        return counted(
            "Your strongest order for now: {card} at battalion {battalion}, with {count} die ({less} against {guard}).",
            "Your strongest order for now: {card} at battalion {battalion}, with {count} dice "
            "({less} against {guard}).",
            order.dice,
            less=order.least,
            guard=of_unit(order.guard),
            **params,
        )
    return counted(
        "Your strongest order for now: {card} at battalion {battalion}, with {count} die.",
        "Your strongest order for now: {card} at battalion {battalion}, with {count} dice.",
        order.dice,
        **params,
    )

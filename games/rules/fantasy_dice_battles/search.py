"""The strongest player: it gives its most promising orders in the same imagined worlds, and looks at how likely it wins
after the round.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chance import Chance, KeyedChance
from games.rules.engine import AnyGame
from games.rules.fantasy_dice_battles import bot
from games.rules.fantasy_dice_battles.data import DataSet
from games.rules.fantasy_dice_battles.imagine import rebuilt
from games.rules.fantasy_dice_battles.planning import Ordered, promising
from games.rules.fantasy_dice_battles.player.valuing import turned, winning
from games.rules.fantasy_dice_battles.round import resolution
from games.rules.fantasy_dice_battles.state import HAND, POSTS, Orders, Side, State, standing
from games.rules.fantasy_dice_battles.steps import Lay, Reinforce
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from games.rules.game import Step, View
from games.rules.levels import Enough

WORLDS = 20
"""How many worlds are imagined: that is how strong the player is, on any machine that has the time."""
MOST_CANDIDATES = 10
"""How many orders are tried in each."""
SEED = 2**62


def plan_move(
    game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance, *, enough: Enough
) -> Sequence[Step]:
    """Return the orders after which the seat is most likely to win, as far as time allows; the first of equals."""
    assert isinstance(view, DiceBattlesView)
    if view.phase == "army":
        step = bot.choose_army([step for step in steps if step is not None], chance)
        return [step] if step else []
    return _best(view, chance, enough).steps


def _best(view: DiceBattlesView, chance: Chance, enough: Enough) -> Ordered:
    data, own, foe, active = bot.known(view)
    likely = promising(data, own, foe, active, MOST_CANDIDATES)
    before, lead = winning(data, own, foe, roughly=True), _lead(own, foe)
    won = [0.0] * len(likely)
    for _ in range(WORLDS):
        if enough():
            break
        seed = chance.below(SEED, "world").to_bytes(8, "big")
        world = _imagined(data, view, active, KeyedChance(seed))
        for at, orders in enumerate(likely):
            state = _played(data, world, view.viewer, orders.steps, KeyedChance(seed))
            one, other = state.sides[view.viewer], state.sides[1 - view.viewer]
            won[at] += turned(before, winning(data, one, other, roughly=True), _lead(one, other) - lead)
    return likely[max(range(len(likely)), key=won.__getitem__)]


def _imagined(data: DataSet, view: DiceBattlesView, active: list[int], chance: Chance) -> State:
    """Return the round as it may be: the opponent has given the orders of a player like `bot`."""
    state = rebuilt(view, view.viewer)
    own, foe = state.sides[view.viewer], state.sides[1 - view.viewer]
    chance.shuffle(own.deck, "own")
    chance.shuffle(foe.deck, "other")
    foe.hand, foe.deck = foe.deck[:HAND], foe.deck[HAND:]
    foe.orders = ordered(Orders(), bot.plan(data, foe, own, active))
    state.asked = []
    return state


def ordered(orders: Orders, steps: Sequence[Step]) -> Orders:
    """Return the orders to which these steps lead."""
    cards, sent = dict(orders.cards), list(orders.sent)
    for step in steps:
        if isinstance(step, Lay):
            cards[step.post] = step.card
        elif isinstance(step, Reinforce):
            sent.append((step.place, step.unit))
    return Orders({post: cards[post] for post in POSTS if post in cards}, sorted(sent))


def _played(data: DataSet, world: State, seat: int, steps: Sequence[Step], chance: Chance) -> State:
    """Return a world after the round in which the seat has given these orders."""
    state = State(sides=[_copied(side) for side in world.sides], set_digest=world.set_digest, round=world.round)
    own = state.sides[seat]
    own.orders = ordered(own.orders, steps)
    resolution.resolve(state, data, chance)
    return state


def _lead(own: Side, foe: Side) -> int:
    return standing(own) - standing(foe)


def _copied(side: Side) -> Side:
    return Side(
        faction=side.faction,
        tokens=list(side.tokens),
        wounds=list(side.wounds),
        poison=list(side.poison),
        reserve=list(side.reserve),
        fleeing=list(side.fleeing),
        hand=list(side.hand),
        deck=list(side.deck),
        discards=list(side.discards),
        orders=side.orders,
    )

"""A simple player to compare with: it lays the card with most dice at each battalion; others bring back units or go.

It neither looks ahead nor considers the opponent's answer, and knows no more than its seat does.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.chance import Chance
from games.rules.engine import AnyGame
from games.rules.fantasy_dice_battles.data import HERO, PLACE, SIZE, DataSet, Kind
from games.rules.fantasy_dice_battles.imagine import rebuilt
from games.rules.fantasy_dice_battles.orders_phase import composing, left_in_hand, reinforcements
from games.rules.fantasy_dice_battles.player.prospects import entered, prospect
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import POSTS, REGROUP, Post, Side
from games.rules.fantasy_dice_battles.steps import READY, STEPS, Reinforce, Take
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from games.rules.game import Step, View


def choose(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
    """Return any preset army, then the next step of the plan. `view` is the seat's own, `steps` what it may do."""
    assert isinstance(view, DiceBattlesView)
    presets = [step for step in steps if isinstance(step, Take)]
    if presets:
        return presets[chance.below(len(presets), "army")]
    if view.phase == "army":
        return READY if READY in steps else steps[0]
    state = rebuilt(view, view.viewer)
    own, foe = state.sides[view.viewer], state.sides[1 - view.viewer]
    planned = plan(of_digest(view.set_digest), own, foe, [battalion - 1 for battalion in view.fighting])
    return next((step for step in planned if step in steps), None)


def plan(data: DataSet, own: Side, foe: Side, active: list[int]) -> list[Step]:
    """Return what is still to be ordered, finally `ready`.

    `active` are the battalions, from 0, in which both heroes stand.
    """
    mine = composing(own)
    sent = _send(data, mine, active)
    return [*sent, *_lay(data, mine, entered(mine), foe, active), READY]


def _send(data: DataSet, own: Side, active: list[int]) -> list[Step]:
    """Return the dearest unit first, each to the first space that it may fill."""
    sent: list[Step] = []
    while steps := [step for step in reinforcements(data, own, active) if isinstance(step, Reinforce)]:
        best = max(steps, key=lambda step: (data.kinds[step.unit].cost, -PLACE[step.place]))
        own.orders.sent = sorted([*own.orders.sent, (best.place, best.unit)])
        sent.append(best)
    return sent


def _lay(data: DataSet, own: Side, reinforced: Side, foe: Side, active: list[int]) -> list[Step]:
    """Return where a card is needed, the one that does most; elsewhere the one that brings most back, or else the
    poorest.
    """
    does = {
        card: {post: _does(data, reinforced, foe, post, data.kinds[card]) for post in POSTS} for card in set(own.hand)
    }
    laid: list[Step] = []
    needed = [POSTS[battalion] for battalion in active]
    for post in [*needed, *(post for post in POSTS if post not in needed)]:
        cards = sorted(left_in_hand(own))
        if cards and post not in own.orders.cards:
            best = max(cards, key=lambda card: does[card][post])
            if post not in needed and not does[best][post][0]:
                best = min(cards, key=lambda card: max((does[card][each] for each in needed), default=(0, 0)))
            own.orders.cards = {**own.orders.cards, post: best}
            laid.append(STEPS[f"lay {best}@{post}"])
    return laid


def _does(data: DataSet, own: Side, foe: Side, post: Post, card: Kind) -> tuple[int, int]:
    """Return the dice of a card at a post, or the cost of the units that it brings back; then how many powers it has
    there.
    """
    found = prospect(data, own, foe, post, card)
    fights = post != REGROUP and foe.tokens[POSTS.index(post) * SIZE + HERO] and not found.why
    return found.dice + sum(data.kinds[unit].cost for unit in found.units), len(card.powers) if fights else 0

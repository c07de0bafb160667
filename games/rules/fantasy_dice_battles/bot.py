"""The bot: it lays each card where it promises most, and keeps its battalions filled.

It draws a preset army, sends reinforcements wherever it can, first where dice would lead to a hero, weighs for each
battalion what every card may be expected to do there, and uses cards that do little anywhere to bring units back or to
be discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.rules.chance import Chance
from games.rules.engine import AnyGame
from games.rules.fantasy_dice_battles.data import HERO, PLACE, SIZE, DataSet
from games.rules.fantasy_dice_battles.imagine import rebuilt
from games.rules.fantasy_dice_battles.orders_phase import composing, left_in_hand, reinforcements
from games.rules.fantasy_dice_battles.player.prospects import entered
from games.rules.fantasy_dice_battles.player.weighing import SCALE, Weighing
from games.rules.fantasy_dice_battles.round.diagram import filling
from games.rules.fantasy_dice_battles.sets.offered import of_digest
from games.rules.fantasy_dice_battles.state import POSTS, Post, Side
from games.rules.fantasy_dice_battles.steps import READY, STEPS, Put, Reinforce, Take
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from games.rules.game import Step, View

SHELTER = 3.0
"""The worth of one face fewer, of six, leading to the hero."""
CALLED = 1.0
"""The worth of a unit that makes a card of the hand active."""
KEPT = 1.0
"""A card that promises less than this part of the hand's average is given away for a new one."""
FRESH = SCALE // 2
"""The least that a new card promises, even where the whole hand promises nothing."""

Worth = Mapping[str, Mapping[Post, int]]
"""The worth of each card of the hand at each post."""
Known = tuple[DataSet, Side, Side, list[int]]
Seen = Callable[[Step], bool]
"""Says whether a player considers a step."""
OVERLOOKED = -1000 * SCALE
"""The gain of laying a card where the player does not see it: it lies there only if one must and no other is seen."""


def choose(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
    """Return the most promising step, the first of equals; only the army is drawn at random.

    `view` is the seat's own view of a match of Fantasy Dice Battles, `steps` what the seat may do. None if it may do
    nothing.
    """
    assert isinstance(view, DiceBattlesView)
    offered = [step for step in steps if step is not None]
    if view.phase == "army":
        return choose_army(offered, chance)
    return next((step for step in plan(*known(view)) if step in offered), None)


def known(view: DiceBattlesView) -> Known:
    """Return what a seat plans its orders from: the data set, its own side, the other one, and the battalions that
    fight, from 0.
    """
    state = rebuilt(view, view.viewer)
    own, foe = state.sides[view.viewer], state.sides[1 - view.viewer]
    return of_digest(view.set_digest), own, foe, [battalion - 1 for battalion in view.fighting]


def choose_army(offered: Sequence[Step], chance: Chance) -> Step | None:
    """Return any preset; if an army has already been begun, units go into battalions while there is room."""
    presets = [step for step in offered if isinstance(step, Take)]
    if presets:
        return presets[chance.below(len(presets), "army")]
    wanted = [step for step in offered if isinstance(step, Put) and step.place in PLACE]
    return next(iter(wanted), READY if READY in offered else None)


def everything(step: Step) -> bool:
    """Say that a player sees every step."""
    return True


def plan(data: DataSet, own: Side, foe: Side, active: list[int], seen: Seen = everything) -> list[Step]:
    """Return what is still to be ordered, finally `ready`; `active` are the battalions, from 0, in which both heroes
    stand, and of reinforcements and cards only what is `seen` is considered.

    Of hidden things it uses only its own hand, and which cards the opponent has in hand and draw pile together.
    """
    mine = composing(own)
    sent = send(data, mine, active, seen)
    return [*sent, *_lay(data, mine, foe, active, seen), READY]


# --- reinforcements ---


def send(data: DataSet, own: Side, active: list[int], seen: Seen = everything) -> list[Step]:
    """Return one unit after another, each where it helps most; they are added to the orders."""
    sent: list[Step] = []
    while steps := [step for step in reinforcements(data, own, active) if isinstance(step, Reinforce) and seen(step)]:
        best = max(steps, key=lambda step: _help(data, own, step))
        own.orders.sent = sorted([*own.orders.sent, (best.place, best.unit)])
        sent.append(best)
    return sent


def _help(data: DataSet, own: Side, step: Reinforce) -> float:
    """Return how much a unit helps at a place: by shielding the hero, by itself, and by the cards it makes active."""
    place = PLACE[step.place]
    base, kind = place // SIZE * SIZE, data.kinds[step.unit]
    before = filling(own.tokens, base)
    sheltered = _to_hero(data, before) - _to_hero(data, before | 1 << place - base)
    hero = data.kinds[own.tokens[base + HERO]]
    hurt = (own.wounds[base + HERO] + own.poison[base + HERO]) / hero.morale
    called = step.unit in own.hand and step.unit not in own.tokens[base : base + SIZE]
    return SHELTER * sheltered * (1 + hurt) / len(data.faces) + kind.cost / 4 + CALLED * called


def _to_hero(data: DataSet, occupied: int) -> int:
    return data.targets[occupied].count(HERO)


# --- cards ---


def weighed(data: DataSet, own: Side, foe: Side) -> Worth:
    """Return what each card of the hand is worth at each post, with the reinforcements that are planned."""
    weighing = Weighing(data, entered(own), foe)
    return {card: {post: weighing.worth(data.kinds[card], post) for post in POSTS} for card in set(own.hand)}


def _lay(data: DataSet, own: Side, foe: Side, active: list[int], seen: Seen) -> list[Step]:
    """Return the best way to give a card to all posts that lack one, and to others where it pays."""
    gains = _of_seen(_gains(weighed(data, own, foe), active), seen)
    needed = [POSTS[battalion] for battalion in active]
    posts = [post for post in POSTS if post not in own.orders.cards]
    cards = _best(sorted(left_in_hand(own)), posts, needed, gains)
    return [STEPS[f"lay {card}@{post}"] for post, card in zip(posts, cards, strict=True) if card]


def _gains(worth: Worth, active: list[int]) -> Worth:
    """Return the gain of each card at each post: where no card is needed, less what it promises where it is useful."""
    promise = {card: max((worth[card][POSTS[battalion]] for battalion in active), default=0) for card in worth}
    fresh = max(FRESH, round(KEPT * sum(promise.values()) / len(promise)))
    idle = [post for post in POSTS if POSTS.index(post) not in active]
    return {
        card: {**posts, **{post: posts[post] + fresh - promise[card] for post in idle}} for card, posts in worth.items()
    }


def _of_seen(gains: Worth, seen: Seen) -> Worth:
    """Return the gains, those of cards where the player does not see them made so low that any other comes before."""
    return {
        card: {post: gain if seen(STEPS[f"lay {card}@{post}"]) else OVERLOOKED for post, gain in posts.items()}
        for card, posts in gains.items()
    }


def _best(cards: list[str], posts: list[Post], needed: list[Post], gains: Worth) -> tuple[str, ...]:
    """Return a card for each post, "" for none: of the ways with the greatest gain, the first in alphabetical
    order.

    Post by post, only the best of all ways that use the same cards is followed.
    """
    best: dict[int, tuple[int, tuple[str, ...]]] = {0: (0, ())}
    for post in posts:
        ways = {} if post in needed else {used: (gain, (*way, "")) for used, (gain, way) in best.items()}
        for used, (gain, way) in best.items():
            for at, card in enumerate(cards):
                if used >> at & 1 or (at and cards[at - 1] == card and not used >> at - 1 & 1):
                    continue
                total, mask = gain + gains[card][post], used | 1 << at
                known = ways.get(mask)
                if known is None or total > known[0] or (total == known[0] and (*way, card) < known[1]):
                    ways[mask] = total, (*way, card)
        best = ways
    return min(best.values(), key=lambda found: (-found[0], found[1]))[1]

"""The orders that promise most: units to send and cards to lay, chosen together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest
from itertools import product
from typing import NamedTuple

from games.rules.fantasy_dice_battles import bot
from games.rules.fantasy_dice_battles.data import DataSet
from games.rules.fantasy_dice_battles.orders_phase import (
    composing,
    left_in_hand,
    left_in_reserve,
    reinforcements,
)
from games.rules.fantasy_dice_battles.player.clash import Field
from games.rules.fantasy_dice_battles.player.prospects import entered
from games.rules.fantasy_dice_battles.state import POSTS, Orders, Post, Side
from games.rules.fantasy_dice_battles.steps import READY, STEPS, Reinforce
from games.rules.game import Step

MOST_WAYS = 6
"""Of the ways to send units so many are weighed with every way to lay cards."""
FRESH = 0.1
"""The least that a new card promises, in logits of winning."""
IDLE = 2.0
"""The loss by a card that does nothing where both heroes stand: more than anything gains, so that it's laid there only
if no card would do anything."""
Gains = Mapping[str, Mapping[Post, float]]
"""What each card gains at each post, in odds of winning."""
Laying = tuple[float, tuple[tuple[Post, str], ...]]
"""What it gains to lay these cards at these posts."""


class Ordered(NamedTuple):
    """Orders, to their end, and what they gain in odds of winning."""

    gain: float
    steps: list[Step]


class Way(NamedTuple):
    """A unit to send to a battalion that fights, or None, and what each card gains there then; "" for none."""

    sent: Reinforce | None
    gains: Mapping[str, float]

    @property
    def most(self) -> float:
        """What the best card gains."""
        return max(gain for card, gain in self.gains.items() if card)


def promising(data: DataSet, own: Side, foe: Side, active: list[int], most: int) -> list[Ordered]:
    """Return the best ways to complete the orders, the best one first, so many at most; `active` are the battalions,
    from 0, in which both heroes stand.

    Of hidden things it uses only its own hand, and which cards the opponent has in hand and draw pile together.
    """
    field = Field(data, own, as_reinforced(data, foe, active))
    ways = [list(_ways(data, field, own, battalion)) for battalion in active]
    found = list[Ordered]()
    for together in _most_promising(ways, Counter(left_in_reserve(own))):
        best = _laid(field, own, dict(zip(active, together, strict=True)), most)
        found = sorted([*found, *best], key=lambda each: -each.gain)[:most]
    return [each for each in found if each.gain > found[0].gain - IDLE / 2]


def as_reinforced(data: DataSet, foe: Side, active: list[int]) -> Side:
    """Return the other side as it will probably stand: it sends what it can, where that helps most."""
    theirs = composing(foe)
    theirs.orders, theirs.hand = Orders(), []
    bot.send(data, theirs, active)
    after = entered(theirs)
    after.faction, after.deck = foe.faction, [*foe.hand, *foe.deck]
    return after


def _ways(data: DataSet, field: Field, own: Side, battalion: int) -> Iterator[Way]:
    """Yield each way to reinforce a battalion, with what has been sent and laid already."""
    post = POSTS[battalion]
    laid = own.orders.cards.get(post)
    cards = {laid} if laid else set(left_in_hand(own))
    options = [each for each in reinforcements(data, own, [battalion]) if isinstance(each, Reinforce)]
    for step in (None, *options):
        after = _sent(own, [step] if step else [])
        gains = field.gains(after, battalion, cards)
        cost = field.reserved(step.unit) if step else 0.0
        yield Way(step, {card: gain - cost for card, gain in gains.items()})


def _sent(own: Side, steps: Sequence[Reinforce]) -> Side:
    """Return the own side after it has sent these units, too."""
    mine = composing(own)
    mine.orders.sent = sorted([*own.orders.sent, *((step.place, step.unit) for step in steps)])
    return entered(mine)


def _most_promising(ways: list[list[Way]], reserve: Counter[str]) -> list[tuple[Way, ...]]:
    """Return the ways to send units that the reserve allows and that would gain most if cards were free."""
    found = [together for together in product(*ways) if not _sent_of(together) - reserve]
    return sorted(found, key=lambda together: -sum(way.most for way in together))[:MOST_WAYS]


def _sent_of(ways: Sequence[Way]) -> Counter[str]:
    """Return which units are sent, with how many of each."""
    return Counter(way.sent.unit for way in ways if way.sent)


def _laid(field: Field, own: Side, ways: Mapping[int, Way], most: int) -> list[Ordered]:
    """Return the best ways to lay cards if these units are sent."""
    sent = [way.sent for way in ways.values() if way.sent]
    cards = Counter(left_in_hand(own))
    gains = _gains(field, _sent(own, sent), sorted(cards.elements()), ways)
    fixed = sum(way.most for battalion, way in ways.items() if POSTS[battalion] in own.orders.cards)
    posts = [post for post in POSTS if post not in own.orders.cards]
    needed = {POSTS[battalion] for battalion in ways}
    best = nlargest(most, _layings(posts, cards, gains, needed), key=lambda each: each[0])
    return [
        Ordered(fixed + gain, [*sent, *(STEPS[f"lay {card}@{post}"] for post, card in laid), READY])
        for gain, laid in best
    ]


def _layings(posts: Sequence[Post], cards: Counter[str], gains: Gains, needed: set[Post]) -> Iterator[Laying]:
    """Yield each way to give cards to these posts, with what it gains."""
    if not posts:
        yield 0.0, ()
        return
    first, *rest = posts
    if first not in needed:
        yield from _layings(rest, cards, gains, needed)
    for card in [card for card, number in cards.items() if number]:
        left = cards.copy()
        left[card] -= 1
        for gain, laid in _layings(rest, left, gains, needed):
            yield gain + gains[card][first], ((first, card), *laid)


def _gains(field: Field, own: Side, cards: list[str], ways: Mapping[int, Way]) -> Gains:
    """Return the gain of each card at each post; where none is needed, less what it promises where one is."""
    fights = {POSTS[battalion]: way.gains for battalion, way in ways.items()}
    promise = {
        card: max((gains[card] - gains[""] for gains in fights.values() if card in gains), default=0.0)
        for card in cards
    }
    fresh = max(FRESH * field.slope, sum(promise[card] for card in cards) / len(cards)) if cards else 0.0

    def gain(card: str, post: Post) -> float:
        if post in fights:
            gains = fights[post]
            return gains.get(card, 0.0) - IDLE * (gains.get(card) == gains[""])
        return field.regrouped(own, post, card) + fresh - promise[card]

    return {card: {post: gain(card, post) for post in POSTS} for card in cards}

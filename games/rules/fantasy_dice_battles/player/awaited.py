"""Which card a player has to await at a battalion, as far as one can know: any of the unseen ones may be in hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb
from typing import NamedTuple

from games.rules.fantasy_dice_battles.data import HERO, SIZE, DataSet, Kind
from games.rules.fantasy_dice_battles.player.weighing import Weighing, harm
from games.rules.fantasy_dice_battles.round import counting
from games.rules.fantasy_dice_battles.round.counting import why_not
from games.rules.fantasy_dice_battles.round.powers import Scene
from games.rules.fantasy_dice_battles.state import HAND, POSTS, Side

COLORS: Mapping[str, float] = {"smash": 0.5, "poison": 0.2}
"""What it adds to the worth of a card that its dice are no normal ones, in dice."""
POWER = 0.1
"""What each power adds."""


class Awaited(NamedTuple):
    """How likely a card is laid at a battalion, and its dice before the opposing card; None for one that does
    nothing."""

    odds: float
    card: Kind | None
    dice: int


def lobs(card: Kind | None) -> bool:
    """Say whether the dice of a card pass over the front row."""
    return has_support(card, "LOB")


def has_support(card: Kind | None, code: str) -> bool:
    """Say whether a card has a support power."""
    return card is not None and any(power.code == code for power in card.supports)


def awaited(data: DataSet, own: Side, foe: Side, battalion: int, weighing: Weighing | None = None) -> list[Awaited]:
    """Return which cards the own side may lay at a battalion; they are ranked roughly if nothing weighs them.

    It lays the best one there that it holds; its hand is any seven of the cards that others can't see.
    """
    unseen = Counter([*own.hand, *own.deck])
    active = [kind for card in sorted(unseen) if not why_not(own, foe, battalion, kind := data.kinds[card])]
    dice = {kind.id: plain_dice(data, own, foe, battalion, kind) for kind in active}
    if weighing:
        active.sort(key=lambda kind: -weighing.worth(kind, POSTS[battalion]))
    else:
        active.sort(key=lambda kind: -_roughly(kind, dice[kind.id]))
    whole = left = unseen.total()
    lacking, found = 1.0, list[Awaited]()
    for kind in active:
        left -= unseen[kind.id]
        then = _lacking(left, whole)
        found.append(Awaited(lacking - then, kind, dice[kind.id]))
        lacking = then
    return [*found, Awaited(lacking, None, 0)] if lacking else found


def _roughly(card: Kind, dice: int) -> float:
    """Return the worth of a card as a number of dice."""
    return dice + (COLORS.get(card.color, 0.0) if dice else 0.0) + POWER * len(card.powers)


def _lacking(others: int, whole: int) -> float:
    """Return how likely a hand of so many cards holds only those others."""
    held = min(HAND, whole)
    return comb(others, held) / comb(whole, held)


def plain_dice(data: DataSet, own: Side, foe: Side, battalion: int, card: Kind) -> int:
    """Return the dice of an active card before anything that depends on the opposing card."""
    return counting.dice(counting.terms(Scene(data, own, foe, battalion * SIZE, card, None)))


class Danger(NamedTuple):
    """What a hero has to await of the next cards: how likely he falls, and what part of his boxes is lost."""

    falls: float
    hurt: float


def danger(data: DataSet, cards: Sequence[Awaited], filled: int, armour: str, left: int) -> Danger:
    """Return the danger for a hero who can take `left` more wounds, behind these filled spaces."""
    falls = hurt = 0.0
    for odds, card, number in cards:
        faces = (data.lobbed if lobs(card) else data.targets)[filled].count(HERO) if number else 0
        if faces and card:
            wounds, fall = harm(card.color, armour, left, faces, number)
            falls += odds * fall
            hurt += odds * wounds / left
    return Danger(falls, hurt)

"""What a card may be expected to do where it lies, in thousandths of a bronze unit: the basis of the bot's choices.

Only public facts are used: of the other side's hand and draw pile, only which cards are in both together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from math import comb
from typing import NamedTuple

from games.rules.fantasy_dice_battles.data import BATTALIONS, HERO, HEROES, SIZE, DataSet, Kind
from games.rules.fantasy_dice_battles.round.counting import dice, terms, why_not
from games.rules.fantasy_dice_battles.round.diagram import filling
from games.rules.fantasy_dice_battles.round.powers import DISPEL, Scene
from games.rules.fantasy_dice_battles.round.regrouping import regroupable, works_there
from games.rules.fantasy_dice_battles.round.shooting import FACES, spent
from games.rules.fantasy_dice_battles.state import FLEEING, LOST_HEROES, POSTS, REGROUP, Post, Side, standing

SCALE = 1000
HERO_WORTH = 8.0
LAST_HERO_WORTH = 24.0
"""The worth of a hero whose fall ends the match."""
HURT = 0.4
"""The worth of all morale boxes but the last, as a part of the unit's."""
DIE = 0.6
"""The worth of preventing an opposing die."""
ACTIVE = 0.2
"""The worth of a card's being active at all."""
BROUGHT_BACK = 4.0
"""The worth of a unit that comes back, as a part of its cost."""
POWERS: Mapping[str, float] = {"STEADFAST": 0.2, "NO_QUARTER": 0.6}
"""The worth of support powers that do not depend on the position."""


class Opposing(NamedTuple):
    """The cards that may become active opposite a battalion, with how many of each are unseen."""

    cards: tuple[tuple[Kind, int], ...]

    def mean(self, worth: Mapping[str, float]) -> float:
        """Return the mean of a value over these cards, which are given by id."""
        whole = sum(number for _, number in self.cards)
        return sum(worth[kind.id] * number for kind, number in self.cards) / whole if whole else 0.0


class Weighing:
    """Both sides as far as they are public, the own one with its reinforcements: what each card is worth where."""

    def __init__(self, data: DataSet, own: Side, foe: Side) -> None:
        self.data, self.own, self.foe = data, own, foe
        unseen = Counter([*foe.hand, *foe.deck])
        self.opposing = [self._opposing(battalion, unseen) for battalion in BATTALIONS]

    def _opposing(self, battalion: int, unseen: Mapping[str, int]) -> Opposing:
        kinds = (self.data.kinds[card] for card in sorted(unseen))
        active = (kind for kind in kinds if not why_not(self.foe, self.own, battalion, kind))
        return Opposing(tuple((kind, unseen[kind.id]) for kind in active))

    def worth(self, card: Kind, post: Post) -> int:
        """Return what a card is worth at a post; 0 where it does nothing."""
        battalion = POSTS.index(post)
        if post == REGROUP or not self.foe.tokens[battalion * SIZE + HERO]:
            return round(SCALE * self._back(card, post))
        if why_not(self.own, self.foe, battalion, card):
            return 0
        return round(SCALE * (ACTIVE + self._attack(card, battalion) + self._rest(card, battalion)))

    # --- regrouping ---

    def _back(self, card: Kind, post: Post) -> float:
        own, battalion = self.own, POSTS.index(post)
        if not works_there(own, card.id) or (post != REGROUP and why_not(own, self.foe, battalion, card)):
            return 0.0
        kinds, tokens = self.data.kinds, own.fleeing if post == REGROUP else own.tokens
        found = regroupable(own, post, card)
        urgent = sum(at == FLEEING - 1 for at in found) if post == REGROUP else 0
        return BROUGHT_BACK * (sum(kinds[tokens[at]].cost for at in found) + urgent)

    # --- dice ---

    def _attack(self, card: Kind, battalion: int) -> float:
        base = battalion * SIZE
        number = dice(terms(Scene(self.data, self.own, self.foe, base, card, None)))
        if not number:
            return 0.0
        likely = max(0.0, number + self._hoped(card, battalion) - self._guarded(card, battalion))
        low = int(likely)
        worth = self._harm(card, base, low)
        return worth + (likely - low) * (self._harm(card, base, low + 1) - worth) if likely > low else worth

    def _hoped(self, card: Kind, battalion: int) -> float:
        hopes = [power for power in card.attacks if power.classes]
        if not hopes:
            return 0.0
        cards = self.opposing[battalion]
        return sum(
            (power.amount or 0) * cards.mean({kind.id: kind.kind in power.classes for kind, _ in cards.cards})
            for power in hopes
        )

    def _guarded(self, card: Kind, battalion: int) -> float:
        cards = self.opposing[battalion]
        return cards.mean({kind.id: _guards(kind, card) for kind, _ in cards.cards})

    def _harm(self, card: Kind, base: int, number: int) -> float:
        """Return what so many dice may be expected to do to the battalion opposite."""
        lobbing = any(power.code == "LOB" for power in card.supports)
        aims = (self.data.lobbed if lobbing else self.data.targets)[filling(self.foe.tokens, base)]
        return sum(
            self._harm_at(card.color, base, space, aims.count(space), number) for space in range(SIZE) if space in aims
        )

    def _harm_at(self, color: str, base: int, space: int, faces: int, number: int) -> float:
        foe = self.foe
        kind, wounds = self.data.kinds[foe.tokens[base + space]], foe.wounds[base + space] + foe.poison[base + space]
        hurt, falls = harm(color, kind.armour, max(1, kind.morale - wounds), faces, number)
        return self._worth_of(kind, base) * (HURT * hurt / kind.morale + (1 - HURT) * falls)

    def _worth_of(self, kind: Kind, base: int) -> float:
        """Return the worth of a unit's defeat; a hero takes his battalion with him."""
        if not kind.hero:
            return kind.cost + 0.5
        if standing(self.foe) <= len(HEROES) - LOST_HEROES + 1:
            return LAST_HERO_WORTH
        return HERO_WORTH + (HERO - self.foe.tokens[base : base + HERO].count(""))

    # --- powers ---

    def _rest(self, card: Kind, battalion: int) -> float:
        """Return the worth of guards and support powers."""
        cards = self.opposing[battalion]
        guards = DIE * cards.mean({kind.id: _guards(card, kind) for kind, _ in cards.cards}) if card.guards else 0.0
        return guards + sum(self._support(power.code, battalion) for power in card.supports)

    def _support(self, code: str, battalion: int) -> float:
        if code in ("HEAL", "GLOBAL_HEAL"):
            return self._healed(battalion, most=1 if code == "HEAL" else SIZE)
        if code == "RALLY":
            return BROUGHT_BACK * max((self.data.kinds[unit].cost for unit in self.own.fleeing if unit), default=0)
        if code == DISPEL:
            cards = self.opposing[battalion]
            return DIE * cards.mean({kind.id: len(kind.powers) for kind, _ in cards.cards})
        return POWERS.get(code, 0.0)

    def _healed(self, battalion: int, most: int) -> float:
        own, worth = self.own, 0.0
        for at in range(battalion * SIZE, battalion * SIZE + SIZE):
            dice_here = own.wounds[at] + own.poison[at]
            if dice_here:
                kind = self.data.kinds[own.tokens[at]]
                whole = HERO_WORTH if kind.hero else kind.cost + 0.5
                worth += HURT * whole * min(most, dice_here) / kind.morale
        return worth


def _guards(card: Kind, against: Kind) -> int:
    """Return how many dice a card takes off another one, which never has fewer than 0."""
    amount = sum(power.amount or 0 for power in card.guards if against.kind in power.classes)
    return min(amount, against.attack)


@cache
def harm(color: str, armour: str, left: int, faces: int, number: int) -> tuple[float, float]:
    """Return the wounds to expect from `number` dice, and how likely they defeat the unit.

    So many of the six `faces` lead to the unit, which can take `left` more wounds. The wounds count poison, and go up
    to `left`.
    """
    wounds = falls = 0.0
    aimed = faces / FACES
    for hits in range(1, number + 1):
        odds = comb(number, hits) * aimed**hits * (1 - aimed) ** (number - hits)
        stopped, poison = spent(armour, color, hits)
        wounds += odds * min(left, hits - stopped)
        falls += odds * (hits - stopped - poison >= left)
    return wounds, falls

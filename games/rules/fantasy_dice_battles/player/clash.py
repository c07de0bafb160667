"""What a card gains at a battalion that fights, against everything that may lie opposite: odds of winning the match.

Both blows are reckoned exactly: what one's own dice do, and what is suffered in return.
"""

from __future__ import annotations

from typing import NamedTuple

from games.rules.fantasy_dice_battles.data import HERO, SIZE, DataSet, Kind
from games.rules.fantasy_dice_battles.player.awaited import Awaited, danger, has_support, lobs
from games.rules.fantasy_dice_battles.player.blows import blow, counted_aims
from games.rules.fantasy_dice_battles.player.valuing import (
    WEIGHTS,
    Expected,
    battles,
    expected,
    turned,
    unsure,
    winning,
    without_hero,
    worn,
)
from games.rules.fantasy_dice_battles.round.counting import dice, terms, why_not
from games.rules.fantasy_dice_battles.round.diagram import filling
from games.rules.fantasy_dice_battles.round.powers import DISPEL, Scene
from games.rules.fantasy_dice_battles.round.regrouping import regroupable, works_there
from games.rules.fantasy_dice_battles.state import FULL_RESERVE, POSTS, REGROUP, Post, Side

ALL_DICE = 9
"""More dice than can lie on a unit."""


class Threat(NamedTuple):
    """What is done to a battalion in a round: dice of a colour, whether they lob; the dice healed on each unit before;
    whether beaten units are spared (1) or lost (-1), no matter what lies on them."""

    color: str = ""
    dice: int = 0
    lobbed: bool = False
    healed: int = 0
    spared: int = 0


class Stand(NamedTuple):
    """What is to be expected of a battalion: its worth if the hero stands, and how likely he falls."""

    worth: float
    falls: float


class Half:
    """A side's half of a battalion, and the cards that it has to await in later rounds."""

    def __init__(self, data: DataSet, side: Side, battalion: int, threats: list[Awaited]) -> None:
        base = battalion * SIZE
        here = slice(base, base + SIZE)
        rows = zip(side.tokens[here], side.wounds[here], side.poison[here], strict=True)
        self.data, self.threats = data, threats
        self.kinds = [data.kinds[unit] if unit else None for unit in side.tokens[here]]
        lying = [wounds + poison for _, wounds, poison in rows]
        self.bodies = [
            (kind.armour, kind.morale, dice) if kind else None for kind, dice in zip(self.kinds, lying, strict=True)
        ]
        self.filled = filling(side.tokens, base)
        self.stands: dict[Threat, Stand] = {}
        self.dangers: dict[tuple[int, int], float] = {}

    def after(self, threat: Threat) -> Stand:
        """Return what is to be expected after a threat."""
        if threat not in self.stands:
            self.stands[threat] = self._after(threat)
        return self.stands[threat]

    def _after(self, threat: Threat) -> Stand:
        table = (self.data.lobbed if threat.lobbed else self.data.targets)[self.filled]
        bodies = tuple((body[0], body[1], max(0, body[2] - threat.healed)) if body else None for body in self.bodies)
        color = threat.color if threat.dice else ""
        found = blow(counted_aims(table, SIZE), color, threat.dice, bodies)
        stands = 1 - found.falls
        worth = sum(odds * self._danger(filled, lying) for filled, lying, odds in found.left)
        for space, (defeated, lost, lying) in found.units:
            kind = self._kind(space)
            flees = 0.0 if threat.spared < 0 else defeated - lost * (not threat.spared)
            worth += (stands - defeated) * WEIGHTS.fighting(kind) + WEIGHTS.wounds * worn(kind, lying)
            worth += flees * WEIGHTS.fled(kind)
        return Stand(worth / stands if found.left else 0.0, found.falls)

    def _kind(self, space: int) -> Kind:
        kind = self.kinds[space]
        assert kind is not None
        return kind

    def _danger(self, filled: int, lying: int) -> float:
        if (filled, lying) not in self.dangers:
            hero = self._kind(HERO)
            falls, hurt = danger(self.data, self.threats, filled, hero.armour, max(1, hero.morale - lying))
            worth = WEIGHTS.falls * falls + WEIGHTS.hurt * hurt + WEIGHTS.hero_wounds * lying / hero.morale
            self.dangers[filled, lying] = worth
        return self.dangers[filled, lying]


class Pair:
    """Two cards that meet at a battalion, None for one that does nothing: their dice, and what they do besides."""

    def __init__(
        self, data: DataSet, own: Side, foe: Side, battalion: int, card: Kind | None, answer: Kind | None
    ) -> None:
        works, answers = (
            not has_support(other, DISPEL) or has_support(each, DISPEL)
            for each, other in ((card, answer), (answer, card))
        )
        base = battalion * SIZE
        self.dice = _dice(Scene(data, own, foe, base, card, answer), works, answers) if card else 0
        self.answered = _dice(Scene(data, foe, own, base, answer, card), answers, works) if answer else 0
        self.colors = card.color if card else "", answer.color if answer else ""
        self.card, self.answer = card if works else None, answer if answers else None

    def on_own(self, last: bool) -> Threat:
        """Return what the own side suffers; at the `last` battalion that fights nobody flees."""
        return _threat(self.answered, self.colors[1], self.answer, self.card, last)

    def on_foe(self, last: bool) -> Threat:
        """Return what the other side suffers."""
        return _threat(self.dice, self.colors[0], self.card, self.answer, last)


def _dice(scene: Scene, powers: bool, guards: bool) -> int:
    return dice(terms(scene, powers, guards))


def _threat(number: int, color: str, card: Kind | None, against: Kind | None, last: bool) -> Threat:
    healed = ALL_DICE if has_support(against, "GLOBAL_HEAL") else int(has_support(against, "HEAL"))
    spared = -1 if last or has_support(card, "NO_QUARTER") else int(has_support(against, "STEADFAST"))
    return Threat(color, number, lobs(card) and number > 0, healed, spared)


class Turns(NamedTuple):
    """How the odds of winning turn if heroes fall at a battalion: the foe's, the own one, both."""

    kill: float
    loss: float
    both: float


class Field:
    """A position before a round: what each card may gain where."""

    def __init__(self, data: DataSet, own: Side, foe: Side) -> None:
        self.data, self.foe = data, foe
        self.active = battles(own, foe)
        self.odds = winning(data, own, foe)
        likely = unsure(self.odds)
        self.slope = likely * (1 - likely)
        self.expected: Expected = expected(data, own, foe)
        self.opposite = {each: Half(data, foe, each, self.expected.own[each]) for each in self.active}
        self.turns = {battalion: self._turns(own, battalion) for battalion in self.active}
        self.rest = {each: self._rest(own, each) for each in self.active}

    def _rest(self, own: Side, battalion: int) -> float:
        """Return what the own half is worth more than the other one if nothing happens."""
        half = Half(self.data, own, battalion, self.expected.foe[battalion])
        return half.after(Threat()).worth - self.opposite[battalion].after(Threat()).worth

    def _turns(self, own: Side, battalion: int) -> Turns:
        mine, others = (without_hero(self.data, side, battalion) for side in (own, self.foe))
        pairs = ((own, others), 1), ((mine, self.foe), -1), ((mine, others), 0)
        return Turns(*(turned(self.odds, winning(self.data, *pair), falls) - self.odds for pair, falls in pairs))

    def gains(self, own: Side, battalion: int, cards: set[str]) -> dict[str, float]:
        """Return the gain of each of the cards, by id, and of none under "", with the own side reinforced as it is."""
        half = Half(self.data, own, battalion, self.expected.foe[battalion])
        nothing = self._gain(own, half, battalion, None)
        found = {"": nothing}
        for card in cards:
            kind = self.data.kinds[card]
            idle = why_not(own, self.foe, battalion, kind)
            found[card] = nothing if idle else self._gain(own, half, battalion, kind)
        return found

    def _gain(self, own: Side, half: Half, battalion: int, card: Kind | None) -> float:
        gain = self._rallied(own) if has_support(card, "RALLY") else 0.0
        for odds, answer, _ in self.expected.foe[battalion]:
            gain += odds * self._turn(Pair(self.data, own, self.foe, battalion, card, answer), half, battalion)
        return gain

    def _turn(self, pair: Pair, half: Half, battalion: int) -> float:
        """Return how the odds of winning turn if two cards meet; 0 is a round in which nothing happens at all."""
        last = len(self.active) == 1
        worth, loss = half.after(pair.on_own(last))
        of_foe, kill = self.opposite[battalion].after(pair.on_foe(last))
        turns = self.turns[battalion]
        held = (1 - kill) * (1 - loss) * self.slope * (worth - of_foe - self.rest[battalion])
        return held + kill * (1 - loss) * turns.kill + loss * (1 - kill) * turns.loss + loss * kill * turns.both

    def reserved(self, unit: str) -> float:
        """Return what a unit in reinforcements is worth."""
        return self.slope * WEIGHTS.reserved(self.data.kinds[unit])

    def _rallied(self, own: Side) -> float:
        fleeing = [at for at, unit in enumerate(own.fleeing) if unit]
        if not fleeing or len(own.reserve) >= FULL_RESERVE:
            return 0.0
        at = max(fleeing, key=lambda each: self.data.kinds[own.fleeing[each]].rank)
        return self._back(own.fleeing[at], WEIGHTS.fled(self.data.kinds[own.fleeing[at]], at))

    def _back(self, unit: str, before: float) -> float:
        return self.reserved(unit) - self.slope * before

    def regrouped(self, own: Side, post: Post, card: str) -> float:
        """Return the gain of a card that brings units back, from an idle battalion or as regrouping order."""
        kind, kinds = self.data.kinds[card], self.data.kinds
        if not works_there(own, card) or (post != REGROUP and why_not(own, self.foe, POSTS.index(post), kind)):
            return 0.0
        found = regroupable(own, post, kind)
        if post == REGROUP:
            return sum(self._back(own.fleeing[at], WEIGHTS.fled(kinds[own.fleeing[at]], at)) for at in found)
        return sum(self._back(own.tokens[at], WEIGHTS.idle * kinds[own.tokens[at]].cost) for at in found)

"""A computer player: it lays the cards that promise most where they lie, and keeps its battalions filled.

It takes a preset army, sends reinforcements wherever it can, weighs for each battalion what every card would do there,
and uses cards that do nothing anywhere to bring units back or to be rid of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from games.rules.chance import Chance
from games.rules.engine import AnyGame
from games.rules.fantasy_dice_battles.data import FRONT, HERO, PLACE, SIZE, DataSet, Kind
from games.rules.fantasy_dice_battles.diagram import filling
from games.rules.fantasy_dice_battles.prospects import prospects
from games.rules.fantasy_dice_battles.sets import of_digest
from games.rules.fantasy_dice_battles.state import POSTS, REGROUP
from games.rules.fantasy_dice_battles.steps import READY, Lay, Put, Reinforce, Take
from games.rules.fantasy_dice_battles.view import DiceBattlesView, Prospect, SideSeen, TokenSeen
from games.rules.game import Step, View

COLORS: Mapping[str, float] = {"normal": 1.0, "poison": 1.1, "smash": 1.4, "": 0.0}
"""What a die of a color is worth."""
EXPOSED = 1.5
"""How much more a die is worth if all faces lead to the hero."""
HOPE = 0.3
"""How likely the opposing card is of a class that is hoped for."""
GUARD = 0.4
POWERS: Mapping[str, float] = {"DISPEL": 0.7, "RALLY": 0.3, "STEADFAST": 0.2, "NO_QUARTER": 0.5}
"""What support powers are worth that do not depend on the position."""
KEPT = 0.05
"""What is lost with a card laid where it does less than elsewhere, for each die that it would have elsewhere."""
BROUGHT_BACK = 1.0

Odds = Mapping[str, Mapping[str, float]]
"""What each card of the hand is worth at each post."""


def choose(game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance) -> Step | None:
    """The step that promises most, the first of equals; chance has no part in it.

    `view` is the seat's own view of a match of Fantasy Dice Battles, `steps` what the seat may do. None if it may do
    nothing.
    """
    assert isinstance(view, DiceBattlesView)
    offered = [step for step in steps if step is not None]
    if view.phase == "army":
        return _choose_army(offered)
    return _reinforcement(view, offered) or _order(view, offered)


def _choose_army(offered: Sequence[Step]) -> Step | None:
    """The first preset; where an army is begun already, units into battalions while there is room."""
    wanted = [step for step in offered if isinstance(step, Take) or (isinstance(step, Put) and step.place in PLACE)]
    return next(iter(wanted), READY if READY in offered else None)


def _reinforcement(view: DiceBattlesView, offered: Sequence[Step]) -> Reinforce | None:
    """The best unit for the emptiest battalion, in front if possible."""
    kinds, own = of_digest(view.set_digest).kinds, view.sides[view.viewer]

    def worth(step: Reinforce) -> float:
        place = PLACE[step.place]
        front = place % SIZE < FRONT
        return kinds[step.unit].rank - len(_here(own, place // SIZE)) + 2 * front

    return max((step for step in offered if isinstance(step, Reinforce)), key=worth, default=None)


def _here(side: SideSeen, battalion: int) -> list[TokenSeen]:
    return [token for token in side.tokens[battalion * SIZE : battalion * SIZE + SIZE] if token is not None]


def _order(view: DiceBattlesView, offered: Sequence[Step]) -> Step | None:
    lays = [step for step in offered if isinstance(step, Lay)]
    odds = _odds(view)
    lacking = [POSTS[battalion - 1] for battalion in view.fighting]
    lacking = [post for post in lacking if any(step.post == post for step in lays)]
    if lacking:
        return _best_lay(view, odds, lacking)
    spare = [step for step in lays if odds[step.card][step.post] > 0]
    best = max(spare, key=lambda step: odds[step.card][step.post], default=None)
    return best or (READY if READY in offered else None)


def _best_lay(view: DiceBattlesView, odds: Odds, lacking: Sequence[str]) -> Lay:
    """The first card of the best way to fill all posts that lack one."""
    left = list(view.hand or ())
    for card in (view.orders.cards if view.orders else {}).values():
        left.remove(card)
    ways = sorted(set(permutations(left, len(lacking))))
    best = max(ways, key=lambda way: sum(odds[card][post] for card, post in zip(way, lacking, strict=True)))
    return Lay(best[0], lacking[0])  # type: ignore[arg-type]


def _odds(view: DiceBattlesView) -> Odds:
    """What each card of the hand is worth at each post: dice and powers, less what it would be worth elsewhere."""
    data = of_digest(view.set_digest)
    found = {}
    for card, expected in prospects(view, view.viewer).items():
        kind = data.kinds[card]
        worth = {seen.post: _worth(view, data, kind, seen) for seen in expected}
        best = max(worth[post] for post in POSTS if post != REGROUP)
        found[card] = {post: value - KEPT * best - _idle_cost(post, best) for post, value in worth.items()}
    return found


def _idle_cost(post: str, best: float) -> float:
    """A card that works somewhere is not thrown away as regrouping order for nothing."""
    return 0.5 if post == REGROUP and best > 0 else -0.01


def _worth(view: DiceBattlesView, data: DataSet, card: Kind, seen: Prospect) -> float:
    if seen.why:
        return 0.0
    battalion = POSTS.index(seen.post)
    if seen.post == REGROUP or battalion + 1 not in view.fighting:
        return BROUGHT_BACK * len(seen.units)
    dice = seen.dice + HOPE * sum(hope.amount for hope in seen.hopes)
    foe = view.sides[1 - view.viewer]
    guards = GUARD * sum(power.amount or 0 for power in card.guards)
    supports = sum(_support(view.sides[view.viewer], battalion, power.code) for power in card.supports)
    return 0.5 + dice * COLORS[card.color] * _exposure(foe, data, battalion, card) + guards + supports


def _exposure(foe: SideSeen, data: DataSet, battalion: int, card: Kind) -> float:
    """More than 1 as far as dice lead to the hero opposite, and as that one is wounded."""
    tokens = [token.unit if token else "" for token in foe.tokens]
    table = data.lobbed if any(power.code == "LOB" for power in card.supports) else data.targets
    aims = table[filling(tokens, battalion * SIZE)]
    hero = foe.tokens[battalion * SIZE + HERO]
    hurt = hero.wounds / hero.morale if hero else 0.0
    return 1 + EXPOSED * (1 + hurt) * aims.count(HERO) / len(aims)


def _support(own: SideSeen, battalion: int, code: str) -> float:
    here = _here(own, battalion)
    if code == "HEAL":
        return 0.8 * sum(1 for token in here if token.wounds or token.poison)
    if code == "GLOBAL_HEAL":
        return 0.8 * sum(token.wounds + token.poison for token in here)
    return POWERS.get(code, 0.0)

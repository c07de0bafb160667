"""The levels of the computer opponents, weakest first.

All but the two strongest overlook steps: the harder a step is to find, the more often. Of those they notice, they take
the best ones, planned as `bot` plans them. All but the lowest see at once which cards do nothing, and what probably
ends the match. The strongest reckons with what it suffers, too, and tries its orders in imagined worlds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from games.rules.chance import Chance
from games.rules.engine import AnyGame
from games.rules.fantasy_dice_battles import bot, search
from games.rules.fantasy_dice_battles.data import SIZE
from games.rules.fantasy_dice_battles.player.weighing import LAST_HERO_WORTH, SCALE
from games.rules.fantasy_dice_battles.state import POSTS, Post
from games.rules.fantasy_dice_battles.steps import Lay, Reinforce
from games.rules.fantasy_dice_battles.view import DiceBattlesView
from games.rules.game import Step, View
from games.rules.levels import ALWAYS, Enough, Level, Whole, noticed
from games.rules.sentence import N_

DECISIVE = round(LAST_HERO_WORTH * SCALE / 2)
"""A card that promises so much probably strikes the hero whose fall ends the match."""


class Eye(NamedTuple):
    """How many of a hundred times a player notices a step: the card of a unit that fights there; that of a hero beside
    it, or a unit to send; a card that brings units back or is given away.

    Who sees `plainly` knows which cards do nothing, and always notices what probably ends the match.
    """

    plain: int
    harder: int
    hardest: int
    plainly: bool = True


class Glance:
    """The orders that a player composes, and how easily it finds each step."""

    def __init__(self, eye: Eye, known: bot.Known) -> None:
        self.eye = eye
        data, self.own, foe, active = known
        self.worth = bot.weighed(data, self.own, foe)
        self.needed = {POSTS[battalion] for battalion in active}

    def odds(self, step: Step) -> int:
        """Return how many of a hundred times the player notices a step."""
        if not isinstance(step, Lay):
            return self.eye.harder
        if step.post not in self.needed:
            return self.eye.hardest
        return self._of_card(step.card, step.post)

    def _of_card(self, card: str, post: Post) -> int:
        worth = self.worth[card][post]
        if self.eye.plainly and (worth >= DECISIVE or not worth):
            return ALWAYS if worth else 0
        base = POSTS.index(post) * SIZE
        return self.eye.plain if card in self.own.tokens[base : base + SIZE] else self.eye.harder

    def seen(self, steps: Sequence[Step], chance: Chance) -> Iterator[Step]:
        """Yield what the player notices: for each battalion some card, and some unit to send."""
        places = {_post_of(step) for step in steps if isinstance(step, Lay | Reinforce)}
        for place in sorted(places):
            yield from noticed({step: self.odds(step) for step in steps if _post_of(step) == place}, chance)


def _post_of(step: Step) -> str:
    """Return where a player looks for a step: at a post, at reinforcements, or nowhere in particular."""
    match step:
        case Lay():
            return step.post
        case Reinforce():
            return "reserve"
    return ""


def choose(
    eye: Eye, game: AnyGame, view: View, steps: Sequence[Step | None], chance: Chance, *, enough: Enough
) -> Step | None:
    """Return the first step of the best plan from what a player with this eye notices."""
    assert isinstance(view, DiceBattlesView)
    offered = [step for step in steps if step is not None]
    if view.phase == "army":
        return bot.choose_army(offered, chance)
    known = bot.known(view)
    seen = set(Glance(eye, known).seen(offered, chance))
    return next((step for step in bot.plan(*known, seen.__contains__) if step in offered), None)


LEVELS = (
    Level("beginner", partial(choose, Eye(46, 30, 18, plainly=False))),
    Level("casual", partial(choose, Eye(24, 13, 8))),
    Level("club", partial(choose, Eye(90, 81, 68))),
    Level("strong", partial(choose, Eye(ALWAYS, ALWAYS, ALWAYS))),
    Level("expert", Whole(search.plan_move), own_manner=N_("tries the round in its head")),
)

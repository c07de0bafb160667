"""Fantasy Dice Battles, two matches in which what is hidden differs: one seat gets the same, byte for byte.

Hidden are the armies and orders that the other has composed or sealed, whether it has, and its hand and draw pile.
"""

from __future__ import annotations

from typing import Any

import pytest

from games import play, positions
from games.models import Match
from games.rules.fantasy_dice_battles import armies
from games.rules.fantasy_dice_battles.sets import HOUSE_SET, SETS
from games.rules.fantasy_dice_battles.state import POSTS
from tests.games.tables import answer, begin, now, seat, texts
from tests.games.twins import Course, Watch, draws, fixed, same

pytestmark = pytest.mark.django_db

DICE = "fantasy-dice-battles"
DATA = SETS[HOUSE_SET]
ONE, OTHER = list(DATA.presets)[:2]


def shuffled(reverse: bool) -> list[int]:
    """The draws that deal Ann her cards in alphabetical order, and Ben his from the front or from the end of it."""
    anns, bens = (sorted(armies.units(DATA.presets[preset].army)) for preset in (ONE, OTHER))
    return [*draws(anns, anns), *draws(bens, bens[::-1] if reverse else bens)]


def choosing(*composed: str, sealed: str = "") -> Course:
    """Ben composes an army, or seals one, while Ann chooses hers."""

    def course(watch: Watch) -> None:
        ben = watch.users["Ben"]
        for text in composed:
            play.save_plan(watch.match.public_id, ben.pk, text, seat(watch.match, ben).serial)
        if sealed:
            answer(watch.match, ben, sealed)
        watch.pause("Ben has chosen, or not")
        watch.post("army", armies.text(DATA.presets[ONE].army), seat(watch.match, watch.viewer).serial)
        watch.post("army", "", seat(watch.match, watch.viewer).serial)
        watch.look("Ann has composed hers")

    return course


def ordering(*, reverse: bool, sealed: bool) -> Course:
    """Both armies are known; Ben holds one of two hands, and orders with it, or not yet."""

    def course(watch: Watch) -> None:
        match, ann, ben = watch.match, watch.users["Ann"], watch.users["Ben"]
        answer(match, ann, f"army {ONE}; ready")
        with fixed(shuffled(reverse)):
            answer(match, ben, f"army {OTHER}; ready")
        watch.look("the armies are shown")
        if sealed:
            answer(match, ben, orders(match))
        watch.pause("Ben has ordered, or not")

    return course


def orders(match: Match) -> str:
    """Orders of Ben's for every post: the first cards of his hand."""
    hand = positions.newest(now(match)).position.state.sides[1].hand
    return "; ".join([*(f"lay {card}@{post}" for card, post in zip(hand, POSTS, strict=False)), "ready"])


def test_nothing_that_reaches_ann_tells_of_the_army_ben_composes_or_seals(watch: Any) -> None:
    courses = (
        choosing(),
        choosing("faction horde; put goblins@1:F1; put orcs@1:F2"),
        choosing(f"army {ONE}"),
        choosing(sealed=f"army {OTHER}; ready"),
    )
    one, *others = [watch([], course, "Ann", DICE) for course in courses]
    assert len(one) > 40
    for other in others:
        same(one, other)


def test_nothing_that_reaches_ann_tells_of_bens_hand_or_orders(watch: Any) -> None:
    one, *others = [
        watch([], ordering(reverse=reverse, sealed=sealed), "Ann", DICE)
        for reverse, sealed in ((False, False), (True, False), (True, True))
    ]
    for other in others:
        same(one, other)


def test_the_number_of_entries_tells_nothing_of_what_is_sealed(watch: Any, ann: Any, ben: Any) -> None:
    match = begin(ann, ben, game=DICE)
    answer(match, ben, f"army {ONE}; ready")
    assert len(texts(match)) == 1
    assert seat(match, ann).counted(now(match).ply) == 0

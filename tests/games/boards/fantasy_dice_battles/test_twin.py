"""Fantasy Dice Battles, two matches alike in all that lies open: one seat gets the same from both, byte for byte.

Armies and orders are sealed, a person's and the house's alike. Nobody may notice even whether they are there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from games.bots import services as bots
from games.core.models import Match, Seat, Turn
from games.core.reading import positions
from games.core.services import play, remedies, sweeps
from games.rules import registry
from games.rules.fantasy_dice_battles.army.armies import units
from games.rules.fantasy_dice_battles.army_phase import steps_of
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from games.rules.fantasy_dice_battles.state import HAND
from games.vacations import sweeps as vacation_sweeps
from tests.games.tables import answer, now, owing, pass_time, seat
from tests.games.twins import MATCH, Course, Watch, assert_same, draws, fixed

pytestmark = [pytest.mark.django_db, pytest.mark.by_turns(1)]
FANTASY = "fantasy-dice-battles"
REALM, HORDE = (SETS[DEFAULT_SET].presets[name].army for name in ("realm_a", "horde_a"))
ANNS, BENS = sorted(units(REALM)), sorted(units(HORDE))
ARMY = {"Ann": "army realm_a; ready", "Ben": "army horde_a; ready"}
"""The cards of both armies, and how they are taken."""


def built() -> str:
    """Return the army of Ben, put together unit by unit."""
    rules = registry.current(FANTASY)
    return "; ".join([*(rules.text(step) for step in steps_of(HORDE)), "ready"])


def laying(cards: Sequence[str], *more: str) -> str:
    """Return orders with these cards at battalions 1, 2 and 3."""
    return "; ".join([*(f"lay {card}@{post}" for card, post in zip(cards, "123", strict=True)), *more, "ready"])


def dealing(bens: Sequence[str]) -> list[int]:
    """Return the draws that deal Ann her first seven cards, and Ben these."""
    return [*_stacked(ANNS, ANNS[:HAND]), *_stacked(BENS, bens)]


def _stacked(cards: list[str], hand: Sequence[str]) -> list[int]:
    left = list(cards)
    for card in hand:
        left.remove(card)
    return draws(cards, [*left, *hand])


COMMON = list(dict.fromkeys(BENS))[:3]
_REST = sorted((Counter(BENS) - Counter(COMMON)).elements())
HANDS = [[*COMMON, *_REST[: HAND - 3]], [*COMMON, *_REST[3 - HAND :]]]
"""Two hands of Ben that have three different cards in common."""


def seal(watch: Watch, text: str) -> None:
    """Let Ben seal this, or nothing, while an hour goes by."""
    if text:
        watch.play("Ben", text, "an hour")
    else:
        watch.pause("an hour")


def choosing(bens: str, plan: str = "") -> Course:
    """Let Ben choose an army or not, and compose one or not."""

    def course(watch: Watch) -> None:
        ben = watch.users["Ben"]
        if plan:
            play.save_plan(MATCH, ben.pk, plan, seat(watch.match, ben).serial)
        seal(watch, bens)

    return course


def begun(watch: Watch, bens: Sequence[str] = HANDS[0], army: str = ARMY["Ben"]) -> None:
    """Let both choose, Ann last, and deal them these hands."""
    answer(watch.match, watch.users["Ben"], army)
    with fixed(dealing(bens)):
        watch.play("Ann", ARMY["Ann"])


def ordered(*sealed: bool) -> list[Course]:
    """Return courses in which Ann's time is up and Ben has sealed his orders or not.

    Ben has less than three days in all.
    """

    def course(watch: Watch, is_sealed: bool) -> None:
        begun(watch)
        now = timezone.now()
        Match.objects.update(absence="choice")
        for name, hours in (("Ann", 24), ("Ben", 48)):
            due = now + timedelta(hours=hours)
            Turn.objects.filter(user=watch.users[name]).update(deadline=due, last_moment=due, looked_ply=1_000)
        seal(watch, laying(COMMON) if is_sealed else "")
        for hours in (10, 14):
            pass_time(watch.noon, timedelta(hours=hours))
        assert list(sweeps.expire().values()) == ["asked"]
        watch.look("Ann’s time is up", whole=True)
        watch.pause("an hour later")
        remedies.choose(MATCH, watch.users["Ben"].pk, "substitute")
        watch.look("somebody is sought", whole=True)

    return [partial(course, is_sealed=each) for each in sealed]


def ordering(*bens: str) -> Course:
    """Return the first round, in which Ben seals something or nothing; then both talk."""

    def course(watch: Watch) -> None:
        begun(watch)
        for text in bens:
            seal(watch, text)
        watch.asks_back()
        watch.talks()

    return course


def fighting(bens: Sequence[str], army: str = ARMY["Ben"]) -> Course:
    """Return a round of open cards from a hand whose other cards are hidden."""

    def course(watch: Watch) -> None:
        begun(watch, bens, army)
        watch.play("Ben", laying(COMMON), "Ben is ready")
        watch.stay_away()
        assert any(label.startswith("mail Your time is running out") for label, _ in watch.seen)
        watch.play("Ann", laying(ANNS[:3]))
        assert owing(watch.match) == ["Ann", "Ben"]

    return course


def housed(answers: bool) -> Course:
    """Put Ben's seat in the hands of the house. Its worker answers immediately or not yet.

    It doesn't depend on what Ann is asked.
    """

    def course(watch: Watch) -> None:
        Seat.objects.filter(match=watch.match, user=watch.users["Ben"]).update(house=True)
        watch.pause("the house is at the table")
        if answers:
            assert bots.move_for_bot(watch.match.pk)
        watch.pause("the worker has been asked")

    return course


def nearly_up(bens: str) -> Course:
    """Let Ben seal something or nothing. In both cases the time is nearly up, as the site takes vacations."""

    def course(watch: Watch) -> None:
        begun(watch)
        seal(watch, bens)
        pass_time(
            watch.noon, Turn.objects.get(user=watch.users["Ann"]).deadline - timezone.now() - timedelta(minutes=4)
        )
        vacation_sweeps.take_vacations()
        watch.look("the time is nearly up")

    return course


def time_up(bens: str) -> Course:
    """Let Ben seal something or nothing while he may choose, since Ann's time is up.

    The workers stand still for the hour that goes by, so all of it is an outage.
    """

    def course(watch: Watch) -> None:
        begun(watch)
        Match.objects.update(absence="choice")
        Turn.objects.filter(user=watch.users["Ann"]).update(deadline=timezone.now(), looked_ply=1_000)
        assert list(sweeps.expire().values()) == ["asked"]
        seal(watch, bens)
        remedies.choose(MATCH, watch.users["Ben"].pk, "substitute")
        watch.look("somebody is sought")

    return course


COURSES = {
    "an army, built, taken, or only begun": [choosing(built()), choosing(ARMY["Ben"]), choosing("", "faction horde")],
    "orders, few, many or none": [
        ordering(laying(COMMON)),
        ordering(laying(COMMON[::-1], f"lay {HANDS[0][3]}@regroup")),
        ordering(""),
    ],
    "the rest of a hand, and how an army was chosen": [fighting(HANDS[0]), fighting(HANDS[1], built())],
    "whether a vacation would help": [nearly_up(laying(COMMON)), nearly_up("")],
    "how long there is to choose": [time_up(laying(COMMON)), time_up("")],
    "the house at work": [housed(answers=True), housed(answers=False)],
}
"""What may not be noticed, and the courses that differ in it alone."""


@pytest.mark.parametrize("hidden", COURSES)
def test_nothing_that_reaches_ann_tells_of(hidden: str, watch: Any) -> None:
    first, *others = (watch([], course, "Ann", FANTASY) for course in COURSES[hidden])
    for other in others:
        assert_same(first, other)
    assert len(first) > 40


def test_what_is_laid_open_does_reach_her(watch: Any) -> None:
    def other(watch: Watch) -> None:
        begun(watch)
        watch.play("Ben", laying(COMMON[::-1]), "Ben is ready")
        watch.play("Ann", laying(ANNS[:3]))

    one, two = (watch([], course, "Ann", FANTASY, briefly=True) for course in (fighting(HANDS[0]), other))
    assert one != two


def test_a_house_opponent_answers_before_and_after_the_person_alike(ann: Any) -> None:
    match = bots.challenge(ann, FANTASY, {}, seat=0)
    assert bots.move_for_bot(match.pk)
    assert not bots.move_for_bot(match.pk)
    assert owing(match) == ["Ann"]
    answer(match, ann, ARMY["Ann"])
    cards = positions.newest_position(now(match)).position.state.sides[0].hand
    answer(match, ann, laying(cards[:3]))
    assert owing(match) == ["Magus.Alearius"]
    assert bots.move_for_bot(match.pk)
    assert owing(match) == ["Ann", "Magus.Alearius"]


def test_how_long_there_is_to_choose_tells_nothing_of_sealed_orders(watch: Any) -> None:
    one, other = (watch(dealing(HANDS[0]), course, "Ann", FANTASY) for course in ordered(True, False))
    assert_same(one, other)
    assert any("You can still move until Ben chooses what happens next." in told for _, told in one)

"""Twins of somebody's absences: their number tells nobody of an answer that is sealed in another match."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.core.models import Heartbeat, Match, Turn
from games.core.reading import reliability
from games.core.reading.reliability import Reliability
from games.core.services import sweeps
from games.offers import undo
from tests.games.boards.fantasy_dice_battles.test_twin import ARMY, COMMON, FANTASY, HANDS, dealing, laying
from tests.games.conftest import NOON
from tests.games.tables import answer, begin, play_on, under_way
from tests.games.twins import MATCH, fixed
from tests.parts.cast import person

pytestmark = [pytest.mark.django_db]


MINUTE = timedelta(minutes=1)


def lose(match: Match, noon: time_machine.Traveller) -> None:
    """Let the time run out of the one whose turn it is."""
    noon.shift(MINUTE)
    Turn.objects.filter(match=match).update(deadline=timezone.now(), looked_ply=1_000)
    Heartbeat.objects.update(at=timezone.now())
    assert list(sweeps.expire().values()) == ["timeout"]


def counted(user: User, noon: time_machine.Traveller, course: Callable[[bool], None]) -> list[Reliability]:
    """Return what is told of a player's absences after a course with an answer sealed in it, and after one without."""
    found = []
    for sealed in (True, False):
        noon.move_to(NOON)
        with transaction.atomic():
            course(sealed)
            found.append(reliability.reliability_of(user.pk))
            transaction.set_rollback(True)
    return found


def test_the_number_of_absences_tells_nothing_of_a_sealed_answer(
    ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    """Ben runs out of time in two matches. Between these he seals an army for a third one, or does not."""
    others = [person("Dan"), person("Eve")]

    def course(sealed: bool) -> None:
        match = begin(ann, ben, game=FANTASY, public_id=MATCH)
        first, second = (under_way(begin(ben, each, public_id=f"with{each.username}00")) for each in others)
        lose(first, noon)
        noon.shift(MINUTE)
        if sealed:
            answer(match, ben, ARMY["Ben"])
        lose(second, noon)

    assert counted(ben, noon, course) == [Reliability(absences=1, missed=2)] * 2


def test_the_number_of_absences_tells_nothing_of_an_answer_that_was_taken_back(
    ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    """Between the two matches Ben seals orders, or does not; the third match goes back, and Ann seals an army."""
    others = [person("Dan"), person("Eve")]

    def course(sealed: bool) -> None:
        match = begin(ann, ben, game=FANTASY, public_id=MATCH)
        answer(match, ben, ARMY["Ben"])
        with fixed(dealing(HANDS[0])):
            answer(match, ann, ARMY["Ann"])
        first, second = (under_way(begin(ben, each, public_id=f"with{each.username}00")) for each in others)
        noon.shift(MINUTE)
        play_on(first, 2)
        lose(first, noon)
        noon.shift(MINUTE)
        if sealed:
            answer(match, ben, laying(COMMON))
        undo.go_back(MATCH, 0, "As all asked.")
        noon.shift(MINUTE)
        answer(match, ann, ARMY["Ann"])
        lose(second, noon)

    assert counted(ben, noon, course) == [Reliability(absences=1, missed=2)] * 2

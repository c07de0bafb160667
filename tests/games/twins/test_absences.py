"""Twins of somebody's absences: their number tells nobody of an answer that is sealed in another match."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.core.models import Heartbeat, Turn
from games.core.reading import reliability
from games.core.reading.reliability import Reliability
from games.core.services import sweeps
from tests.games.boards.fantasy_dice_battles.test_twin import ARMY, FANTASY
from tests.games.conftest import NOON
from tests.games.tables import answer, begin, under_way
from tests.games.twins import MATCH
from tests.parts.cast import person

pytestmark = [pytest.mark.django_db]


def test_the_number_of_absences_tells_nothing_of_a_sealed_answer(
    ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    """Ben runs out of time in two matches. Between these he seals an army for a third one, or does not."""
    others = [person("Dan"), person("Eve")]

    def run(sealed: bool) -> Reliability:
        noon.move_to(NOON)
        with transaction.atomic():
            match = begin(ann, ben, game=FANTASY, public_id=MATCH)
            for other in [(under_way(begin(ben, each, public_id=f"with{each.username}00"))) for each in others]:
                noon.shift(timedelta(minutes=1))
                Turn.objects.filter(match=other).update(deadline=timezone.now(), looked_ply=1_000)
                Heartbeat.objects.update(at=timezone.now())
                assert list(sweeps.expire().values()) == ["timeout"]
                if sealed and other.public_id == "withDan00":
                    noon.shift(timedelta(minutes=1))
                    answer(match, ben, ARMY["Ben"])
            found = reliability.reliability_of(ben.pk)
            transaction.set_rollback(True)
        return found

    assert run(True) == run(False) == Reliability(absences=1, missed=2)

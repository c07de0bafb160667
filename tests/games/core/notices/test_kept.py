"""What was told of a match is kept while the match runs, however long that is; all else for ninety days."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts import outbox
from accounts.models import Outbox, User
from games.core.models import Match
from games.core.notices import turns
from games.core.notices.turns import Informed, LetterFacts
from games.core.services import play
from tests.games.conftest import NOON
from tests.games.tables import answer, begin, first_move, seat, turn

pytestmark = pytest.mark.django_db
OLD = NOON + timedelta(days=91)


@pytest.fixture
def told(match: Match) -> Match:
    """A match of whose first turn Ann was sent a letter at NOON."""
    Outbox.objects.update(status="sent", sent_at=NOON, attempts=1)
    return match


def kinds() -> list[str]:
    return sorted(Outbox.objects.values_list("kind", flat=True))


def test_a_letter_of_a_turn_that_stands_still_counts_after_ninety_days(told: Match, ann: User) -> None:
    owing = [(seat(told, ann), turn(told, ann))]
    assert turns.informed(owing) == {owing[0][0].pk: Informed.YES}
    assert outbox.remove_old(OLD) == 0
    assert turns.informed(owing) == {owing[0][0].pk: Informed.YES}


def test_so_does_what_was_sent_of_an_earlier_turn_as_long_as_the_match_runs(told: Match, ann: User, ben: User) -> None:
    answer(told, ann, first_move(told, ann))
    Outbox.objects.update(status="sent", sent_at=NOON, attempts=1)
    assert kinds() == ["start", "turn", "turn"]
    assert (outbox.remove_old(OLD), kinds()) == (0, ["start", "turn", "turn"])
    assert [LetterFacts(seat(told, user)).is_first() for user in (ann, ben)] == [False, False]


def test_when_the_match_is_over_it_goes_and_that_of_others_stays(told: Match, ann: User, ben: User, cat: User) -> None:
    runs = begin(ann, cat, public_id="runs")
    play.resign(told.public_id, ann.pk)
    Outbox.objects.update(status="sent", sent_at=NOON, attempts=1)
    assert outbox.remove_old(OLD) == 4  # the turn, the beginning, and the end to both
    assert set(Outbox.objects.values_list("payload__match", flat=True)) == {runs.pk}


def test_what_concerns_no_match_goes(told: Match, ann: User) -> None:
    Outbox.objects.all().delete()
    for number, payload in enumerate([{}, {"user": told.pk}, {"match": told.pk}, {"match": told.pk + 999}]):
        row: dict[str, Any] = {"status": "obsolete", "created": NOON, "payload": payload}
        Outbox.objects.create(recipient=ann, kind="security", key=f"{number}", **row)
    assert outbox.remove_old(OLD) == 3
    assert list(Outbox.objects.values_list("key", flat=True)) == ["2"]

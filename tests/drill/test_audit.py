"""What is worked out from the logs is what the service has queued; a notice that is missing or idle is found."""

from __future__ import annotations

import pytest

from accounts.models import Outbox, User
from games.core.models import Match, Turn
from tests.drill import audit
from tests.games.tables import answer, begin, first_move, now

pytestmark = pytest.mark.django_db
CLEAN: dict[str, list[object]] = {"missing": [], "idle": [], "turns": []}


@pytest.fixture
def match(ann: User, ben: User) -> Match:
    begun = begin(ann, ben)
    answer(begun, ann, first_move(begun, ann))
    return now(begun)


def test_a_match_that_goes_its_way_is_clean(match: Match) -> None:
    assert audit.untold() == CLEAN


def test_a_notice_that_was_never_queued_is_missing(match: Match, ben: User) -> None:
    Outbox.objects.get(recipient=ben, kind="turn").delete()
    assert audit.untold() == {**CLEAN, "missing": [("turn", f"{match.pk}:1", "Ben")]}


def test_a_notice_without_a_turn_is_idle(match: Match, ann: User) -> None:
    Outbox.objects.create(recipient=ann, kind="turn", key=f"{match.pk}:7")
    assert audit.untold() == {**CLEAN, "idle": [("turn", f"{match.pk}:7", "Ann")]}


def test_a_turn_that_the_log_does_not_give_is_wrong(match: Match, ben: User) -> None:
    Turn.objects.get(user=ben).delete()
    assert audit.untold() == {**CLEAN, "turns": [match.public_id]}

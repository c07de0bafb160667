"""Two moderators who take one report, and one report filed twice, at once and on real connections."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from threading import Barrier, Lock

import pytest

from accounts.models import User
from games.core.models import Match
from games.core.services import eligibility
from games.reports import filing, services as reports, standing
from games.reports.models import Report
from tests.games.concurrency.test_matches import PATIENCE, at_once, no_broker, outcomes, wait_for_the_other
from tests.games.tables import begin
from tests.parts.cast import person

__all__ = ["no_broker"]  # a fixture
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def filed(ann: User, ben: User) -> Report:
    match = begin(ann, ben)
    return filing.file(ann, "match", match.public_id, "cheating", "")


@pytest.fixture
def moderators(mo: User) -> list[User]:
    return [mo, person("Max", is_staff=True)]


def test_without_the_lock_both_moderators_have_taken_it(
    filed: Report, moderators: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    met = Barrier(2)

    def look(report_id: int, moderator: User, also: Collection[int]) -> list[Report]:
        found = Report.objects.get(pk=report_id)
        met.wait(PATIENCE)
        return [found]

    monkeypatch.setattr(reports, "held", look)
    found = at_once(*[partial(reports.take_report, filed.pk, user) for user in moderators])
    assert outcomes(found) == ["list", "list"]


def test_one_of_two_moderators_takes_it(filed: Report, moderators: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    held, first = standing.held, Lock()

    def hold(report_id: int, moderator: User, also: Collection[int]) -> list[Report]:
        found = held(report_id, moderator, also)
        if first.acquire(blocking=False):
            wait_for_the_other()
        return found

    monkeypatch.setattr(reports, "held", hold)
    found = at_once(*[partial(reports.take_report, filed.pk, user) for user in moderators])
    assert sorted(outcomes(found)) == ["ReportError", "list"]
    assert Report.objects.get().assignee == moderators[[isinstance(each, list) for each in found].index(True)]


def test_of_two_moderators_who_take_the_same_two_from_either_end_one_has_both(
    ann: User, ben: User, cat: User, moderators: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They hold the rows in one order, so neither has one of them and waits for the other."""
    filed, other = (filing.file(each, "player", ben.username, "insult", "") for each in (ann, cat))
    held, first = standing.held, Lock()

    def hold(report_id: int, moderator: User, also: Collection[int]) -> list[Report]:
        found = held(report_id, moderator, also)
        if first.acquire(blocking=False):
            wait_for_the_other()
        return found

    monkeypatch.setattr(reports, "held", hold)
    both = [(filed.pk, other.pk), (other.pk, filed.pk)]
    found = at_once(
        *[partial(reports.take_report, a, user, [b]) for (a, b), user in zip(both, moderators, strict=True)]
    )
    assert sorted(outcomes(found)) == ["ReportError", "list"]
    winner = moderators[[isinstance(each, list) for each in found].index(True)]
    assert set(Report.objects.values_list("assignee", flat=True)) == {winner.pk}
    assert any(f"{winner.username} has already taken this report, on " in str(each) for each in found)


def test_one_report_filed_twice_at_once_is_one_report(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match: Match = begin(ann, ben)
    here, first = eligibility.require_here, Lock()

    def hold(user: User) -> None:
        here(user)
        if first.acquire(blocking=False):
            wait_for_the_other()

    monkeypatch.setattr(eligibility, "require_here", hold)
    found = at_once(*[partial(filing.file, ann, "match", match.public_id, "cheating", "")] * 2)
    assert sorted(outcomes(found)) == ["Report", "ReportError"]
    assert Report.objects.count() == 1

"""Two moderators who take one report, and one report filed twice, at once and on real connections."""

from __future__ import annotations

from functools import partial
from threading import Barrier, Lock

import pytest

from accounts.models import User
from games.core.models import Match
from games.core.services import eligibility
from games.reports import services as reports
from games.reports.models import Report
from tests.games.concurrency.test_matches import PATIENCE, at_once, no_broker, outcomes, wait_for_the_other
from tests.games.tables import begin
from tests.parts.cast import person

__all__ = ["no_broker"]  # a fixture
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def filed(ann: User, ben: User) -> Report:
    match = begin(ann, ben)
    return reports.file(ann, "match", match.public_id, "cheating", "")


@pytest.fixture
def moderators(mo: User) -> list[User]:
    return [mo, person("Max", is_staff=True)]


def test_without_the_lock_both_moderators_have_taken_it(
    filed: Report, moderators: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    met = Barrier(2)

    def look(report_id: int, moderator: User) -> Report:
        found = Report.objects.get(pk=report_id)
        met.wait(PATIENCE)
        return found

    monkeypatch.setattr(reports, "_held", look)
    assert at_once(*[partial(reports.take_report, filed.pk, user) for user in moderators]) == [None, None]


def test_one_of_two_moderators_takes_it(filed: Report, moderators: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    held, first = reports._held, Lock()

    def hold(report_id: int, moderator: User) -> Report:
        found = held(report_id, moderator)
        if first.acquire(blocking=False):
            wait_for_the_other()
        return found

    monkeypatch.setattr(reports, "_held", hold)
    found = at_once(*[partial(reports.take_report, filed.pk, user) for user in moderators])
    assert sorted(outcomes(found)) == ["NoneType", "ReportError"]
    assert Report.objects.get().assignee == moderators[found.index(None)]


def test_one_report_filed_twice_at_once_is_one_report(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match: Match = begin(ann, ben)
    here, first = eligibility.require_here, Lock()

    def hold(user: User) -> None:
        here(user)
        if first.acquire(blocking=False):
            wait_for_the_other()

    monkeypatch.setattr(eligibility, "require_here", hold)
    found = at_once(*[partial(reports.file, ann, "match", match.public_id, "cheating", "")] * 2)
    assert sorted(outcomes(found)) == ["Report", "ReportError"]
    assert Report.objects.count() == 1

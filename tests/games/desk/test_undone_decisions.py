"""What counts as a decision about a match: nothing that was undone, and nothing older than the report."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.core.models import Match
from games.reports import filing, services as reports
from games.reports.models import Report
from games.reports.standing import ReportError
from tests.games.browsing import told
from tests.games.desk.conftest import Reported
from tests.games.tables import answer, first_move

pytestmark = pytest.mark.django_db
WHY = {"reason": "It was the wrong match.", "confirm": "on"}


def case(report: Report) -> str:
    return reverse("admin:games_report_change", args=[report.pk])


def decide(client: Client, match: Match, name: str, **given: str) -> None:
    """Do something to a match on its page in the admin."""
    assert client.post(reverse(f"admin:games_match_{name}", args=[match.pk]), {**WHY, **given}).status_code == 302


def refused(report: Report, moderator: User) -> bool:
    """Say whether a report can't be closed with a decision about its match."""
    with pytest.raises(ReportError) as refusal:
        reports.close_report(report.pk, moderator, "ruled", "It is decided.")
    return "No decision has been made about the match since it was reported" in str(refusal.value.sentence)


def test_a_way_back_that_was_undone_is_no_decision_until_the_undo_is_undone(
    noon: time_machine.Traveller, moderator: Client, reported: Reported, max_: User, ann: User, ben: User
) -> None:
    match, report = reported.match, reported.report
    for user in (ann, ben):
        answer(match, user, first_move(match, user))
    decide(moderator, match, "back", ply="0", reason="Both asked.")
    noon.shift(60)
    decide(moderator, match, "unback")
    shown = told(moderator.get(case(report)))
    assert 'Both asked. <span class="quiet">undone' in shown
    assert 'It was the wrong match. <span class="quiet">undoes the one before</span>' in shown
    assert refused(report, max_)
    decide(moderator, match, "unback", reason="It was the right one.")
    reports.close_report(report.pk, max_, "ruled", "It went back.")
    assert Report.objects.get().outcome == "ruled"


def test_a_match_was_excluded_from_ratings_when_its_history_says_so(
    noon: time_machine.Traveller, moderator: Client, reported: Reported, max_: User, ben: User
) -> None:
    match, report = reported.match, reported.report
    Match.objects.filter(pk=match.pk).update(status="over", result={}, rated=True, ended=timezone.now())
    noon.shift(60)
    decide(moderator, match, "strike", reason="One played both sides.")
    noon.shift(60)
    later = filing.file(ben, "match", match.public_id, "cheating", "")
    shown = told(moderator.get(case(later)))
    assert 'One played both sides. <span class="quiet">excluded from ratings by Max</span>' in shown
    assert refused(later, max_)
    reports.close_report(report.pk, max_, "ruled", "It does not count.")
    assert Report.objects.get(pk=report.pk).outcome == "ruled"

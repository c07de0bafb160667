"""A closed report is opened again: who is told of what, and what is said of a letter that was still on its way."""

from __future__ import annotations

import json

import pytest
import time_machine
from django.core import mail

from accounts import blocks
from accounts.models import Outbox, User
from games.core.models import Match
from games.core.reading.access import NotYours
from games.reports import services as reports
from games.reports.models import Report
from games.reports.standing import ReportError
from tests.games.browsing import signed_in, told
from tests.games.core.documents.test_archive import read
from tests.games.reports.test_services import closed, letters, on_match, on_profile
from tests.parts.cast import person

pytestmark = pytest.mark.django_db
MINE = "/settings/reports/"


def test_it_is_open_again_without_its_outcome_and_told_of_again_once_it_is_closed_again(
    ann: User, ben: User, mo: User, noon: time_machine.Traveller
) -> None:
    report = closed(on_profile(ann), mo)
    assert "The player was told to stop. He was told so." in letters()["ann@example.org"]
    mail.outbox.clear()
    reports.reopen_report(report.pk, mo)
    report.refresh_from_db()
    assert (report.state, report.assignee, report.taken, report.closed) == ("open", None, None, None)
    assert (report.outcome, report.words, report.words_to_reported) == ("", "He was told so.", "Do not swear.")
    assert letters() == {}
    page = told(signed_in(ann).get(MINE))
    assert ("Waiting for a moderator." in page, "told to stop" in page) == (True, False)
    assert "It was opened again. Before, we told you: “He was told so.”" in page
    noon.shift(60)
    closed(report, mo, "nothing", "It was a mistake: the warning does not hold.")
    sent = letters()
    assert "We found nothing against the rules." in sent["ann@example.org"]
    assert "the warning does not hold" in sent["ben@example.org"]
    assert Outbox.objects.filter(kind="report", recipient=ann).count() == 2


def test_a_letter_that_was_on_its_way_when_it_was_opened_again_is_not_sent(
    ann: User, ben: User, mo: User, noon: time_machine.Traveller
) -> None:
    report = closed(on_profile(ann), mo)
    reports.reopen_report(report.pk, mo)
    assert letters() == {}
    noon.shift(60)
    report = closed(on_profile(ann, person("Dan").username), mo, "nothing", "")
    reports.reopen_report(report.pk, mo)
    noon.shift(60)
    closed(report, mo, "nothing", "")
    assert len(letters()) == 1
    assert [row.status for row in Outbox.objects.filter(payload__report=report.pk).order_by("created")] == [
        "obsolete",
        "sent",
    ]


def test_what_the_reported_player_was_told_stays_told(ann: User, ben: User, mo: User) -> None:
    """So the player is warned once, finds it in the download, and can be told what holds now."""
    report = closed(on_profile(ann), mo)
    reports.reopen_report(report.pk, mo)
    assert json.loads(read(signed_in(ben))["decisions/1.json"])[0]["words"] == "Do not swear."
    assert closed(report, mo, "warned", "").words_to_reported == "Do not swear."
    assert Outbox.objects.filter(kind="decision", recipient=ben).count() == 1


def test_only_a_closed_one_is_opened_again_and_not_by_whom_it_involves(ann: User, ben: User, mo: User) -> None:
    report = on_profile(ann)
    with pytest.raises(ReportError, match="This report isn’t closed"):
        reports.reopen_report(report.pk, mo)
    closed(report, mo)
    with pytest.raises(NotYours):
        reports.reopen_report(report.pk, ben)
    blocks.block(mo, ben)
    with pytest.raises(NotYours):
        reports.reopen_report(report.pk, mo)


def test_one_whose_reporter_has_reported_the_same_again_stays_closed(match: Match, ann: User, mo: User) -> None:
    report = closed(on_match(ann, match), mo)
    on_match(ann, match)
    with pytest.raises(ReportError, match="reported the same thing again since"):
        reports.reopen_report(report.pk, mo)
    assert Report.objects.get(pk=report.pk).state == "closed"

"""What is told when a moderator has closed a report: queued with it, written when it is sent."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from accounts import outbox
from accounts.channels import Notice
from accounts.links import absolute
from accounts.models import Outbox, User
from games.reports import queries as reports
from games.reports.models import Report

REPORT = "report"
DECISION = "decision"


def queue(closed: list[Report], *, told: bool) -> None:
    """Queue the outcome for each who has reported, and, if `told`, the decision for the reported player.

    A report that was opened again is told of again: it has been closed at another moment.
    """
    letters = [_letter(report, report.reporter_id, REPORT) for report in closed]
    if told:
        letters.append(_letter(closed[0], closed[0].reported_id, DECISION))
    outbox.queue_all(letters)


def _letter(report: Report, recipient: int | None, kind: str) -> Outbox:
    assert report.closed is not None
    closed = report.closed.isoformat()
    return outbox.email_row(recipient, kind, f"{report.pk}:{closed}", {"report": report.pk, "closed": closed})


def _told_of(payload: dict[str, Any], **whom: User) -> Report | None:
    """Return the report that a letter is about; None if it's gone, or was opened again since."""
    report = Report.objects.select_related("match", "reported").filter(pk=payload["report"], **whom).first()
    if report is None or report.closed is None:
        return None
    return report if payload.get("closed") in (None, report.closed.isoformat()) else None


def report_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Return what came of a report, for the person who made it."""
    report = _told_of(payload, reporter=user)
    if report is None:
        return None
    context = {"about": reports.about_in_words(report), "outcome": report.get_outcome_display(), "words": report.words}
    url = absolute("my_reports")
    subject = _("{site}: about your report").format(site=settings.SITE_NAME)
    # Nothing in the settings switches this off.
    return Notice(subject, "report", {**context, "url": url, "settings_url": ""}, url=url)


def decision_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Return what was decided about a reported player, in the moderator's words alone: not where, nor that anybody
    asked.
    """
    report = _told_of(payload, reported=user)
    if report is None:
        return None
    subject = _("{site}: a moderator’s decision about you").format(site=settings.SITE_NAME)
    return Notice(subject, "decision", {"words": report.words_to_reported, "settings_url": ""})

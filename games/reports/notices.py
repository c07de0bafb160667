"""What is told when a moderator has closed a report: queued with it, written when it is sent."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from accounts import outbox
from accounts.channels import Notice
from accounts.links import absolute
from accounts.models import User
from games.reports import queries as reports
from games.reports.models import Report

REPORT = "report"
DECISION = "decision"


def queue(report: Report) -> None:
    """Queue the outcome for who has reported, and what was decided for the reported player where there are words."""
    payload = {"report": report.pk}
    letters = [outbox.email_row(report.reporter_id, REPORT, f"{report.pk}", payload)]
    if report.words_to_reported and report.reported_id:
        letters.append(outbox.email_row(report.reported_id, DECISION, f"{report.pk}", payload))
    outbox.queue_all(letters)


def report_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Return what came of a report, for who has made it."""
    report = Report.objects.select_related("match", "reported").filter(pk=payload["report"], reporter=user).first()
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
    report = Report.objects.filter(pk=payload["report"], reported=user).first()
    if report is None:
        return None
    subject = _("{site}: a moderator’s decision about you").format(site=settings.SITE_NAME)
    return Notice(subject, "decision", {"words": report.words_to_reported, "settings_url": ""})

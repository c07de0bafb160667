"""What the pages of reports show: the thing that is to be reported, and what came of one's own reports."""

from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.core.pages.paging import PAGE_SIZE
from games.reports import queries as reports
from games.reports.filing import ReportSubject
from games.reports.models import Report
from games.reports.services import Kind
from games.reports.standing import as_they_stand, state_of


@dataclass(frozen=True)
class ReportQuestion:
    """What is to be reported: in words, the line of the chat as its reader sees it ("" for others), the way back."""

    about: str
    quoted: str
    back: str


@dataclass(frozen=True)
class Told:
    """One's own report: about what, why, when, where it stands, and its outcome in words."""

    about: str
    reason: str
    text: str
    created: datetime
    state: str
    outcome: str
    words: str


STATES = {
    Report.State.OPEN: lambda: _("Waiting for a moderator."),
    Report.State.TAKEN: lambda: _("A moderator is looking into it."),
    Report.State.CLOSED: lambda: _("Closed."),
}


def report_question(subject: ReportSubject) -> ReportQuestion:
    """Return what the form says of what it is about."""
    named = Report(kind=subject.kind, match=subject.match, reported=subject.reported)
    quoted = subject.line.text if subject.line else ""
    return ReportQuestion(reports.about_in_words(named), quoted, _back(subject))


def _back(subject: ReportSubject) -> str:
    if subject.kind == Kind.LINE:
        assert subject.match is not None
        return f"{subject.match.get_absolute_url()}#chat"
    if subject.match is not None:
        return subject.match.get_absolute_url()
    assert subject.reported is not None
    return reverse("profile", args=[subject.reported.username])


def own_reports(user: User, page: str | None) -> Page[Report]:
    """Return a page of one's own reports, newest first."""
    rows = Report.objects.filter(reporter=user).select_related("match", "reported").order_by("-created", "-pk")
    return Paginator(as_they_stand(rows), PAGE_SIZE).get_page(page)


def told(report: Report) -> Told:
    """Return a report of one's own, of those that `own_reports` finds, in words."""
    return Told(
        about=reports.about_in_words(report),
        reason=str(report.get_reason_display()),
        text=report.text,
        created=report.created,
        state=STATES[state_of(report)](),
        outcome=str(report.get_outcome_display()) if report.outcome else "",
        words=report.words,
    )

"""Second opinions: a moderator asks colleagues what they think of a report, and goes on to judge it."""

from datetime import datetime
from hashlib import sha256

from django.db import transaction

from accounts.models import User
from games.core.services import texts
from games.reports import bells
from games.reports.models import Opinion, Report
from games.reports.queries import ASKED, last_noted
from games.reports.services import colleagues
from games.reports.standing import ReportError, held
from games.rules.sentence import N_, sentence

State = Report.State

LONGEST_QUESTION = 500
LONGEST_OPINION = 1000
"""Characters of what a moderator asks, and of what a colleague answers."""


def question_shown(report: Report) -> str:
    """Return a digest of the question that a report has, whom it asks and when, for the page on which a moderator
    writes another one."""
    asked = last_noted(report, ASKED)
    return sha256(f"{report.question}\0{report.asked_of_id}\0{asked and asked.pk}".encode()).hexdigest()


@transaction.atomic
def ask_colleagues(
    report_id: int, moderator: User, question: str, of: User | None = None, *, seen: str = ""
) -> list[Report]:
    """Ask a colleague for a second opinion on a report that one has taken, or all whom it doesn't involve.

    A former question gives way to it. If the page had shown another one (`seen`), and this one is asked by now, it was
    a second press, which asks nobody.

    Raises: `NotYours` if the report involves the moderator; `TooLong`; `ReportError`.
    """
    (report,) = held(report_id, moderator)
    if report.state != State.TAKEN or report.assignee_id != moderator.pk:
        template = N_("Only the moderator who took the report can ask for a second opinion. Take it first.")
        raise ReportError(sentence(template))
    if of is not None and not colleagues(report).filter(pk=of.pk).exists():
        raise ReportError(sentence(N_("This moderator can’t be chosen. Choose another one.")))
    asked = (texts.cleaned(question, LONGEST_QUESTION), of)
    if seen and seen != question_shown(report) and asked == (report.question, report.asked_of):
        return []
    report.question, report.asked_of = asked
    report.save()
    bells.tell(report, bells.ASKED, [of] if of else colleagues(report))
    return [report]


@transaction.atomic
def give(report_id: int, moderator: User, text: str, *, since: datetime | None = None) -> list[Report]:
    """Say what one thinks of a report that a colleague has taken and asks about. What one has said on the page that was
    drawn at `since` isn't said again.

    Raises: `NotYours` if the report involves the moderator; `TooLong`; `ReportError`.
    """
    (report,) = held(report_id, moderator)
    if report.state != State.TAKEN or not report.question:
        raise ReportError(sentence(N_("Nobody is asking for a second opinion on this report.")))
    if report.assignee_id == moderator.pk:
        raise ReportError(sentence(N_("You asked this question yourself. Wait for a colleague to answer.")))
    said = texts.cleaned(text, LONGEST_OPINION)
    mine = Opinion.objects.filter(report=report, author=moderator, text=said)
    if since is not None and mine.filter(created__gte=since).exists():
        return []
    Opinion.objects.create(report=report, author=moderator, text=said)
    return [report]

"""Second opinions: a moderator asks colleagues what they think of a report, and goes on to judge it."""

from django.db import transaction

from accounts.models import User
from games.core.services import texts
from games.reports import bells
from games.reports.models import Opinion, Report
from games.reports.services import colleagues
from games.reports.standing import ReportError, held
from games.rules.sentence import N_, sentence

State = Report.State

LONGEST_QUESTION = 500
LONGEST_OPINION = 1000
"""Characters of what a moderator asks, and of what a colleague answers."""


@transaction.atomic
def ask_colleagues(report_id: int, moderator: User, question: str, of: User | None = None) -> list[Report]:
    """Ask a colleague for a second opinion on a report that one has taken, or all whom it doesn't involve.

    A former question gives way to it.

    Raises: `NotYours` if the report involves the moderator; `TooLong`; `ReportError`.
    """
    (report,) = held(report_id, moderator)
    if report.state != State.TAKEN or report.assignee_id != moderator.pk:
        template = N_("Only the moderator who took the report can ask for a second opinion. Take it first.")
        raise ReportError(sentence(template))
    if of is not None and not colleagues(report).filter(pk=of.pk).exists():
        raise ReportError(sentence(N_("This moderator can’t be chosen. Choose another one.")))
    report.question = texts.cleaned(question, LONGEST_QUESTION)
    report.asked_of = of
    report.save()
    bells.tell(report, bells.ASKED, [of] if of else colleagues(report))
    return [report]


@transaction.atomic
def give(report_id: int, moderator: User, text: str) -> list[Report]:
    """Say what one thinks of a report that a colleague has taken and asks about.

    Raises: `NotYours` if the report involves the moderator; `TooLong`; `ReportError`.
    """
    (report,) = held(report_id, moderator)
    if report.state != State.TAKEN or not report.question:
        raise ReportError(sentence(N_("Nobody is asking for a second opinion on this report.")))
    if report.assignee_id == moderator.pk:
        raise ReportError(sentence(N_("You asked this question yourself. Wait for a colleague to answer.")))
    Opinion.objects.create(report=report, author=moderator, text=texts.cleaned(text, LONGEST_OPINION))
    return [report]

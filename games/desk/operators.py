"""What moderators tell the operators of a case: once in each case, and why stands among its notes.

The letter says only that there is such a case. It names nobody, and quotes nothing.
"""

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games.desk import services as desk
from games.desk.models import Note
from games.reports import bells, standing
from games.reports.models import Report
from games.reports.standing import ReportError
from games.rules.sentence import N_, Sentence, sentence


@transaction.atomic
def tell_operators(report_id: int, moderator: User, why: str) -> Note:
    """Write in a case why an operator should look at it, and send the operators a letter that leads there.

    Raises: `NotYours` if the report involves the moderator; `TooLong`, also for no reason; `ReportError` if the case is
    closed, if the operators know of it, or if no operator may look at it.
    """
    (report,) = standing.held(report_id, moderator)
    reason = why_not_tell(report, moderator)
    if reason is not None:
        raise ReportError(reason)
    operators = operators_for(report).exclude(pk=moderator.pk)
    note = desk.note_on_report(report, moderator, why, for_operators=True)
    bells.tell(report, bells.OPERATORS, operators)
    return note


def why_not_tell(report: Report, moderator: User) -> Sentence | None:
    """Return why a moderator can't tell the operators of a case; None if nothing is in the way."""
    if report.state == Report.State.CLOSED:
        return sentence(N_("This case is closed. Open it again first."))
    if notes_to_operators(report).exists():
        return sentence(N_("The operators already know of this case. Write a note if there’s more to say."))
    return why_unreachable(report, moderator)


def why_unreachable(report: Report, moderator: User) -> Sentence | None:
    """Return how else to write to the operators, if none can look at a case; None if one can."""
    if operators_for(report).exclude(pk=moderator.pk).exists():
        return None
    if address := settings.OPERATOR_EMAIL or settings.CONTACT_URL.removeprefix("mailto:"):
        template = N_("No operator can look at this case here. Write to the operators: {address}")
        return sentence(template, address=address)
    return sentence(N_("No operator can look at this case here. Write to the operators by email."))


def may_be_told(report: Report, moderator: User) -> bool:
    """Say whether there are operators who don't know of an open case yet. An operator needn't tell the others."""
    return not moderator.is_superuser and why_not_tell(report, moderator) is None


def notes_to_operators(report: Report) -> QuerySet[Note]:
    """Return what the operators were told of a case: one note at most."""
    return Note.objects.filter(report=report, for_operators=True)


def operators_for(report: Report) -> QuerySet[User]:
    """Return the operators whom a report doesn't involve."""
    return standing.judges(report).filter(is_superuser=True)


def cases_for(operator: User) -> QuerySet[Report]:
    """Return the open cases that operators were told about, the oldest first, for an operator whom they don't
    involve."""
    told = Note.objects.filter(for_operators=True, report__closed=None).order_by().values("report")
    return standing.uninvolving(operator.pk, Report.objects.filter(pk__in=told, closed=None)).order_by("created")

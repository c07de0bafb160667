"""Reports: what moderators make of what a player holds against a match, a line of a chat or a profile.

How one is filed says `filing`, whom it involves `standing`, and how a colleague is asked `opinions`. Each act returns
the reports that it has changed, the one that was named first.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts import characters as signs
from accounts.models import User
from games.core.models import Match, Ruling, WaitingRuling
from games.core.reading.dates import moment_in_words
from games.core.seams import desk
from games.core.seams.merging import Merge
from games.core.services import texts
from games.reports import bells, notices, standing
from games.reports.filing import ReportSubject
from games.reports.models import Report
from games.reports.queries import MOVES, about_in_words, is_unanswered, last_noted, striking
from games.reports.standing import ReportError, held, put_back
from games.rules.sentence import N_, Sentence, sentence

Kind = Report.Kind
State = Report.State
Outcome = Report.Outcome

MAX_WORDS = 300
"""Characters of what a moderator writes to each side."""
UNTOLD = (Outcome.NOTHING, Outcome.UNABLE)
"""Outcomes that change nothing for the reported player, who is told nothing."""
NOT_NOTHING = N_("This outcome says that nothing was done, but a measure was taken. Choose another outcome.")


# --- Whose it is ----------------------------------------------------------------------------------------------------


@transaction.atomic
def take_report(report_id: int, moderator: User, also: Collection[int] = ()) -> list[Report]:
    """Take an open report, with others like it, to be the one who decides.

    Raises: `NotYours` if it involves the moderator; `ReportError`, also if the moderator plays with either side.
    """
    found = held(report_id, moderator, also)
    if found[0].state != State.OPEN:
        raise ReportError(_who_has(found[0]))
    _require_all([each.state == State.OPEN for each in found], found)
    standing.require_judge(moderator, found)
    for report in found:
        report.state = State.TAKEN
        report.assignee = moderator
        report.taken = timezone.now()
        report.save()
    return found


@transaction.atomic
def hand_back(report_id: int, moderator: User) -> list[Report]:
    """Put a taken report back into the queue, no matter who has it: a colleague who had it is told.

    Raises: `NotYours` if the report involves the moderator; `ReportError`.
    """
    report = _taken(report_id, moderator)
    had = report.assignee
    put_back(report)
    report.save()
    if had is not None and had != moderator:
        bells.tell(report, bells.MOVED, [had])
    return [report]


@transaction.atomic
def hand_over(report_id: int, moderator: User, to: User) -> list[Report]:
    """Give a taken report to another moderator, no matter who has it: a colleague who had it is told. A question to
    colleagues ends: it was not the other one's.

    Raises: `NotYours` if the report involves the moderator; `ReportError`, also if it involves the other one.
    """
    report = _taken(report_id, moderator)
    if not colleagues(report).filter(pk=to.pk).exists():
        raise ReportError(sentence(N_("This moderator can’t be chosen. Choose another one.")))
    had = report.assignee
    report.assignee = to
    report.taken = timezone.now()
    report.question = ""
    report.asked_of = None
    report.save()
    if to != moderator:
        bells.tell(report, bells.GIVEN, [to])
    if had is not None and had != moderator:
        bells.tell(report, bells.MOVED, [had])
    return [report]


def colleagues(report: Report) -> QuerySet[User]:
    """Return the moderators to whom a taken report can be given: it doesn't involve them, and they don't have it."""
    return standing.judges(report).exclude(pk=report.assignee_id or 0)


def _taken(report_id: int, moderator: User) -> Report:
    (report,) = held(report_id, moderator)
    if report.state == State.CLOSED:
        raise ReportError(_who_has(report))
    if report.state != State.TAKEN:
        raise ReportError(_who_opened(report) or sentence(N_("Nobody has taken this report.")))
    return report


def _who_opened(report: Report) -> Sentence | None:
    """Return who handed an open report back, or opened it again, and when; None if nobody has done so last."""
    last = last_noted(report, MOVES)
    template = _OPENED.get(last.change_message.split(" · ")[0]) if last is not None else None
    if last is None or template is None:
        return None
    return sentence(template, name=last.user.get_username(), when=moment_in_words(last.action_time))


_OPENED = {
    "handed back": N_("{name} has already handed this report back, on {when}."),
    "reopened": N_("{name} has already opened this report again, on {when}."),
}


def _who_has(report: Report) -> Sentence:
    """Return what has become of a report that isn't open."""
    name = report.assignee.username if report.assignee else "–"
    if report.closed is not None:
        said = {"name": name, "when": moment_in_words(report.closed), "outcome": str(report.get_outcome_display())}
        return sentence(N_("{name} has already closed this report, on {when}: “{outcome}”"), **said)
    assert report.taken is not None
    return sentence(
        N_("{name} has already taken this report, on {when}."), name=name, when=moment_in_words(report.taken)
    )


def _require_all(fitting: list[bool], found: list[Report]) -> None:
    """Raise a ReportError that says what has become of the first that does not fit, if there is one.

    Another moderator was faster: when the page was drawn, all of them fitted.
    """
    for report in (each for each, fits in zip(found, fitting, strict=True) if not fits):
        name = report.assignee.username if report.assignee else "–"
        since = moment_in_words(report.closed or report.taken or report.created)
        raise ReportError(sentence(_PASSED[State(report.state)], name=name, when=since))


_PASSED = {
    State.TAKEN: N_(
        "Since you opened this page, {name} has taken one of the reports that you ticked, on {when}. Nothing "
        "has been changed. Check the list, and try again."
    ),
    State.CLOSED: N_(
        "Since you opened this page, {name} has closed one of the reports that you ticked, on {when}. Nothing "
        "has been changed. Check the list, and try again."
    ),
}


# --- Closing and reopening ------------------------------------------------------------------------------------------


@transaction.atomic
def close_report(
    report_id: int,
    moderator: User,
    outcome: str,
    words: str,
    words_to_reported: str = "",
    *,
    also: Collection[int] = (),
    idle: Collection[int] = (),
    unanswered: bool = False,
) -> list[Report]:
    """Close a report with its outcome, and others like it, and tell those whom it concerns in words of their own.

    `idle` ones are about the same player or by the same reporter. They are closed with it if nothing is in any of them.

    Each reporter is told, and the reported player once. They are open, or the moderator has taken them. A question that
    no colleague has answered holds them up, unless the moderator says that they are closed `unanswered`.

    Raises: `NotYours` if it involves the moderator; `TooLong`; `ReportError`, also if the moderator plays with either
    side of one of them.
    """
    found = held(report_id, moderator, also, idle)
    mine = [each.state == State.OPEN or _has(moderator, each) for each in found]
    if not mine[0]:
        raise ReportError(_who_has(found[0]))
    _require_all(mine, found)
    standing.require_judge(moderator, found)
    _require_answered([] if unanswered else found)
    words = texts.cleaned(words, MAX_WORDS)
    words_to_reported = "" if signs.shows_nothing(words_to_reported) else texts.cleaned(words_to_reported, MAX_WORDS)
    for report in found:
        report.assignee = moderator
        report.taken = report.taken or timezone.now()
        report.outcome = outcome
        report.words = words
    _require_idle([] if outcome == Outcome.NOTHING else idle)
    _require_fit(found, moderator)
    _require_words(found[0], words_to_reported)
    _close(found, words_to_reported)
    return found


def _require_answered(found: list[Report]) -> None:
    if any(is_unanswered(each) for each in found):
        template = N_(
            "Nobody has answered your question to colleagues yet. Wait for an answer, or tick that you close the "
            "report without one."
        )
        raise ReportError(sentence(template))


def _require_idle(also: Collection[int]) -> None:
    if also:
        template = N_("Reports about other things can be closed together only if nothing was against the rules.")
        raise ReportError(sentence(template))


@transaction.atomic
def require_open(report_id: int, moderator: User) -> None:
    """Hold a report that the moderator can still close.

    Raises: `NotYours` if it involves the moderator; `ReportError`, which says who was faster.
    """
    (report,) = held(report_id, moderator)
    if report.state != State.OPEN and not _has(moderator, report):
        raise ReportError(_who_has(report))


def _has(moderator: User, report: Report) -> bool:
    return report.state == State.TAKEN and report.assignee_id == moderator.pk


def _close(found: list[Report], words_to_reported: str) -> None:
    """Close the reports, which have their outcome, and queue the letters."""
    for report in found:
        report.state = State.CLOSED
        report.closed = timezone.now()
    # With the first one alone: the reported player gets one letter, and is not to learn how many there were.
    found[0].words_to_reported = words_to_reported or found[0].words_to_reported
    for report in found:
        report.save()
    notices.queue(found, told=bool(words_to_reported))


@transaction.atomic
def reopen_report(report_id: int, moderator: User) -> list[Report]:
    """Open a closed report again, without its outcome. Nobody is told until it is closed again.

    What the reporter and the reported player were told stays: it was said.

    Raises: `NotYours` if it involves the moderator; `ReportError`.
    """
    # The reporter first, as one who files: the same thing may be reported at this moment.
    list(User.objects.select_for_update(of=("self",), no_key=True).filter(reports=report_id))
    (report,) = held(report_id, moderator)
    if report.state == State.TAKEN:
        raise ReportError(_who_has(report))
    if report.state != State.CLOSED:
        raise ReportError(_who_opened(report) or sentence(N_("This report isn’t closed.")))
    subject = ReportSubject(Kind(report.kind), match=report.match, line=report.line, reported=report.reported)
    if subject.open_reports(report.reporter).exists():
        template = N_("The reporter has reported the same thing again since. Judge that report instead.")
        raise ReportError(sentence(template))
    put_back(report)
    report.closed = None
    report.outcome = ""
    report.save()
    return [report]


def why_only_passed(report: Report, moderator: User) -> Sentence | None:
    """Return why a moderator can only pass a report on to the operators; None for one who can do more."""
    if report.reported is None or moderator.is_superuser:
        return None
    return standing.why_for_operators(report.reported)


def outcomes(report: Report, moderator: User) -> list[Report.Outcome]:
    """Return what can come of a report of its kind: no line is hidden where none was reported, nor a match without one
    ruled on, and nobody is warned where several are concerned. Only operators decide about moderators.
    """
    if why_only_passed(report, moderator) is not None:
        return [Outcome.PASSED]
    lacks = {
        Outcome.HIDDEN: report.line_id is None,
        Outcome.RULED: report.match_id is None,
        Outcome.WARNED: report.reported_id is None,
    }
    return [outcome for outcome in Outcome if not lacks.get(outcome)]


def _require_fit(found: list[Report], moderator: User) -> None:
    """Raise ReportError where the outcome is none of such a report or has not happened.

    If there are several, the sentence says which report it is about.
    """
    for report in found:
        reason = _why_unfit(report, moderator) or _why_untrue(report, moderator)
        if reason is not None and report is not found[0]:
            reason = sentence(N_("“{about}”: {why}"), about=about_in_words(report), why=reason)
        if reason is not None:
            raise ReportError(reason)


def _why_unfit(report: Report, moderator: User) -> Sentence | None:
    if report.outcome not in outcomes(report, moderator):
        return why_only_passed(report, moderator) or sentence(
            N_("This kind of report can’t have this outcome. Choose another one.")
        )
    if report.outcome == Outcome.HIDDEN and report.line and report.line.hidden is None:
        template = N_("The message isn’t hidden. Hide it first, on its own page. You’ll find the link in the report.")
        return sentence(template)
    if report.outcome == Outcome.RULED and report.match and not _decided(report.match, report.created):
        template = N_(
            "No decision has been made about the match since it was reported. Make one first, on the "
            "match’s own page. You’ll find the link in the report."
        )
        return sentence(template)
    return None


def _why_untrue(report: Report, moderator: User) -> Sentence | None:
    """Return why the outcome doesn't tell what was done about the reported person; None if it does."""
    acted = desk.acted(report.pk, moderator.pk)
    if acted.waits:
        template = N_(
            "Another moderator must confirm first that the account is closed. Close the report once that is decided."
        )
        return sentence(template)
    if report.outcome == Outcome.ACCOUNT and not acted.is_done:
        template = N_(
            "No measure has been taken about the player since the report. Choose a measure, or another outcome."
        )
        return sentence(template)
    return sentence(NOT_NOTHING) if report.outcome in UNTOLD and acted.holds else None


def _decided(match: Match, since: datetime) -> bool:
    """Say whether a moderator has decided something about a match since then that nobody has undone."""
    made = {"match": match, "created__gte": since, "undone": None}
    noted = striking(match)
    return (
        bool(match.struck and (noted is None or noted.action_time >= since))
        or Ruling.objects.filter(**made).exists()
        or WaitingRuling.objects.filter(**made).exists()
    )


def _require_words(report: Report, words_to_reported: str) -> None:
    """Raise ReportError where the words do not go with the outcome.

    A reported player who was told something when the report was closed before may always be told what holds now.
    """
    was_told = bool(report.words_to_reported)
    nothing = report.outcome in UNTOLD and not was_told
    if words_to_reported and (nothing or report.reported_id is None):
        template = N_("Only the reporter is told about this outcome. Leave the message to the reported player empty.")
        raise ReportError(sentence(template))
    was_told = was_told or bool(words_to_reported)
    if report.outcome == Outcome.WARNED and not was_told and report.reported_id and not desk.is_told(report.pk):
        raise ReportError(sentence(N_("Tell the reported player what must not happen again.")))


# --- What becomes of them -------------------------------------------------------------------------------------------


def forget(user: User) -> None:
    """Delete what somebody has reported, and hand back what he had taken, as the account is closed."""
    Report.objects.filter(reporter=user).delete()
    taken: dict[str, Any] = {"state": State.OPEN, "assignee": None, "taken": None, "question": "", "asked_of": None}
    Report.objects.filter(assignee=user, state=State.TAKEN).update(**taken)
    Report.objects.filter(asked_of=user).update(asked_of=None)


def merge_rows(merge: Merge) -> None:
    """Have reports of a guest be of the account: those of its matches, and of a guest that is closed all. Nobody has
    reported themselves."""
    of_guest = Report.objects.filter(reported=merge.guest).exclude(reporter=merge.account)
    if not merge.all_of_it:
        of_guest = of_guest.filter(match__in=merge.matches)
    of_guest.update(reported=merge.account)

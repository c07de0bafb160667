"""Reports: what a player holds against a match, a line of a chat or a profile, and what moderators make of it.

Nobody judges what he is involved in: to who has reported or is reported, plays or has played in the match, has blocked
one of these or was blocked by who has reported before it was taken, there is no such report. A block by anybody else is
nothing to it, for who is reported could choose his judge by it. Where that befalls who has taken a report, it stands
open again to others.

Filing one changes no row but its own, so that nothing the reported player sees, nor how long it takes, tells of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db import transaction
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts import characters as signs, people
from accounts.database.columns import number_of
from accounts.models import Block, User
from accounts.request import number_in
from games.core.models import ChatLine, Match, Ruling
from games.core.reading import access
from games.core.reading.access import NotYours
from games.core.seams.merging import Merge
from games.core.services import eligibility, texts
from games.reports import notices
from games.reports.models import Report
from games.rules.errors import RulesError
from games.rules.sentence import N_, sentence

Kind = Report.Kind
State = Report.State
Outcome = Report.Outcome

MAX_LENGTH = 500
MAX_WORDS = 300
"""Characters of what a reporter, and of what a moderator writes."""
MOST_OPEN = 10
"""Reports of one user that wait for their outcome."""
MOST_MADE = 20
WITHIN = timedelta(days=1)
"""Reports that one user may file in such a time."""


class ReportError(RulesError):
    """A report that can't be filed, taken, handed back or closed in its present state."""

    code = "report"
    status = 409


@dataclass(frozen=True)
class ReportSubject:
    """What a report is about: a match, a line of its chat, or a player's profile."""

    kind: Report.Kind
    match: Match | None = None
    line: ChatLine | None = None
    reported: User | None = None

    def open_reports(self, user: User) -> QuerySet[Report]:
        """Return the reports of a user about the same thing that are not closed."""
        key: dict[Report.Kind, dict[str, Any]] = {Kind.MATCH: {"match": self.match}, Kind.LINE: {"line": self.line}}
        same = key.get(self.kind, {"reported": self.reported})
        return Report.objects.filter(reporter=user, kind=self.kind, closed=None, **same)


# --- Filing ---------------------------------------------------------------------------------------------------------


def report_subject(user: User, kind: str, key: str) -> ReportSubject:
    """Return what a user means to report: the match of this id, the chat line of this number, or the player of this
    name.

    Raises NotYours for what the user may not look at now, a hidden line included, and for what is the user's own or
    the house's.
    """
    return FINDERS[kind](user, key)


def _match(user: User, public_id: str) -> ReportSubject:
    found = access.in_sight(user.pk, public_id)
    others = [seat.user for seat in found.seats if seat.user_id != user.pk]
    against = others[0] if len(others) == 1 and not others[0].is_bot else None
    return ReportSubject(Kind.MATCH, match=found.match, reported=against)


def _line(user: User, number: str) -> ReportSubject:
    """Find a line with one query, no matter what stands in the way, so that the time it takes tells nothing."""
    seat = {"match__seats__user": user, "match__seats__number__isnull": False}
    shown = ChatLine.objects.filter(hidden=None, pk__gt=F("match__seats__chat_from"), **seat).exclude(user=user)
    line = shown.filter(pk=number_in(number) or 0).select_related("match", "user").first()
    if line is None:
        raise NotYours
    return ReportSubject(Kind.LINE, match=line.match, line=line, reported=line.user)


def _player(user: User, name: str) -> ReportSubject:
    person = people.by_name(name)
    if person is None or person.is_bot or person.pk == user.pk:
        raise NotYours
    return ReportSubject(Kind.PROFILE, reported=person)


FINDERS: dict[str, Callable[[User, str], ReportSubject]] = {Kind.MATCH: _match, Kind.LINE: _line, Kind.PROFILE: _player}


@transaction.atomic
def file(user: User, kind: str, key: str, reason: str, text: str) -> Report:
    """Report something to the moderators, once until it is closed.

    Raises NotYours like `report_subject`, TooLong, LobbyError for a guest, and ReportError for what is reported already
    and where there are too many.
    """
    eligibility.require_account(user)
    eligibility.require_here(user)  # and hold the row, so that reports sent at once are counted one after the other
    about = report_subject(user, kind, key)
    may_be_empty = reason != Report.Reason.OTHER
    text = "" if may_be_empty and signs.shows_nothing(text) else texts.cleaned(text, MAX_LENGTH)
    if about.open_reports(user).exists():
        raise ReportError(sentence(N_("You’ve already reported this. We’ll tell you the outcome.")))
    _require_few(user)
    made = Report(reporter=user, kind=about.kind, match=about.match, line=about.line, reported=about.reported)
    made.reason = reason
    made.text = text
    made.save()
    return made


def _require_few(user: User) -> None:
    mine = Report.objects.filter(reporter=user)
    if mine.filter(closed=None).count() >= MOST_OPEN:
        template = N_("{most} of your reports are still open. Wait until one is closed.")
        raise ReportError(sentence(template, most=MOST_OPEN))
    if mine.filter(created__gt=timezone.now() - WITHIN).count() >= MOST_MADE:
        template = N_("You’ve sent {most} reports in one day. Wait until tomorrow.")
        raise ReportError(sentence(template, most=MOST_MADE))


# --- Judging --------------------------------------------------------------------------------------------------------


def involving(user_id: int) -> QuerySet[Report]:
    """Return the reports in which a user is involved, himself or by a block."""
    return Report.objects.filter(_involved(user_id))


def _involved(user: int | OuterRef) -> Q:
    """Return a condition that a user is involved in this report.

    `user` is an id, or the column of a report that names the user.
    """
    himself = User.objects.filter(pk=user)
    his = Block.objects.filter(blocker=user)
    reporter = OuterRef("reporter")
    reported = OuterRef("reported")
    match = OuterRef("match")
    before = Coalesce(OuterRef("taken"), Value(timezone.now()))
    ways: list[QuerySet[Any]] = [
        himself.filter(pk=reporter),
        himself.filter(pk=reported),
        himself.filter(seats__match=match),
        himself.filter(seats_given__match=match),
        his.filter(blocked=reporter),
        his.filter(blocked=reported),
        his.filter(blocked__seats__match=match),
        his.filter(blocked__seats_given__match=match),
        # No later one, or who has reported would find out by blocking them one by one which moderator has taken it.
        Block.objects.filter(blocker=reporter, blocked=user, created__lte=before),
    ]
    return reduce(or_, map(Exists, ways), Q())


def as_they_stand(reports: QuerySet[Report]) -> QuerySet[Any]:
    """Return these reports, ready for `state_of`."""
    left = Q(state=State.TAKEN) & _involved(OuterRef("assignee"))
    return reports.annotate(stands=Case(When(left, then=Value(State.OPEN)), default=F("state")))


def state_of(report: Report) -> Report.State:
    """Return where a report stands that `as_they_stand` has found: open again where its assignee is involved by now."""
    return State(report.stands)  # type: ignore[attr-defined]


def open_for(user: User) -> int | None:
    """Return how many open reports a moderator may take.

    Return `None` if the user may not look at reports. Members cost no query.
    """
    if not user.is_staff:
        return None
    # By the condition of an index, which leaves the many aside that are closed.
    waiting = as_they_stand(Report.objects.filter(closed=None)).filter(stands=State.OPEN)
    mine = waiting.exclude(pk__in=involving(user.pk).filter(closed=None).values("pk"))
    judges = User.objects.with_perm("games.view_report")
    return judges.filter(pk=user.pk).values_list(number_of(mine), flat=True).first()


@transaction.atomic
def take_report(report_id: int, moderator: User) -> None:
    """Take an open report, to be the one who decides. Raises NotYours for whom it involves, ReportError."""
    report = _held(report_id, moderator)
    if report.state != State.OPEN:
        raise ReportError(sentence(N_("Someone has already taken this report, or it is closed.")))
    report.state = State.TAKEN
    report.assignee = moderator
    report.taken = timezone.now()
    report.save()


@transaction.atomic
def hand_back(report_id: int, moderator: User) -> None:
    """Put a taken report back into the queue, no matter who has it.

    Raises: `NotYours` if the report involves the moderator; `ReportError`.
    """
    report = _held(report_id, moderator)
    if report.state != State.TAKEN:
        raise ReportError(sentence(N_("Nobody has taken this report.")))
    report.state = State.OPEN
    report.assignee = None
    report.taken = None
    report.save()


@transaction.atomic
def close_report(report_id: int, moderator: User, outcome: str, words: str, words_to_reported: str = "") -> None:
    """Close a report with its outcome, and tell those whom it concerns, each in words of their own.

    Only who has taken it may. Raises NotYours for whom it involves, TooLong, and ReportError.
    """
    report = _held(report_id, moderator)
    if report.state != State.TAKEN or report.assignee_id != moderator.pk:
        raise ReportError(sentence(N_("Only the moderator who took the report can close it. Take it first.")))
    report.words = texts.cleaned(words, MAX_WORDS)
    if not signs.shows_nothing(words_to_reported):
        report.words_to_reported = texts.cleaned(words_to_reported, MAX_WORDS)
    report.outcome = outcome
    _require_fit(report)
    report.state = State.CLOSED
    report.closed = timezone.now()
    report.save()
    notices.queue(report)


def outcomes(report: Report) -> list[Report.Outcome]:
    """Return what can come of a report of its kind: no line is hidden where none was reported, nor a match without one
    ruled on, and nobody is warned where several are concerned.
    """
    lacks = {
        Outcome.HIDDEN: report.line_id is None,
        Outcome.RULED: report.match_id is None,
        Outcome.WARNED: report.reported_id is None,
    }
    return [outcome for outcome in Outcome if not lacks.get(outcome)]


def _require_fit(report: Report) -> None:
    """Raise ReportError where the outcome is none of such a report or has not happened, or the words do not go with
    it."""
    if report.outcome not in outcomes(report):
        raise ReportError(sentence(N_("This kind of report can’t have this outcome. Choose another one.")))
    _require_happened(report)
    _require_words(report)


def _require_happened(report: Report) -> None:
    if report.outcome == Outcome.HIDDEN and report.line and report.line.hidden is None:
        template = N_("The message isn’t hidden. Hide it first, on its own page. You’ll find the link in the report.")
        raise ReportError(sentence(template))
    if report.outcome == Outcome.RULED and report.match and not _decided(report.match, report.created):
        template = N_(
            "No decision has been made about the match since it was reported. Make one first, on the "
            "match’s own page. You’ll find the link in the report."
        )
        raise ReportError(sentence(template))


def _decided(match: Match, since: datetime) -> bool:
    """Say whether a moderator has decided something about a match since then; when it was struck is not kept."""
    return bool(match.struck) or Ruling.objects.filter(match=match, created__gte=since).exists()


def _require_words(report: Report) -> None:
    told = bool(report.words_to_reported)
    if told and (report.outcome == Outcome.NOTHING or report.reported_id is None):
        template = N_("Only the reporter is told about this outcome. Leave the message to the reported player empty.")
        raise ReportError(sentence(template))
    if not told and report.outcome == Outcome.WARNED:
        raise ReportError(sentence(N_("Tell the reported player what must not happen again.")))


def _held(report_id: int, moderator: User) -> Report:
    """Return the current state of a report that a moderator may judge, held to the end of the transaction."""
    found = Report.objects.select_for_update(no_key=True).filter(pk=report_id).first()
    if found is None or involving(moderator.pk).filter(pk=report_id).exists():
        raise NotYours
    if state_of(as_they_stand(Report.objects.filter(pk=report_id)).get()) == State.OPEN:
        found.state = State.OPEN
        found.assignee = None
        found.taken = None
    return found


# --- What becomes of them -------------------------------------------------------------------------------------------


def forget(user: User) -> None:
    """Delete what somebody has reported, and hand back what he had taken, as the account is closed."""
    Report.objects.filter(reporter=user).delete()
    taken: dict[str, Any] = {"state": State.OPEN, "assignee": None, "taken": None}
    Report.objects.filter(assignee=user, state=State.TAKEN).update(**taken)


def merge_rows(merge: Merge) -> None:
    """Have reports of a guest be of the account: those of its matches, and of a guest that is closed all. Nobody has
    reported themselves."""
    of_guest = Report.objects.filter(reported=merge.guest).exclude(reporter=merge.account)
    if not merge.all_of_it:
        of_guest = of_guest.filter(match__in=merge.matches)
    of_guest.update(reported=merge.account)

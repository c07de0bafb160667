"""Whom a report involves, where it stands, and who may judge it.

Moderators don't judge reports that involve them, and don't see that there are any. A report involves its reporter, the
reported person, and everybody who plays or has played in the match. It involves a moderator who has blocked one of
these, or whom the reporter had blocked before somebody took the report. Other blocks don't count, or reported people
could choose their judges. If a moderator who has taken a report becomes involved, the report is open again to others.
"""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.database.columns import number_of
from accounts.models import Block, User
from games.core.models import Match, Seat
from games.core.reading.access import NotYours
from games.reports.models import Report
from games.rules.errors import RulesError
from games.rules.sentence import N_, Sentence, sentence

State = Report.State


class ReportError(RulesError):
    """A report that can't be filed, taken, handed over, closed or reopened in its present state."""

    code = "report"
    status = 409


def involving(user_id: int) -> QuerySet[Report]:
    """Return the reports in which a user is involved, himself or by a block."""
    return Report.objects.filter(_involved(user_id))


def uninvolving(user_id: int, found: QuerySet[Report]) -> QuerySet[Report]:
    """Return those of these reports that don't involve a user."""
    return found.exclude(pk__in=involving(user_id).values("pk"))


def running_together(user_id: int) -> QuerySet[Seat]:
    """Return the seats in the running matches of a user."""
    return Seat.objects.filter(match__in=Match.objects.of(user_id).filter(status=Match.Status.PLAYING).values("pk"))


def playing_with(user_id: int) -> QuerySet[Any, Any]:
    """Return the keys of the people with whom a user plays running matches, the user included."""
    return running_together(user_id).filter(house=False).order_by().values("user")


def why_plays_with(moderator: User, person: User) -> Sentence | None:
    """Return that a moderator plays a running match with somebody; None if that isn't so."""
    if moderator.pk == person.pk or not playing_with(moderator.pk).filter(user=person).exists():
        return None
    return sentence(N_("You’re playing a match with {name}. Ask another moderator."), name=person.username)


def why_not_decide(report: Report, moderator: User) -> Sentence | None:
    """Return why a moderator may read a report, but neither take nor close it; None if nothing is in the way.

    Such a report isn't hidden: the moderator begins and ends matches, and would see by it what vanishes.
    """
    people = [person for person in (report.reported, report.reporter) if person is not None]
    return next(filter(None, (why_plays_with(moderator, person) for person in people)), None)


def why_for_operators(person: User) -> Sentence | None:
    """Return that only an operator decides about somebody, who is a moderator; None for everybody else."""
    if not (person.is_staff or person.is_superuser):
        return None
    return sentence(N_("{name} is a moderator. Only an operator decides about moderators."), name=person.username)


def require_judge(moderator: User, found: Iterable[Report]) -> None:
    """Raise `ReportError` if a moderator plays with somebody whom one of these reports concerns."""
    for reason in filter(None, (why_not_decide(report, moderator) for report in found)):
        raise ReportError(reason)


def apart_since(user_id: int, person_id: int) -> datetime | None:
    """Return since when a moderator reads nothing that others write about a person; None if he may read all of it.

    If he knows what involves him, he reads none of it. If a report involves him and he mustn't know that, he goes
    on to read what was written before it: otherwise what vanishes would tell him of it.
    """
    if (
        Block.objects.filter(blocker=user_id, blocked=person_id).exists()
        or running_together(user_id).filter(user=person_id).exists()
        or Report.objects.filter(reporter=user_id, reported=person_id).exists()
    ):
        return datetime.min.replace(tzinfo=UTC)
    theirs = Q(reporter=person_id) | Q(reported=person_id)
    return involving(user_id).filter(theirs).order_by("created").values_list("created", flat=True).first()


def reported_by(user_id: int) -> QuerySet[Any, Any]:
    """Return the keys of the people whom a user has reported: of the reports that involve him, those he knows of."""
    return Report.objects.filter(reporter=user_id, reported__isnull=False).order_by().values("reported")


def _involved(user: int | OuterRef, taken: Any = None) -> Q:
    """Return a condition that a user is involved in this report.

    `user` is an id, or the column of a report that names the user. `taken` is the moment at which the user takes it, if
    that's not the moment at which somebody has.
    """
    himself = User.objects.filter(pk=user)
    his = Block.objects.filter(blocker=user)
    reporter = OuterRef("reporter")
    reported = OuterRef("reported")
    match = OuterRef("match")
    before = taken or Coalesce(OuterRef("taken"), Value(timezone.now()))
    ways: list[QuerySet[Any]] = [
        himself.filter(pk=reporter),
        himself.filter(pk=reported),
        himself.filter(seats__match=match),
        himself.filter(seats_given__match=match),
        his.filter(blocked=reporter),
        his.filter(blocked=reported),
        his.filter(blocked__seats__match=match),
        his.filter(blocked__seats_given__match=match),
        # No later one, or the reporter could find out who has taken it by blocking the moderators one by one.
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


def next_for(moderator: int, report: Report) -> Report | None:
    """Return the report that a moderator judges after this one: the next open one of the queue, which begins again
    after its newest, then the next that the moderator has.

    Return `None` if there is no other.
    """
    waiting = uninvolving(moderator, Report.objects.filter(closed=None).exclude(pk=report.pk))
    later = Q(created__gt=report.created) | Q(created=report.created, pk__gt=report.pk)
    is_later = Case(When(later, then=Value(0)), default=Value(1))
    rows = as_they_stand(waiting).order_by(is_later, "created", "pk")
    mine = Q(stands=State.TAKEN, assignee=moderator)
    return rows.filter(stands=State.OPEN).first() or rows.filter(mine).first()


def judges(report: Report) -> QuerySet[User]:
    """Return the moderators who may take a report now: it doesn't involve them, and they play with neither side."""
    me = OuterRef(OuterRef("pk"))
    involved = Report.objects.filter(_involved(me, Value(timezone.now())), pk=report.pk)
    moderators = User.objects.with_perm("games.change_report").filter(is_staff=True)
    sides = [report.reporter_id, *([report.reported_id] if report.reported_id else [])]
    running = Seat.objects.filter(match__status=Match.Status.PLAYING, user=OuterRef("pk"))
    with_them = Exists(Seat.objects.filter(match=OuterRef("match"), user__in=sides, house=False))
    return moderators.exclude(Exists(involved)).exclude(Exists(running.filter(with_them))).order_by("username")


# --- Several at once ------------------------------------------------------------------------------------------------


def concerning(report: Report, moderator: int) -> QuerySet[Any]:
    """Return the other reports about the same player that aren't closed, the oldest first, ready for `state_of`.

    If the report names nobody, it's those about the same match that name nobody either. Reports that involve the
    moderator aren't among them.
    """
    return _unclosed(report, _about_the_same(report), moderator)


def alike(report: Report, moderator: int) -> QuerySet[Any]:
    """Return those of the reports that `concerning` finds which can be judged with a report: they are of the same kind,
    and for the same reason."""
    return _unclosed(report, _same(report) & _apart(moderator), moderator)


def around(report: Report, moderator: int) -> QuerySet[Any]:
    """Return the other reports about the same player, or by the same reporter, that aren't `alike`: if nothing is in
    any of them, they can be closed with it."""
    return _unclosed(report, _around(report) & _apart(moderator), moderator)


def _apart(moderator: int) -> Q:
    """Return a condition that a moderator plays no running match with the reporter or the reported person."""
    return ~Q(reporter__in=playing_with(moderator)) & ~Q(reported__in=playing_with(moderator))


def _unclosed(report: Report, same: Q, moderator: int) -> QuerySet[Any]:
    others = Report.objects.filter(same, closed=None).exclude(pk=report.pk)
    mine = others.exclude(pk__in=involving(moderator).filter(closed=None).values("pk"))
    return as_they_stand(mine).select_related("match", "reported", "reporter").order_by("created", "pk")


def _same(report: Report) -> Q:
    return _about_the_same(report) & Q(kind=report.kind, reason=report.reason)


def _around(report: Report) -> Q:
    return (_about_the_same(report) | Q(reporter=report.reporter_id)) & ~_same(report)


def _about_the_same(report: Report) -> Q:
    return Q(reported=report.reported_id) if report.reported_id else Q(reported=None, match=report.match_id)


def held(report_id: int, moderator: User, also: Collection[int] = (), idle: Collection[int] = ()) -> list[Report]:
    """Return the current state of a report, then of others like it and of `idle` ones around it, held to the end of
    the transaction.

    They are held in the order of their keys, so that two moderators wait for each other and not both for both.

    Raises: `NotYours` if the moderator may not judge the report; `ReportError` if one of the others isn't like it.
    """
    keys = {report_id, *also, *idle}
    rows = Report.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk")
    found = {report.pk: report for report in rows}
    if report_id not in found or involving(moderator.pk).filter(pk=report_id).exists():
        raise NotYours
    first = found.pop(report_id)
    known = _judged_with(first, moderator, _same(first), also) | _judged_with(first, moderator, _around(first), idle)
    if keys - {report_id} != known:
        template = N_("One of the reports that you ticked isn’t there any more. Check the list, and try again.")
        raise ReportError(sentence(template))
    stand = as_they_stand(Report.objects.filter(pk__in=keys))
    for report in stand.filter(stands=State.OPEN).values_list("pk", flat=True):
        put_back(found.get(report, first))
    return [first, *(found[key] for key in sorted(found))]


def _judged_with(report: Report, moderator: User, fitting: Q, keys: Collection[int]) -> set[int]:
    """Return those of the reports with these keys that fit a report, closed ones included."""
    others = set(keys) - {report.pk}
    if not others:
        return others
    mine = uninvolving(moderator.pk, Report.objects.filter(fitting, pk__in=others))
    return set(mine.values_list("pk", flat=True))


def put_back(report: Report) -> None:
    """Make a report one that nobody has taken, nor asks about; the caller saves it."""
    report.state = State.OPEN
    report.assignee = None
    report.taken = None
    report.question = ""
    report.asked_of = None

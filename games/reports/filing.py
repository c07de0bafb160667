"""Filing a report: what may be reported by whom, and how much of it.

It changes no row but its own, so that nothing the reported player sees, nor how long it takes, tells of it. Moderators
are told after the commit.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts import characters as signs, people
from accounts.models import User
from accounts.request import number_in
from games.core.models import ChatLine, Match
from games.core.reading import access
from games.core.reading.access import NotYours
from games.core.services import eligibility, texts
from games.reports import bells
from games.reports.models import Report
from games.reports.standing import ReportError
from games.rules.sentence import N_, sentence

Kind = Report.Kind

MAX_LENGTH = 500
"""Characters of what a reporter writes."""
MOST_OPEN = 10
"""Reports of one user that wait for their outcome."""
MOST_MADE = 20
WITHIN = timedelta(days=1)
"""Reports that one user may file in such a time."""


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
    """Find a line with a single query, also to refuse it, so that the time it takes reveals nothing."""
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
    bells.ring(made)
    return made


def _require_few(user: User) -> None:
    mine = Report.objects.filter(reporter=user)
    if mine.filter(closed=None).count() >= MOST_OPEN:
        template = N_("{most} of your reports are still open. Wait until one is closed.")
        raise ReportError(sentence(template, most=MOST_OPEN))
    if mine.filter(created__gt=timezone.now() - WITHIN).count() >= MOST_MADE:
        template = N_("You’ve sent {most} reports in one day. Wait until tomorrow.")
        raise ReportError(sentence(template, most=MOST_MADE))

"""Scenes of reports, beside those of `doors.py`: Ann reports the match, and Cat judges."""

from __future__ import annotations

from django.utils import timezone

from accounts.models import User
from games.chat import services as chat
from games.desk import operators, services as desk
from games.reports import bells, filing, opinions, services as reports
from games.reports.models import Report
from tests.games.rows.doors import SINGLE, Act, Cast, door
from tests.parts.cast import person


def filed(cast: Cast) -> Report:
    """Return Ann's report of her match with Ben, beside Ben's report of it."""
    match = cast.match()
    filing.file(cast.ben, "match", match.public_id, "spoiling", "")
    return filing.file(cast.ann, "match", match.public_id, "cheating", "")


def moderator(cast: Cast) -> User:
    """Return another moderator than Cat."""
    return person(f"Judge{cast.key}", is_staff=True, is_superuser=True)


def taken(cast: Cast) -> Report:
    """Return the same, taken by Cat."""
    report = filed(cast)
    reports.take_report(report.pk, cast.cat)
    return report


@door("games.reports.filing.file")
def _file(cast: Cast) -> Act:
    match = cast.match()
    return lambda: filing.file(cast.ann, "match", match.public_id, "cheating", "")


@door("games.reports.bells._tell_of_new")
def _ring(cast: Cast) -> Act:
    report = filed(cast)
    moderator(cast)
    return lambda: bells._tell_of_new(report.pk)


@door("games.reports.services.take_report")
def _take(cast: Cast) -> Act:
    report = filed(cast)
    other = Report.objects.exclude(pk=report.pk).get(match=report.match, reporter=cast.ben)
    Report.objects.filter(pk=other.pk).update(reported=report.reported, reason=report.reason, kind=report.kind)
    return lambda: reports.take_report(report.pk, cast.cat, [other.pk])


@door("games.reports.services.hand_back")
def _hand_back(cast: Cast) -> Act:
    report = taken(cast)
    return lambda: reports.hand_back(report.pk, cast.cat)


@door("games.reports.services.close_report")
def _close(cast: Cast) -> Act:
    """Close a report with words to both sides, so that two letters go out."""
    report = taken(cast)
    return lambda: reports.close_report(report.pk, cast.cat, "warned", "He was told so.", "Do not swear.")


@door("games.reports.services.hand_over")
def _hand_over(cast: Cast) -> Act:
    report, to = taken(cast), moderator(cast)
    return lambda: reports.hand_over(report.pk, cast.cat, to)


@door("games.reports.services.reopen_report")
def _reopen(cast: Cast) -> Act:
    report = taken(cast)
    reports.close_report(report.pk, cast.cat, "nothing", "Nothing.")
    return lambda: reports.reopen_report(report.pk, cast.cat)


@door("games.reports.opinions.ask_colleagues")
def _ask(cast: Cast) -> Act:
    report, to = taken(cast), moderator(cast)
    return lambda: opinions.ask_colleagues(report.pk, cast.cat, "Is this an insult?", to)


@door("games.reports.opinions.give")
def _give(cast: Cast) -> Act:
    report, to = taken(cast), moderator(cast)
    opinions.ask_colleagues(report.pk, cast.cat, "Is this an insult?")
    return lambda: opinions.give(report.pk, to, "It is.")


@door("games.desk.services.write_once")
def _note(cast: Cast) -> Act:
    report = filed(cast)
    return lambda: desk.write_once(report, cast.cat, "Look here.", timezone.now())


@door("games.desk.operators.tell_operators")
def _tell_operators(cast: Cast) -> Act:
    report, _operator = filed(cast), moderator(cast)
    return lambda: operators.tell_operators(report.pk, cast.cat, "The name must be changed.")


def _show(cast: Cast) -> Act:
    _match, line = cast.talk()
    chat.hide(line, "An insult.")
    return lambda: chat.show(line)


SINGLE["games.chat.services.show"] = _show

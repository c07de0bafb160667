"""What tells moderators that a report waits: how many do, and where. It names nobody and quotes nothing.

A moderator whom a report involves is not told, and finds no letter to another one (`admin.hidden_letters`).
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from accounts import outbox
from accounts.channels import Notice
from accounts.models import Outbox, User
from games.reports import standing
from games.reports.models import Report

NEW_REPORT = "new_report"
NEW = "new"
ASKED = "asked"
GIVEN = "given"
MOVED = "moved"
OPERATORS = "operators"
"""Why a moderator is told: reports are open, a colleague asks for an opinion, has handed a report over, or has handed
on one that the moderator had. Operators are told that a moderator needs one of them in a case."""

HOUR = timedelta(hours=1)
"""How long a moderator who doesn't look hears nothing of further reports."""
GATHERED = timedelta(minutes=1)
"""How long a letter waits, so that it counts the reports of one moment together."""


def ring(report: Report) -> None:
    """Tell the moderators of a new report, after the commit: filing it changes no row but its own."""
    transaction.on_commit(partial(_tell_of_new, report.pk), robust=True)


@transaction.atomic
def _tell_of_new(report_id: int) -> None:
    report = Report.objects.filter(pk=report_id).first()
    if report is not None:
        letters = [_letter_to(judge, report) for judge in _with_last_letter(standing.judges(report))]
        outbox.queue_all([letter for letter in letters if letter is not None])


def _with_last_letter(judges: QuerySet[User]) -> QuerySet[Any]:
    """Return moderators with the key of their last letter, when one was sent last, and whether one waits."""
    mine = Outbox.objects.filter(recipient=OuterRef("pk"), kind=NEW_REPORT, payload__why=NEW)
    newest = mine.filter(endpoint=None).order_by("-created")
    sent = mine.filter(sent_at__isnull=False).order_by("-sent_at")
    return judges.annotate(
        last_letter=Subquery(newest.values("pk")[:1]),
        last_sent=Subquery(sent.values("sent_at")[:1]),
        is_waiting=Exists(mine.filter(status__in=Outbox.UNSENT)),
    )


def _letter_to(judge: Any, report: Report) -> Outbox | None:
    """Return the letter to a moderator, at most one an hour until it was read; None if one is still on its way.

    That one will count this report, too. Of two reports that come at once, only one makes a letter: its key is that of
    the letter before.
    """
    if judge.is_waiting:
        return None
    since: datetime | None = judge.last_sent
    delay = GATHERED
    if since is not None and not _has_read(judge.pk, since):
        delay = max(delay, since + HOUR - timezone.now())
    payload = {"report": report.pk, "why": NEW}
    return outbox.email_row(judge.pk, NEW_REPORT, f"{NEW}:{judge.last_letter}", payload, delay)


def note_read(user_id: int) -> None:
    """Note that a moderator has looked at the queue. It is kept for an hour, and not in the database."""
    cache.set(_read_key(user_id), timezone.now(), HOUR.total_seconds())


def _has_read(user_id: int, since: datetime) -> bool:
    at: datetime | None = cache.get(_read_key(user_id))
    return at is not None and at >= since


def _read_key(user_id: int) -> str:
    return f"reports-read:{user_id}"


def tell(report: Report, why: str, moderators: Iterable[User]) -> None:
    """Tell moderators that a colleague wants something of them about a report."""
    payload = {"report": report.pk, "why": why}
    key = f"{why}:{report.pk}:{timezone.now().isoformat()}"
    outbox.queue_all([outbox.email_row(each.pk, NEW_REPORT, key, payload) for each in moderators])


def new_report_notice(user: User, payload: dict[str, Any]) -> Notice | None:
    """Return how many reports are open for a moderator, or what a colleague wants; None if that's settled by now."""
    if not (user.is_staff and user.has_perm("games.change_report")):
        return None
    said = _waiting(user) if payload["why"] == NEW else _wanted(user, payload)
    if not said:
        return None
    url = settings.SITE_URL + _page(payload)
    return Notice(
        f"{settings.SITE_NAME}: {said}",
        NEW_REPORT,
        {"said": said, "url": url, "for_operators": payload["why"] == OPERATORS},
        "report_mails",
        url=url,
    )


def _page(payload: dict[str, Any]) -> str:
    """Return where the letter leads: to the case, or to the queue, filtered."""
    if payload["why"] == OPERATORS:
        return reverse("admin:games_report_change", args=[payload["report"]])
    query = {NEW: "?state=open", ASKED: "?opinion=asked", GIVEN: "?assignee=me", MOVED: "?state=open"}[payload["why"]]
    return reverse("admin:games_report_changelist") + query


def _waiting(user: User) -> str:
    number = standing.open_for(user) or 0
    said = ngettext("{count} report is waiting for a moderator", "{count} reports are waiting for a moderator", number)
    return said.format(count=number) if number else ""


def _wanted(user: User, payload: dict[str, Any]) -> str:
    """Return what a colleague wants of a moderator; "" if nothing does any more, or the report involves the latter."""
    if payload["why"] == OPERATORS:
        return _wanted_of_operator(user, payload)
    unclosed = standing.uninvolving(user.pk, Report.objects.filter(pk=payload["report"], closed=None))
    if payload["why"] == MOVED:
        is_gone = unclosed.exclude(assignee=user, state=Report.State.TAKEN).exists()
        return _("a colleague has handed on a report that you had taken") if is_gone else ""
    report = unclosed.filter(state=Report.State.TAKEN).first()
    if report is None:
        return ""
    if payload["why"] == GIVEN:
        return _("a colleague has handed a report over to you") if report.assignee_id == user.pk else ""
    is_asked = bool(report.question) and report.asked_of_id in (None, user.pk) and report.assignee_id != user.pk
    return _("a colleague asks for your opinion on a report") if is_asked else ""


def _wanted_of_operator(user: User, payload: dict[str, Any]) -> str:
    """Return that an operator is needed; "" once the case is closed, or for somebody who may not look at it."""
    found = Report.objects.filter(pk=payload["report"], closed=None)
    may_look = user.is_superuser and standing.uninvolving(user.pk, found).exists()
    return _("a moderator needs an operator in a case") if may_look else ""

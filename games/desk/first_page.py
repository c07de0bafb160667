"""What the first page of the admin tells moderators: what waits, and for how long."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from accounts.models import User
from accounts.outbox import halts
from games.core.services import schedule
from games.desk import operators
from games.desk.case import ListedReport, listed_report
from games.reports import bells, standing
from games.reports.models import Report

SHOWN = 6
"""How many cases of a kind the first page shows, the oldest first."""


@dataclass(frozen=True)
class FirstPage:
    """How many cases are open, the oldest of them, and those that the reader has taken; `halted` and `late` say that
    letters or sweeps wait, which an operator must look after: operators read above the page which, and why.
    `told` are the cases that moderators have shown to the operators, for one of these."""

    number_open: int
    open: Sequence[ListedReport]
    mine: Sequence[ListedReport]
    told: Sequence[ListedReport]
    halted: bool
    late: bool


def first_page(request: HttpRequest) -> FirstPage | None:
    """Return what waits for a moderator; None for a reader who may not look at reports."""
    user = request.user
    if not isinstance(user, User) or not user.has_perm("games.view_report"):
        return None
    bells.note_read(user.pk)
    seen = standing.uninvolving(user.pk, Report.objects.filter(closed=None))
    stands = standing.as_they_stand(seen).select_related("match", "reported").order_by("created")
    waiting = stands.filter(stands=Report.State.OPEN)
    mine = stands.filter(stands=Report.State.TAKEN, assignee=user.pk)
    return FirstPage(
        number_open=waiting.count(),
        open=[listed_report(each) for each in waiting[:SHOWN]],
        mine=[listed_report(each) for each in mine[:SHOWN]],
        told=_told(user),
        halted=not user.has_perm("accounts.view_outbox") and bool(halts.alarms()),
        late=not user.has_perm("games.view_heartbeat") and bool(schedule.late()),
    )


def _told(user: User) -> list[ListedReport]:
    """Return the oldest open cases that operators were told about, for one of them; nothing for anybody else."""
    if not user.is_superuser:
        return []
    found = operators.cases_for(user).select_related("match", "reported")
    return [listed_report(each) for each in found[:SHOWN]]

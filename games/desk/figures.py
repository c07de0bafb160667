"""What moderators see of the figures of the site: a table of weeks, small charts, and some on the first page.

Reports are counted for each reader, among those that do not involve the reader, as in the queue.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from math import ceil
from statistics import median
from typing import NamedTuple

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.desk.models import Week
from games.desk.weeks import WEEK, midnight, monday
from games.reports import standing
from games.reports.models import Report

WEEKS_SHOWN = 26
HEIGHT = 40
STEP = 10
"""How high the highest bar of a chart is, and how far bars stand apart."""
HOUR = timedelta(hours=1)
COMPARED = ("people", "begun", "reports")
"""The figures of the first page."""


@dataclass
class WeekOfReports:
    """How many reports came in a week, and for how many hours those were open that were closed in it."""

    came: int = 0
    hours: list[float] = field(default_factory=list)

    @property
    def median(self) -> float | None:
        return median(self.hours) if self.hours else None


class WeekRow(NamedTuple):
    """A week of the table; `kept` is None where it was never counted."""

    begins: date
    kept: Week | None
    reports: WeekOfReports

    def figure(self, name: str) -> float | None:
        """Return a figure of the week by its name; None where there is none."""
        if name == "reports":
            return self.reports.came
        if name == "hours":
            return self.reports.median
        return getattr(self.kept, name, None)

    @property
    def figures(self) -> list[float | None]:
        """All of them, in the order of the table."""
        return [self.figure(name) for name in figure_titles()]


class ChartBar(NamedTuple):
    """A bar of a chart, in units of its picture."""

    x: int
    y: int
    height: int
    is_present: bool


class Chart(NamedTuple):
    """A figure week by week, the oldest first. `most` is its highest value."""

    title: str
    most: float
    bars: Sequence[ChartBar]


class Compared(NamedTuple):
    """A figure of the present week so far, and of the last one."""

    title: str
    now: float | None
    before: float | None = None


def figure_titles() -> dict[str, str]:
    """Return the figures by their names, each with its title, in the order of the table."""
    return {
        "people": _("People active"),
        "guests": _("Guests active"),
        "begun": _("Matches begun"),
        "ended": _("Matches ended"),
        "timed_out": _("Ended by the clock"),
        "joined": _("Sign-ups"),
        "reports": _("Reports"),
        "hours": _("Hours to close"),
    }


def recent_weeks(reader: User, number: int = WEEKS_SHOWN) -> list[WeekRow]:
    """Return the newest weeks, the present one first, back to the first that was counted."""
    present = monday(timezone.now())
    first = present - (number - 1) * WEEK
    kept = {each.begins: each for each in Week.objects.filter(begins__gte=first)}
    reports = _reports(reader, first)
    days = [present - ago * WEEK for ago in range(number)]
    oldest = min(kept, default=present)
    return [WeekRow(day, kept.get(day), reports[day]) for day in days if day >= oldest]


def _reports(reader: User, first: date) -> dict[date, WeekOfReports]:
    """Return the reports that don't involve a reader, by weeks: a total of all would tell of those that do."""
    recent = Q(created__gte=midnight(first)) | Q(closed__gte=midnight(first))
    seen = Report.objects.filter(recent).exclude(pk__in=standing.involving(reader.pk).filter(recent).values("pk"))
    found: dict[date, WeekOfReports] = defaultdict(WeekOfReports)
    for created, closed in seen.values_list("created", "closed"):
        found[monday(created)].came += 1
        if closed is not None:
            found[monday(closed)].hours.append((closed - created) / HOUR)
    return found


def weekly_charts(rows: Sequence[WeekRow]) -> list[Chart]:
    """Return a chart of each figure."""
    return [_chart(title, [row.figure(name) for row in reversed(rows)]) for name, title in figure_titles().items()]


def _chart(title: str, figures: Sequence[float | None]) -> Chart:
    most = max((figure for figure in figures if figure is not None), default=0)
    first = WEEKS_SHOWN - len(figures)
    bars = [
        ChartBar(STEP * (first + number), HEIGHT - high, high, number == len(figures) - 1)
        for number, figure in enumerate(figures)
        if (high := ceil(HEIGHT * (figure or 0) / (most or 1)))
    ]
    return Chart(title, most, bars)


def compared_weeks(request: HttpRequest) -> list[Compared] | None:
    """Return three figures of this week and the last; None for a reader who may not see them, and before the first
    count."""
    user = request.user
    if not isinstance(user, User) or not user.has_perm("desk.view_week"):
        return None
    rows = recent_weeks(user, 2)
    if not any(row.kept for row in rows):
        return None
    named = figure_titles()
    return [Compared(named[name], *(row.figure(name) for row in rows)) for name in COMPARED]

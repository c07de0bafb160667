"""A report with everything that a moderator needs to judge it, and nothing that the table hides."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.admin.models import LogEntry
from django.db.models import QuerySet
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.request import number_in
from games.boards.registry import about as about_game
from games.core.models import ChatLine, Match, Ruling, WaitingRuling
from games.desk.models import Note
from games.desk.words import why_hidden
from games.reports import queries, standing
from games.reports.models import Opinion, Report

BEFORE = 8
AFTER = 4
"""How many lines of a chat stand around the one that was reported."""
NEAR = 4
FEW = 2
"""How many of the lines before it are read at once; those before them are folded, unless they are so few."""
EARLIER = 10
"""How many earlier reports are shown, the newest first."""


MOST_CHOSEN = BEFORE + 1 + AFTER + EARLIER
"""How many messages can be hidden at once: as many as a case shows."""


class CaseLine(NamedTuple):
    """A line of a chat in a case."""

    row: ChatLine
    url: str
    is_reported: bool
    why: str
    """The reason that the field for hiding it starts with."""


class SeenBoard(NamedTuple):
    """A match as spectators see it: the address of a picture of its board, "" where the game draws none, that of its
    page, and that of its row in the admin."""

    match: Match
    picture: str
    page: str
    row: str
    report: str = ""
    """The address of another report, if only that is about the match."""


class ListedReport(NamedTuple):
    """A report in a list, what it is about, and where its case is."""

    report: Report
    about: str
    url: str
    line: CaseLine | None = None
    """The line of a chat that was reported, where a list shows it."""


@dataclass(frozen=True)
class Case:
    """A report with its context: the chat, the board, earlier reports and decisions, the notes of moderators, their
    second opinions, and whether another moderator may judge it. How many there are would tell who blocks whom."""

    report: Report
    title: str
    state: str
    lines: Sequence[CaseLine]
    board: SeenBoard | None
    rulings: Sequence[Ruling]
    waiting: Sequence[WaitingRuling]
    struck: LogEntry | None
    """Who has excluded the match from ratings, and when, if the history says it."""
    about: Sequence[ListedReport]
    by_reporter: Sequence[ListedReport]
    together: Sequence[ListedReport]
    notes: Sequence[Note]
    has_judges: bool
    opinions: Sequence[Opinion]
    asked: str
    """Who asks whom, before the question of a second opinion."""

    @property
    def far(self) -> Sequence[CaseLine]:
        """The lines that are folded: those long before the one that was reported, or before the newest."""
        at = next((number for number, line in enumerate(self.lines) if line.is_reported), len(self.lines))
        number = at - NEAR
        return self.lines[:number] if number > FEW else []

    @property
    def near(self) -> Sequence[CaseLine]:
        """The lines that are read at once."""
        return self.lines[len(self.far) :]

    @property
    def can_choose(self) -> bool:
        """Whether several messages can be hidden at once."""
        shown = [*self.lines, *(each.line for each in self.together if each.line)]
        return len({line.row.pk for line in shown if line.row.hidden is None}) > 1

    @property
    def why(self) -> str:
        """The reason that the field for hiding several messages starts with."""
        return why_hidden(self.report.reason, self.report.reported or self.report.reporter)


def case_of(report: Report, reader: User) -> Case:
    """Return the case of a report that does not involve its reader."""
    others = standing.uninvolving(reader.pk, Report.objects.exclude(pk=report.pk))
    about = others.filter(reported=report.reported_id).exclude(closed=None) if report.reported_id else others.none()
    by_reporter = others.filter(reporter=report.reporter_id)
    return Case(
        report=report,
        title=queries.about_in_words(report),
        state=_state(report),
        lines=_lines(report),
        board=_board(report.match) or _board_beside(report, by_reporter),
        rulings=list(Ruling.objects.filter(match=report.match_id)) if report.match_id else [],
        waiting=list(WaitingRuling.objects.filter(match=report.match_id)) if report.match_id else [],
        struck=queries.striking(report.match) if report.match else None,
        about=_earlier(about),
        by_reporter=_earlier(by_reporter),
        together=_together(report, reader),
        notes=list(Note.objects.filter(report=report).select_related("by")),
        has_judges=standing.judges(report).exclude(pk=reader.pk).exists(),
        opinions=list(report.opinions.select_related("author")),
        asked=queries.who_asks(report),
    )


def _state(report: Report) -> str:
    """Return where a report stands, and who has it."""
    match standing.state_of(report):
        case Report.State.OPEN:
            return _("open, nobody has taken it")
        case Report.State.TAKEN:
            return _("taken by {name}").format(name=report.assignee)
    return _("closed by {name}").format(name=report.assignee) if report.assignee else _("closed")


def _earlier(found: QuerySet[Report]) -> list[ListedReport]:
    rows = found.select_related("match", "reported", "reporter").order_by("-created")[:EARLIER]
    return [listed_report(row) for row in rows]


def listed_report(report: Report) -> ListedReport:
    """Return a report as the desk lists it."""
    return ListedReport(report, queries.about_in_words(report), reverse("admin:games_report_change", args=[report.pk]))


def chosen_lines(posted: QueryDict) -> list[int]:
    """Return the keys of the messages to hide, each once: those that were chosen on the page of a case, or the one at
    whose button the moderator pressed."""
    pressed = posted.get("hide", "")
    keys = posted.getlist("hide-lines") if pressed == "chosen" else [pressed]
    found = [number_in(key) for key in keys[:MOST_CHOSEN]]
    return [*dict.fromkeys(key for key in found if key)]


def why_chosen(posted: QueryDict) -> str:
    """Return why they are to be hidden, from the field beside the button."""
    return posted.get(f"hide-{posted.get('hide', '')}", "")


def _together(report: Report, reader: User) -> list[ListedReport]:
    found = standing.concerning(report, reader.pk).select_related("match", "reported", "reporter", "line__user")
    return [
        listed_report(row)._replace(line=_case_line(row.line, row, is_reported=True) if row.line else None)
        for row in found[:EARLIER]
    ]


def _case_line(line: ChatLine, report: Report, *, is_reported: bool) -> CaseLine:
    url = reverse("admin:games_chatline_change", args=[line.pk])
    return CaseLine(line, url, is_reported, why_hidden(report.reason, line.user))


def _lines(report: Report) -> list[CaseLine]:
    """Return what was said around the reported line, or the newest of a match; nothing for a profile."""
    if report.match_id is None:
        return []
    said = ChatLine.objects.filter(match=report.match_id).select_related("user")
    at = report.line_id
    if at is None:
        rows = list(said.filter(created__lte=report.created).order_by("-pk")[: BEFORE + AFTER])[::-1]
    else:
        rows = list(said.filter(pk__lte=at).order_by("-pk")[: BEFORE + 1])[::-1]
        rows += said.filter(pk__gt=at).order_by("pk")[:AFTER]
    return [_case_line(row, report, is_reported=row.pk == at) for row in rows]


def _board(match: Match | None) -> SeenBoard | None:
    if match is None or match.ply < 0:
        return None
    row = reverse("admin:games_match_change", args=[match.pk])
    picture = reverse("desk_picture", args=[match.public_id]) if about_game(match.game).preview else ""
    return SeenBoard(match, picture, match.get_absolute_url(), row)


def _board_beside(report: Report, by_reporter: QuerySet[Report]) -> SeenBoard | None:
    """Return the newest match that the reporter of a profile has reported too, and in which its owner plays."""
    if report.kind != Report.Kind.PROFILE:
        return None
    played = by_reporter.filter(match__seats__user=report.reported_id).select_related("match")
    other = played.order_by("-created").first()
    board = _board(other.match) if other else None
    if other is None or board is None:
        return None
    return board._replace(report=reverse("admin:games_report_change", args=[other.pk]))

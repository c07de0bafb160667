"""What a report is about, in words that lead nobody anywhere: who has reported may have left the match since."""

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.utils.translation import gettext as _

from games.core.models import Match
from games.core.seams.match_admin import EXCLUDED
from games.reports.models import Report


def about_in_words(report: Report) -> str:
    """Return a match, a chat line or a profile, by its game and whom it concerns.

    The report comes with match and people.
    """
    name = report.reported.username if report.reported else ""
    if report.kind == Report.Kind.PROFILE:
        return _("{name}’s profile").format(name=name)
    assert report.match is not None
    if report.kind == Report.Kind.LINE:
        return _("{game}: a chat message by {name}").format(game=report.match.title, name=name)
    return _("{game} with {name}").format(game=report.match.title, name=name) if name else report.match.title


def is_unanswered(report: Report) -> bool:
    """Say whether the moderator who has a report asks for a second opinion, and nobody who was asked has given one."""
    if not report.question or report.taken is None or report.closed is not None:
        return False
    given = report.opinions.filter(created__gte=report.taken)
    return not (given.filter(author=report.asked_of_id) if report.asked_of_id else given).exists()


def who_asks(report: Report) -> str:
    """Return who asks whom for a second opinion on a report, as the beginning of the question; "" if nobody does."""
    if not report.question or report.assignee is None:
        return ""
    if report.asked_of is None:
        return _("{name} asks any moderator:").format(name=report.assignee)
    return _("{name} asks {other}:").format(name=report.assignee, other=report.asked_of)


MOVES = ("taken", "handed back", "handed over", "closed", "reopened")
"""How the history notes what changes who has a report."""


ASKED = ("second opinion asked",)
"""How the history notes that colleagues were asked."""


def last_noted(report: Report, acts: tuple[str, ...]) -> LogEntry | None:
    """Return the last of these acts that the history of a report notes; None if it notes none."""
    of_report = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Report), object_id=report.pk)
    entries = of_report.select_related("user").order_by("-pk")
    return next((each for each in entries if each.change_message.split(" · ")[0] in acts), None)


def striking(match: Match) -> LogEntry | None:
    """Return what the history of a match notes of its being excluded from ratings: when and by whom; None if it isn't,
    or if the history doesn't tell."""
    if not match.struck:
        return None
    of_match = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(Match), object_id=match.pk)
    return of_match.filter(change_message__startswith=EXCLUDED).select_related("user").order_by("-pk").first()

"""Scenes of reports, beside those of `doors.py`: Ann reports the match, and Cat judges."""

from __future__ import annotations

from games.reports import services as reports
from games.reports.models import Report
from tests.games.rows.doors import Act, Cast, door


def filed(cast: Cast) -> Report:
    """Return Ann's report of her match with Ben, beside Ben's report of it."""
    match = cast.match()
    reports.file(cast.ben, "match", match.public_id, "spoiling", "")
    return reports.file(cast.ann, "match", match.public_id, "cheating", "")


def taken(cast: Cast) -> Report:
    """Return the same, taken by Cat."""
    report = filed(cast)
    reports.take_report(report.pk, cast.cat)
    return report


@door("games.reports.services.file")
def _file(cast: Cast) -> Act:
    match = cast.match()
    return lambda: reports.file(cast.ann, "match", match.public_id, "cheating", "")


@door("games.reports.services.take_report")
def _take(cast: Cast) -> Act:
    report = filed(cast)
    return lambda: reports.take_report(report.pk, cast.cat)


@door("games.reports.services.hand_back")
def _hand_back(cast: Cast) -> Act:
    report = taken(cast)
    return lambda: reports.hand_back(report.pk, cast.cat)


@door("games.reports.services.close_report")
def _close(cast: Cast) -> Act:
    """Close a report with words to both sides, so that two letters go out."""
    report = taken(cast)
    return lambda: reports.close_report(report.pk, cast.cat, "warned", "He was told so.", "Do not swear.")

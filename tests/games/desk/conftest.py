"""A match with a chat and a reported line, and a moderator who has no part in it."""

from typing import NamedTuple

import pytest

from accounts.models import User
from games.core.models import ChatLine, Match
from games.reports import filing
from games.reports.models import Report


class Reported(NamedTuple):
    """A report of a line, with the match and all its lines."""

    report: Report
    match: Match
    lines: list[ChatLine]


@pytest.fixture
def reported(match: Match, ann: User, ben: User) -> Reported:
    """Ann has reported Ben's fourteenth line."""
    texts = [f"Line {number}." for number in range(20)]
    texts[13] = "You fool."
    players = (ann, ben)
    lines = [
        ChatLine.objects.create(match=match, user=players[number % 2], text=text) for number, text in enumerate(texts)
    ]
    report = filing.file(ann, "line", str(lines[13].pk), "insult", "Every day.")
    return Reported(report, match, lines)

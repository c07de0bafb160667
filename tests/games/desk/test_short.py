"""What a case leaves folded or out, so that a phone shows the decision soon."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.core.models import ChatLine
from games.desk import services as desk
from games.reports import filing
from tests.games.browsing import told
from tests.games.desk.conftest import Reported
from tests.games.desk.test_case import page
from tests.games.measures.scenes import taken

pytestmark = pytest.mark.django_db


def messages(shown: str) -> tuple[list[str], list[str]]:
    """Return which messages of a case are folded, and which are read at once."""
    before, folded, rest = shown.partition(" earlier messages</summary>")
    far, _end, near = rest.partition("</ol></details>")
    known = re.compile(r"Line \d+\.|You fool\.")
    return (known.findall(far), known.findall(near)) if folded else ([], known.findall(before))


def test_what_was_said_long_before_is_folded(moderator: Client, reported: Reported) -> None:
    shown = told(moderator.get(page(reported.report)))
    assert "<summary>4 earlier messages</summary>" in shown
    near = [*(f"Line {number}." for number in range(9, 13)), "You fool.", *(f"Line {n}." for n in range(14, 18))]
    assert messages(shown) == ([f"Line {number}." for number in range(5, 9)], near)


def test_of_a_match_the_newest_messages_are_read_at_once(moderator: Client, reported: Reported, ben: User) -> None:
    report = filing.file(ben, "match", reported.match.public_id, "spoiling", "")
    far, near = messages(told(moderator.get(page(report))))
    assert (len(far), near) == (8, [f"Line {number}." for number in range(16, 20)])


def test_a_message_or_two_are_not_folded(moderator: Client, reported: Reported) -> None:
    ChatLine.objects.filter(pk__lt=reported.lines[7].pk).delete()
    far, near = messages(told(moderator.get(page(reported.report))))
    assert (far, near[:2]) == ([], ["Line 7.", "Line 8."])


def test_what_is_empty_is_a_line_and_not_a_sheet(moderator: Client, reported: Reported, max_: User, ben: User) -> None:
    shown = told(moderator.get(page(reported.report)))
    assert '<p class="quiet">No decisions about this person.</p>' in shown
    assert "Moderators’ notes" not in shown
    taken(ben, max_)
    desk.note_on_report(reported.report, max_, "Look here.")
    shown = told(moderator.get(page(reported.report)))
    assert "<h2>Decisions about this person</h2>" in shown
    assert "<h2>Moderators’ notes</h2>" in shown


def test_the_way_to_the_decision_is_there_as_long_as_there_is_one(
    moderator: Client, reported: Reported, mo: User
) -> None:
    link = '<a class="button to-decide" href="#decide">Decide</a>'
    shown = told(moderator.get(page(reported.report)))
    assert shown.index(link) < shown.index('id="decide"')
    reported.report.state = "taken"
    reported.report.assignee = mo
    reported.report.taken = reported.report.created
    reported.report.save()
    assert link not in told(moderator.get(page(reported.report)))

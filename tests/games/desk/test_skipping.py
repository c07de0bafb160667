"""From one case to the next: in the order of the queue, without coming back to those that were skipped."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts import blocks
from accounts.models import User
from games.reports import filing, services as reports
from games.reports.models import Report
from tests.games.desk.conftest import Reported
from tests.games.desk.test_acts import page, said

pytestmark = pytest.mark.django_db

QUEUE = reverse("admin:games_report_changelist") + "?state=open"


@pytest.fixture
def queue(reported: Reported, cat: User) -> list[Report]:
    """Return three open reports, a minute after one another."""
    made = [filing.file(cat, "player", name, "name", "") for name in ("Ann", "Ben")]
    for number, each in enumerate(made, 1):
        each.created = reported.report.created + timedelta(minutes=number)
        each.save()
    return [reported.report, *made]


def test_skipping_goes_through_the_queue_and_begins_again(moderator: Client, queue: list[Report]) -> None:
    first, second, third = queue
    assert [moderator.get(page(each, "skip")).headers["Location"] for each in queue] == [
        page(second),
        page(third),
        page(first),
    ]
    assert f'<a href="{page(first, "skip")}">Skip to the next case</a>' in moderator.get(page(first)).content.decode()


def test_closing_does_not_come_back_to_a_case_that_was_skipped(moderator: Client, queue: list[Report]) -> None:
    first, second, third = queue
    form = {"outcome": "nothing"}
    assert moderator.post(page(second, "close"), form).headers["Location"] == page(third)
    assert moderator.post(page(third, "close"), form).headers["Location"] == page(first)


def test_skipping_leads_past_what_another_has_and_what_involves_the_moderator(
    moderator: Client, queue: list[Report], mo: User, max_: User, cat: User
) -> None:
    first, second, third = queue
    reports.take_report(second.pk, mo)
    assert moderator.get(page(first, "skip")).headers["Location"] == page(third)
    blocks.block(max_, cat)
    answer = moderator.get(page(first, "skip"), follow=True)
    assert answer.redirect_chain == [(QUEUE, 302)]
    assert said(answer) == ["No other case is open."]
    assert moderator.get(page(third, "skip")).status_code == 404


def test_a_case_of_ones_own_comes_after_the_open_ones(moderator: Client, queue: list[Report], max_: User) -> None:
    first, second, third = queue
    reports.take_report(second.pk, max_)
    assert moderator.get(page(first, "skip")).headers["Location"] == page(third)
    reports.close_report(third.pk, max_, "nothing", "Nothing.")
    assert moderator.get(page(first, "skip")).headers["Location"] == page(second)

"""The page with the figures of the site, and those on the first page of the admin."""

import re
from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts import blocks
from accounts.models import User
from games.desk import figures
from games.desk.models import Week
from games.desk.weeks import WEEK
from games.reports import filing
from games.reports.models import Report
from tests.games.browsing import signed_in, told
from tests.games.desk.conftest import Reported
from tests.games.rows.doors import NOON
from tests.parts.cast import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

MONDAY = date(2026, 3, 2)
PAGE = "/admin/desk/week/"


def kept(ago: int, **given: int) -> Week:
    """Return a week of long ago, with figures."""
    values = {"people": 0, "guests": 0, "begun": 0, "ended": 0, "timed_out": 0, "joined": 0, **given}
    return Week.objects.create(begins=MONDAY - ago * WEEK, counted=NOON, **values)


def rows(page: str) -> list[list[str]]:
    """Return the cells of the table, row by row."""
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in body.split("<tr>")[1:]]


def test_the_page_shows_half_a_year_and_says_where_there_is_nothing(moderator: Client) -> None:
    kept(0, people=12, guests=3, begun=40, ended=30, timed_out=4, joined=5)
    kept(2, people=10)
    kept(26, people=99)
    shown = rows(told(moderator.get(PAGE)))
    assert [row[0].partition(" <")[0] for row in shown] == ["2 Mar 2026", "23 Feb 2026", "16 Feb 2026"]
    assert shown[0][1:] == ["12", "3", "40", "30", "4", "5", "0", "–"]
    assert shown[1][1:] == ["–"] * 6 + ["0", "–"]
    assert shown[2][1] == "10"


def test_of_half_a_year_there_are_charts_that_only_eyes_meet(moderator: Client) -> None:
    for ago in range(30):
        kept(ago, people=30 - ago)
    page = told(moderator.get(PAGE))
    assert len(rows(page)) == figures.WEEKS_SHOWN
    charts = page.partition('<div class="charts" aria-hidden="true">')[2].partition("</div>")[0]
    assert charts.count("<svg") == len(figures.figure_titles()) == 8
    first = charts.partition("</svg>")[0]
    assert first.count("<rect") == 26
    assert '<rect class="present" x="250" y="0" width="8" height="40"/>' in first
    assert "up to 30" in first
    assert "style=" not in page.partition('id="content"')[2].partition("</main>")[0]


def test_charts_of_nothing_are_empty(moderator: Client) -> None:
    page = told(moderator.get(PAGE))
    assert "<rect" not in page
    assert rows(page)[0][1:] == ["–"] * 6 + ["0", "–"]


def test_half_of_the_reports_were_closed_within_these_hours(moderator: Client, ann: User, ben: User) -> None:
    about = {"reporter": ann, "reported": ben, "kind": "player", "reason": "name", "state": "closed"}
    for hours in (2, 5, 48):
        Report.objects.create(created=NOON - timedelta(hours=hours), closed=NOON, **about)
    filing.file(ann, "player", "Ben", "name", "")
    kept(0)
    kept(1)
    assert [row[-2:] for row in rows(told(moderator.get(PAGE)))] == [["3", "5"], ["1", "–"]]
    Report.objects.filter(created=NOON - timedelta(hours=48)).delete()
    assert rows(told(moderator.get(PAGE)))[0][-2:] == ["3", "3.5"]


def test_no_figure_tells_a_moderator_of_a_report_that_involves_him(
    moderator: Client, reported: Reported, max_: User, mo: User
) -> None:
    Report.objects.update(created=NOON - timedelta(hours=9), closed=NOON, state="closed")
    kept(0)
    pages = [PAGE, reverse("admin:index")]
    before = [told(moderator.get(url)).partition("Figures of the site")[2] for url in pages]
    assert rows(told(moderator.get(PAGE)))[0][-2:] == ["1", "9"]
    about = filing.file(reported.report.reporter, "player", max_.username, "other", "He is unfair.")
    Report.objects.filter(pk=about.pk).update(created=NOON - timedelta(hours=1), closed=NOON, state="closed")
    after = [told(moderator.get(url)).partition("Figures of the site")[2] for url in pages]
    assert [re.sub(r'value="[^"]{40,}"', "", page) for page in after] == [
        re.sub(r'value="[^"]{40,}"', "", page) for page in before
    ]
    assert rows(told(signed_in(mo).get(PAGE)))[0][-2:] == ["2", "5"]
    blocks.block(max_, reported.report.reporter)
    assert rows(told(moderator.get(PAGE)))[0][-2:] == ["0", "–"]


def test_the_first_page_sets_this_week_beside_the_last(moderator: Client, reported: Reported) -> None:
    assert "This week so far" not in told(moderator.get("/admin/"))
    kept(0, people=7, begun=9)
    assert [row[1:] for row in rows(told(moderator.get("/admin/")))[:3]] == [["7", "–"], ["9", "–"], ["1", "–"]]
    kept(1, people=8)
    shown = told(moderator.get("/admin/"))
    assert [row[1:] for row in rows(shown)[:3]] == [["7", "8"], ["9", "0"], ["1", "0"]]
    assert f'href="{PAGE}"' in shown


def test_only_those_with_the_right_see_them(noon: time_machine.Traveller) -> None:
    kept(0)
    client = signed_in(person("Nora", is_staff=True))
    assert client.get(PAGE).status_code == 403
    assert "This week so far" not in told(client.get("/admin/"))


def test_no_week_has_a_page_of_its_own(moderator: Client) -> None:
    week = kept(0)
    assert moderator.get(f"{PAGE}{week.pk}/change/").status_code == 404

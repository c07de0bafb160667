"""What the first page of the admin tells moderators."""

import pytest
import time_machine
from django.test import Client

from accounts import blocks
from accounts.models import User
from games.reports import filing, services as reports
from tests.games.browsing import signed_in, told
from tests.games.desk.conftest import Reported
from tests.parts.cast import person

pytestmark = pytest.mark.django_db


def test_it_shows_what_is_open_oldest_first_and_what_is_mine(
    moderator: Client, reported: Reported, max_: User, cat: User, noon: time_machine.Traveller
) -> None:
    noon.shift(60)
    newer = filing.file(cat, "player", "Ben", "name", "")
    mine = filing.file(cat, "player", "Ann", "name", "")
    reports.take_report(mine.pk, max_)
    page = moderator.get("/admin/").context["parts"][0].part
    assert page.number_open == 2
    assert [each.report.pk for each in page.open] == [reported.report.pk, newer.pk]
    assert [each.report.pk for each in page.mine] == [mine.pk]
    shown = told(moderator.get("/admin/"))
    assert "2 open cases" in shown
    assert "a chat message by Ben" in shown


def test_a_case_that_involves_the_moderator_is_neither_counted_nor_shown(
    moderator: Client, reported: Reported, max_: User, ann: User
) -> None:
    blocks.block(max_, ann)
    page = moderator.get("/admin/").context["parts"][0].part
    assert (page.number_open, page.open, page.mine) == (0, [], [])
    assert "No open cases." in told(moderator.get("/admin/"))


def test_staff_without_the_right_see_nothing_of_it(reported: Reported) -> None:
    assert signed_in(person("Nora", is_staff=True)).get("/admin/").context["parts"] == []


def test_it_says_that_letters_are_halted_and_sweeps_late_without_details(
    moderator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = told(moderator.get("/admin/"))
    assert ("Emails aren’t going out" in shown, "is late" in shown) == (False, False)
    monkeypatch.setattr("games.desk.first_page.halts.alarms", lambda: ["550 no such user ben@example.org"])
    monkeypatch.setattr("games.desk.first_page.schedule.late", lambda: ["expire"])
    shown = told(moderator.get("/admin/"))
    assert ("Emails aren’t going out" in shown, "is late" in shown, "ben@example.org" in shown) == (True, True, False)


def test_operators_read_once_what_is_halted_or_late(
    reported: Reported, mo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("games.desk.first_page", "fogsite.admin"):
        monkeypatch.setattr(f"{name}.halts.alarms", lambda: ["Nothing goes out."])
    monkeypatch.setattr("games.core.services.schedule.alarms", lambda: ["A sweep is late."])
    monkeypatch.setattr("games.desk.first_page.schedule.late", lambda: ["expire"])
    shown = told(signed_in(mo).get("/admin/"))
    assert (shown.count("Nothing goes out."), shown.count("A sweep is late.")) == (1, 1)
    assert "tell an operator" not in shown

"""A moderator tells the operators of a case: once, with a reason, and by a letter that says nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import blocks
from accounts.models import Outbox, User
from games.core.reading.access import NotYours
from games.desk.models import Note
from games.desk.operators import tell_operators
from games.reports import services as reports
from games.reports.models import Report
from games.reports.standing import ReportError
from tests.games.browsing import signed_in, told
from tests.games.desk.conftest import Reported
from tests.games.reports.test_services import letters

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
WHY = "The name must be changed: planted."


def page(report: Report, name: str = "operators") -> str:
    return reverse(f"admin:games_report_{name}", args=[report.pk])


def press(moderator: Client, report: Report, why: str = WHY) -> Any:
    return moderator.post(page(report), {"why": why}, follow=True)


def test_the_operators_get_a_letter_that_leads_to_the_case_and_quotes_nothing(
    moderator: Client, reported: Reported, mo: User
) -> None:
    letters()
    mail.outbox.clear()
    press(moderator, reported.report)
    [(address, body)] = letters().items()
    assert address == mo.email
    assert "For operators: a moderator needs an operator in a case." in body
    assert page(reported.report, "change") in body
    [letter] = mail.outbox
    all_of_it = body + str(letter.subject)
    assert [word for word in ("Ann", "Ben", "Max", "fool", "planted", "Every day") if word in all_of_it] == []


def test_the_case_says_when_and_by_whom_and_the_log_keeps_why(
    moderator: Client, reported: Reported, mo: User, max_: User
) -> None:
    assert "Tell the operators" in told(moderator.get(page(reported.report, "change")))
    shown = told(press(moderator, reported.report))
    assert "told on 2 Mar 2026, 12:00 by Max" in " ".join(shown.replace("</time>", "").split()) or "by Max" in shown
    assert (WHY in shown, "(to the operators)" in shown) == (True, True)
    assert page(reported.report) not in shown
    assert Note.objects.get().for_operators
    assert LogEntry.objects.get().change_message == f"operators told · {WHY}"


def test_pressed_twice_there_is_one_note_and_one_letter(moderator: Client, reported: Reported, mo: User) -> None:
    letters()
    press(moderator, reported.report)
    answer = moderator.post(page(reported.report), {"why": "Again."})
    assert answer.status_code == 422
    assert "The operators already know of this case." in told(answer)
    assert Note.objects.count() == 1
    assert Outbox.objects.filter(kind="new_report", recipient=mo).count() == 1


@pytest.mark.parametrize("why", ["", "   ", "\u200b", "x" * 1001])
def test_it_needs_a_reason(why: str, moderator: Client, reported: Reported, mo: User) -> None:
    assert moderator.post(page(reported.report), {"why": why}).status_code == 422
    assert not Note.objects.exists()


def test_a_closed_case_tells_nobody_and_a_letter_of_one_is_not_sent(
    moderator: Client, reported: Reported, mo: User, max_: User
) -> None:
    letters()
    mail.outbox.clear()
    tell_operators(reported.report.pk, max_, WHY)
    reports.take_report(reported.report.pk, max_)
    reports.close_report(reported.report.pk, max_, "nothing", "Nothing.")
    assert mo.email not in letters()
    assert page(reported.report) not in told(moderator.get(page(reported.report, "change")))
    with pytest.raises(ReportError, match="This case is closed"):
        tell_operators(reported.report.pk, max_, "Again.")


def test_operators_find_the_case_on_their_first_page_until_it_is_closed(
    moderator: Client, reported: Reported, mo: User, max_: User
) -> None:
    press(moderator, reported.report)
    assert "For the operators" not in told(moderator.get("/admin/"))
    assert "For the operators" in told(signed_in(mo).get("/admin/"))
    assert page(reported.report) not in told(signed_in(mo).get(page(reported.report, "change")))
    reports.take_report(reported.report.pk, max_)
    reports.close_report(reported.report.pk, max_, "nothing", "Nothing.")
    assert "For the operators" not in told(signed_in(mo).get("/admin/"))


def test_an_operator_whom_it_involves_is_not_told_and_without_another_nobody_is(
    moderator: Client, reported: Reported, mo: User, ann: User
) -> None:
    blocks.block(mo, ann)
    answer = moderator.post(page(reported.report), {"why": WHY})
    assert "No operator can look at this case here." in told(answer)
    assert not Note.objects.exists()


def test_a_moderator_whom_it_involves_tells_nobody(
    moderator: Client, reported: Reported, mo: User, max_: User, ann: User
) -> None:
    blocks.block(max_, ann)
    assert moderator.post(page(reported.report), {"why": WHY}).status_code == 404
    with pytest.raises(NotYours):
        tell_operators(reported.report.pk, max_, WHY)


def test_members_and_staff_without_the_right_tell_nobody(reported: Reported, mo: User, cat: User) -> None:
    assert signed_in(cat).post(page(reported.report), {"why": WHY}).status_code == 302
    User.objects.filter(pk=cat.pk).update(is_staff=True)
    assert signed_in(cat).post(page(reported.report), {"why": WHY}).status_code == 403
    assert not Note.objects.exists()


def test_it_is_not_said_that_operators_look_into_it_before_they_know(
    moderator: Client, reported: Reported, mo: User
) -> None:
    form = {"outcome": "passed", "measure-kind": ""}
    answer = moderator.post(page(reported.report, "close"), form)
    assert answer.status_code == 422
    assert "The operators don’t know of this case yet. Press “Tell the operators” first." in told(answer)
    press(moderator, reported.report)
    moderator.post(page(reported.report, "close"), form)
    assert Report.objects.get().outcome == "passed"


def test_where_no_operator_can_look_it_is_said_before_a_reason_is_written(
    moderator: Client, reported: Reported, mo: User
) -> None:
    User.objects.filter(is_superuser=True).update(is_superuser=False)
    answer = moderator.get(page(reported.report), follow=True)
    assert answer.redirect_chain == [(page(reported.report, "change"), 302)]
    assert "No operator can look at this case here. Write to the operators by email." in told(answer)
    assert page(reported.report) not in told(answer)
    moderator.post(page(reported.report, "close"), {"outcome": "passed", "measure-kind": ""})
    assert Report.objects.get().outcome == "passed"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ({"OPERATOR_EMAIL": "otto@example.org"}, "otto@example.org"),
        ({"CONTACT_URL": "mailto:help@example.org"}, "help@example.org"),
    ],
)
def test_where_no_operator_can_look_the_case_says_how_to_reach_them_and_no_answer_that_they_know(
    address: dict[str, str], said: str, moderator: Client, reported: Reported, mo: User, settings: Any
) -> None:
    case = page(reported.report, "change")
    assert "so we’ve told them what we found" in told(moderator.get(case))
    User.objects.filter(is_superuser=True).update(is_superuser=False)
    for name, value in address.items():
        setattr(settings, name, value)
    shown = told(moderator.get(case))
    assert f'Write to the operators: <a href="mailto:{said}">{said}</a>' in shown
    assert ("we’ve told them" in shown, "we’ve asked them" in shown, page(reported.report) in shown) == (False,) * 3
    moderator.post(page(reported.report, "close"), {"outcome": "passed", "measure-kind": ""})
    assert Report.objects.get().words == "We can’t decide this ourselves."

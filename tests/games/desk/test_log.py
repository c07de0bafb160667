"""The log of what moderators see and do, which operators read."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from games.core.services import leaving
from games.desk import services as desk
from games.desk.models import Note, OpenedPage
from games.reports import filing
from tests.games.browsing import signed_in, told
from tests.games.desk.conftest import Reported

pytestmark = pytest.mark.django_db

LOOKS = "/admin/desk/openedpage/"
DONE = "/admin/admin/logentry/"


def test_each_page_is_noted_with_what_it_was_about_and_how_it_was_answered(
    moderator: Client, reported: Reported, ben: User
) -> None:
    case = reverse("admin:games_report_change", args=[reported.report.pk])
    person = reverse("admin:desk_person_change", args=[ben.pk])
    for url in ("/admin/", case, person, "/admin/accounts/user/", "/admin/games/match/?q=Ben"):
        moderator.get(url)
    noted = list(OpenedPage.objects.order_by("pk").values_list("page", "status", "report", "person", "by__username"))
    assert noted == [
        ("/admin/", 200, None, None, "Max"),
        (case, 200, reported.report.pk, None, "Max"),
        (person, 200, None, ben.pk, "Max"),
        ("/admin/accounts/user/", 403, None, None, "Max"),
        ("/admin/games/match/?q=Ben", 200, None, None, "Max"),
    ]


def test_operators_read_both_logs_and_moderators_neither(moderator: Client, reported: Reported, mo: User) -> None:
    moderator.post(reverse("admin:games_report_note", args=[reported.report.pk]), {"text": "Hm."})
    operator = signed_in(mo)
    assert f"/admin/games/report/{reported.report.pk}/note/" in told(operator.get(LOOKS))
    assert LogEntry.objects.get().change_message == "note"
    assert "note" in told(operator.get(DONE))
    assert [moderator.get(url).status_code for url in (LOOKS, DONE)] == [403, 403]


def test_an_operator_who_is_involved_is_not_told(moderator: Client, reported: Reported, ann: User, mo: User) -> None:
    about_mo = filing.file(ann, "player", "Mo", "name", "")
    for each in (about_mo, reported.report):
        moderator.get(reverse("admin:games_report_change", args=[each.pk]))
        moderator.post(reverse("admin:games_report_take", args=[each.pk]))
    moderator.get(reverse("admin:desk_person_change", args=[mo.pk]))
    moderator.post(reverse("admin:desk_person_note", args=[mo.pk]), {"text": "Hm."})
    operator = signed_in(mo)
    looks = {look.page for look in operator.get(LOOKS).context["cl"].result_list if look.by_id != mo.pk}
    assert {page.rsplit("/", 2)[0] for page in looks} == {f"/admin/games/report/{reported.report.pk}"}
    done = operator.get(DONE).context["cl"].result_list
    assert [entry.object_id for entry in done] == [str(reported.report.pk)]
    blocks.block(mo, ann)
    assert not operator.get(DONE).context["cl"].result_list


def test_what_is_old_goes_and_notes_of_a_case_stay_with_it(reported: Reported, ben: User, mo: User) -> None:
    desk.note_on_report(reported.report, mo, "Of the case.")
    desk.note_on_person(ben, mo, "About Ben.")
    OpenedPage.objects.create(by=mo, at=timezone.now(), page="/admin/", status=200)
    with time_machine.travel(timezone.now() + desk.KEPT - timedelta(hours=1), tick=False):
        desk.sweep()
    assert (Note.objects.count(), OpenedPage.objects.count()) == (2, 1)
    with time_machine.travel(timezone.now() + desk.KEPT + timedelta(hours=1), tick=False):
        desk.sweep()
    assert [note.text for note in Note.objects.all()] == ["Of the case."]
    assert not OpenedPage.objects.exists()


def test_what_was_noted_about_somebody_goes_with_the_account(reported: Reported, ben: User, mo: User) -> None:
    desk.note_on_person(ben, mo, "About Ben.")
    desk.note_on_report(reported.report, ben, "By Ben.")
    OpenedPage.objects.create(by=mo, at=timezone.now(), page="/admin/", status=200, person=ben)
    leaving.close_account(ben)
    assert [note.text for note in Note.objects.all()] == ["By Ben."]
    assert not OpenedPage.objects.exists()

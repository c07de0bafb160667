"""What moderators see of people and of what was told to them."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts.models import Outbox, OutboxCount, User, Vacation
from accounts.outbox import counts, halts, upkeep
from tests.accounts.conftest import Greeting, Woken
from tests.accounts.outbox.test_delivery import queued
from tests.games.browsing import told
from tests.parts.cast import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_mo(mo: User, client: Client) -> Client:
    client.force_login(mo)
    return client


@pytest.mark.parametrize("path", ["/admin/accounts/user/", "/admin/accounts/outbox/"])
def test_players_are_not_let_in(as_ann: Client, path: str) -> None:
    assert as_ann.get(path).status_code == 302


def queries(client: Client, path: str, captured: Any) -> int:
    with captured as queries:
        assert client.get(path).status_code == 200
    return len(queries)


def test_lists_cost_no_query_per_row(as_mo: Client, greeting: Greeting, django_assert_max_num_queries: Any) -> None:
    costs = []
    for names in (["Ann"], ["Ben", "Cat"]):
        for name in names:
            queued(person(name))
        for path in ("/admin/accounts/user/", "/admin/accounts/outbox/"):
            costs.append(queries(as_mo, path, django_assert_max_num_queries(20)))
    assert costs[:2] == costs[2:]


@pytest.mark.parametrize("words", ["Ann", "ann@example.org"])
def test_people_and_their_mail_are_found_by_name_and_address(
    as_mo: Client, ann: User, ben: User, greeting: Greeting, words: str
) -> None:
    queued(ann)
    queued(ben)
    for path in ("/admin/accounts/user/", "/admin/accounts/outbox/"):
        page = told(as_mo.get(path, {"q": words}))
        assert "Ann" in page
        assert "Ben" not in page


@pytest.mark.parametrize("asked", [{}, {"q": "an"}])
def test_people_stand_by_name_found_or_not(as_mo: Client, asked: dict[str, str]) -> None:
    for name in ("Anna", "Andy", "Ann"):
        person(name)
    rows = as_mo.get("/admin/accounts/user/", asked).context["cl"].result_list
    assert [user.username for user in rows] == ["Andy", "Ann", "Anna", *([] if asked else ["Mo"])]


def test_people_are_shown_and_changed(as_mo: Client, ann: User) -> None:
    page = as_mo.get(f"/admin/accounts/user/{ann.pk}/change/")
    assert page.status_code == 200
    assert as_mo.get("/admin/accounts/user/add/").status_code == 200


def test_nobody_is_given_a_name_that_looks_like_anothers(as_mo: Client, ann: User, ben: User) -> None:
    sentence = "is taken, or too similar to another player’s name"
    person = {"email": "", "time_zone": "UTC", "language": "", "is_active": "on"}
    inline = {f"{of}-{which}_FORMS": "0" for of in ("preferences", "vacations") for which in ("TOTAL", "INITIAL")}
    renamed = as_mo.post(f"/admin/accounts/user/{ben.pk}/change/", {"username": "A-nn", **person, **inline})
    assert sentence in renamed.content.decode()
    password = {"usable_password": "true", "password1": "en-garde-2026", "password2": "en-garde-2026"}
    added = as_mo.post("/admin/accounts/user/add/", {"username": "\uff21nn", "email": "", **password})
    assert sentence in added.content.decode()
    kept = as_mo.post(f"/admin/accounts/user/{ben.pk}/change/", {"username": "ben", **person, **inline})
    assert kept.status_code == 302
    assert sorted(User.objects.values_list("username", flat=True)) == ["Ann", "Mo", "ben"]


def test_outbox_rows_are_read_only(as_mo: Client, ann: User, greeting: Greeting) -> None:
    row = queued(ann)
    page = as_mo.get(f"/admin/accounts/outbox/{row.pk}/change/").content.decode()
    assert 'name="payload"' not in page
    assert as_mo.post(f"/admin/accounts/outbox/{row.pk}/change/", {"status": "sent"}).status_code == 403
    assert as_mo.get("/admin/accounts/outbox/add/").status_code == 403
    assert as_mo.post(f"/admin/accounts/outbox/{row.pk}/delete/", {"post": "yes"}).status_code == 403


def test_failed_notices_can_be_tried_again(as_mo: Client, ann: User, greeting: Greeting, woken: Woken) -> None:
    failed = queued(ann, "1", status=Outbox.Status.FAILED, attempts=17, error="No such user.")
    sent = queued(ann, "2", status=Outbox.Status.SENT, sent_at=timezone.now())
    held = queued(ann, "3", status=Outbox.Status.SENDING, lease=timezone.now() + timedelta(seconds=9))
    chosen = [str(row.pk) for row in (failed, sent, held)]
    as_mo.post("/admin/accounts/outbox/", {"action": "try_again_now", "_selected_action": chosen})
    states = Outbox.objects.order_by("key").values_list("status", "attempts", "error")
    assert list(states) == [("pending", 0, ""), ("sent", 0, ""), ("sending", 0, "")]
    assert woken == [([str(failed.pk)], 0)]


def test_who_may_only_look_at_notices_sees_that_they_wait_and_tries_none(
    client: Client, ann: User, ben: User, greeting: Greeting
) -> None:
    User.objects.filter(pk=ben.pk).update(is_staff=True)
    ben.user_permissions.add(Permission.objects.get(codename="view_outbox"))
    client.force_login(ben)
    failed = queued(ann, "1", status=Outbox.Status.FAILED, attempts=17, error="No such user.")
    halts.halt("email", "Go away.")
    page = client.get("/admin/accounts/outbox/")
    assert "We can’t send anything by email" in page.content.decode()
    assert page.context["action_form"] is None
    client.post("/admin/accounts/outbox/", {"action": "try_again_now", "_selected_action": [str(failed.pk)]})
    assert Outbox.objects.get().attempts == 17


@pytest.mark.parametrize("path", ["accounts/user", "accounts/outbox", "account/emailaddress", "auth/group"])
def test_a_search_for_more_than_anything_is_long_is_refused_with_a_sentence(as_mo: Client, path: str) -> None:
    page = as_mo.get(f"/admin/{path}/", {"q": "x" * 100_000})
    assert page.status_code == 200
    assert "Ensure this value has at most 254 characters (it has 100000)." in page.content.decode()


def chosen(client: Client, action: str, *rows: Outbox) -> None:
    client.post("/admin/accounts/outbox/", {"action": action, "_selected_action": [str(row.pk) for row in rows]})


def logged() -> list[tuple[str | None, str]]:
    """Return what staff did: to which notice, and what."""
    return list(LogEntry.objects.values_list("object_id", "change_message"))


REPORTS = (("4.4.1", False), ("", False))


@pytest.mark.parametrize("status", ["5.2.2", "4.2.2"])
def test_what_came_back_is_sent_again_and_who_did_it_is_logged(
    as_mo: Client, ann: User, greeting: Greeting, woken: Woken, status: str
) -> None:
    sent = {"status": Outbox.Status.SENT, "sent_at": timezone.now(), "attempts": 1}
    back, *others = [
        queued(ann, f"{number}", report=report, came_back=came_back, **sent)
        for number, (report, came_back) in enumerate([(status, True), *REPORTS])
    ]
    chosen(as_mo, "try_again_now", back, *others)
    states = Outbox.objects.filter(pk=back.pk).values_list("status", "report", "came_back", "attempts")
    assert list(states) == [("pending", "", False, 0)]
    assert Outbox.objects.filter(status="sent").count() == 2
    assert logged() == [(str(back.pk), "Sent again.")]


def test_what_waits_can_be_cancelled_and_nothing_else(as_mo: Client, ann: User, greeting: Greeting) -> None:
    waiting = queued(ann, "1")
    sending = queued(ann, "2", status=Outbox.Status.SENDING, lease=timezone.now() + timedelta(seconds=9))
    failed = queued(ann, "3", status=Outbox.Status.FAILED, error="No such user.")
    sent = queued(ann, "4", status=Outbox.Status.SENT, sent_at=timezone.now())
    chosen(as_mo, "cancel", waiting, sending, failed, sent)
    states = Outbox.objects.order_by("key").values_list("status", flat=True)
    assert list(states) == ["obsolete", "sending", "failed", "sent"]
    assert Outbox.objects.get(key="1").error == "The people who run this site cancelled this notice."
    assert logged() == [(str(waiting.pk), "Cancelled.")]


def test_the_figures_tell_how_letters_fare(as_mo: Client, ann: User, greeting: Greeting) -> None:
    now = timezone.now()
    sent = {"status": Outbox.Status.SENT, "attempts": 1}
    failed = {"status": Outbox.Status.FAILED, "failed_at": now}
    queued(ann, "late", next_try=now - timedelta(minutes=11))
    queued(ann, "held", next_try=now + timedelta(hours=1), held=now)
    for name in ("ann", "ben"):
        queued(
            ann, f"failed {name}", error=f"The mail server responded with 550: <{name}@example.org> unknown", **failed
        )
    queued(ann, "long ago", **failed | {"failed_at": now - timedelta(days=2)})
    queued(ann, "back", report="5.2.2", came_back=True, sent_at=now, **sent)
    queued(ann, "delayed", report="4.4.1", sent_at=now, **sent)
    queued(ann, "back long ago", report="5.1.1", came_back=True, sent_at=now - timedelta(days=8), **sent)
    for day in (1, 2):
        OutboxCount.objects.create(day=date(2025, 7, day), kind="turn", channel="email", status="sent", number=20_000)
    page = as_mo.get("/admin/accounts/outbox/figures/")
    assert page.context["figures"] == upkeep.Figures(
        waiting=2,
        late=1,
        held=1,
        failed=[("The mail server responded with 550: <…> unknown", 2)],
        came_back=[("Bounced: the mailbox is full (5.2.2).", 1)],
        removed=counts.Removed(date(2025, 7, 1), [counts.Total("turn", "email", "sent", 40_000)]),
    )
    text = page.content.decode()
    assert "Notices that were settled since Tuesday, 1 July 2025 and have since been removed" in text
    assert '<th scope="row">turn · email</th><td>sent</td><td>40000</td>' in text
    assert 'href="/admin/accounts/outbox/figures/"' in as_mo.get("/admin/accounts/outbox/").content.decode()


def test_the_figures_are_for_those_who_may_look_at_notices(client: Client, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(is_staff=True)
    client.force_login(ben)
    assert client.get("/admin/accounts/outbox/figures/").status_code == 403


def test_the_first_page_of_the_admin_says_that_all_letters_wait(client: Client, as_mo: Client, ben: User) -> None:
    said = "We can’t send anything by email"
    assert said not in as_mo.get("/admin/").content.decode()
    halts.halt("email", "Go away.")
    assert said in as_mo.get("/admin/").content.decode()
    User.objects.filter(pk=ben.pk).update(is_staff=True)  # who may not look at notices
    other = Client()
    other.force_login(ben)
    assert said not in other.get("/admin/").content.decode()


def test_somebodys_vacations_are_shown_and_cannot_be_changed(as_mo: Client, ben: User) -> None:
    begins = datetime(2026, 3, 2, 12, tzinfo=UTC)
    Vacation.objects.create(user=ben, begins=begins, ends=begins + timedelta(days=3))
    page = as_mo.get(f"/admin/accounts/user/{ben.pk}/change/").content.decode()
    assert "5 Mar 2026, 12:00" in page
    assert not re.search(r'name="vacations-0-(begins|ends|DELETE)', page)

"""Sessions that are over are forgotten, and cookies that are none are not looked up."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import outbox, session_users as holders, sign_ups, tasks
from accounts.database import portions
from accounts.models import User
from accounts.sessions import SessionStore
from fogsite import messages
from fogsite.celery import app
from tests.accounts.test_limits import PATHS, PROGRAMS

pytestmark = pytest.mark.django_db


def test_sessions_that_have_expired_are_removed_and_no_others() -> None:
    for key, days in (("gone", -1), ("here", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=timezone.now() + timedelta(days=days))
    tasks.remove_sessions()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["here"]


def test_however_many_they_are_they_are_removed_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portions, "ROWS", 2)
    for number in range(5):
        Session.objects.create(session_key=f"{number}", session_data="", expire_date=timezone.now() - timedelta(days=1))
    assert (holders.remove_expired(), holders.remove_expired()) == (5, 0)
    assert not Session.objects.exists()


def test_this_is_done_every_hour() -> None:
    planned = [each for each in app.conf.beat_schedule.values() if each["task"] == "accounts.tasks.remove_sessions"]
    assert [each["schedule"] for each in planned] == [3600]


@pytest.mark.parametrize("key", ['"' + 32 * r"\000" + '"', 33 * "a", 31 * "a", 32 * "A", 31 * "a" + "-", ""])
def test_a_cookie_that_is_no_key_is_not_looked_up(key: str) -> None:
    with CaptureQueriesContext(connection) as queries:
        response = Client().get("/matches/", headers={"Cookie": f"sessionid={key}"})
    assert (response.status_code, response["Location"]) == (302, "/accounts/login/?next=/matches/")
    assert queries.captured_queries == []


def test_a_session_is_found_by_its_cookie_no_matter_what_it_was_made_with() -> None:
    made = db.SessionStore()
    made["kept"] = "here"
    made.create()
    assert SessionStore(made.session_key)["kept"] == "here"


# --- How long they last -----------------------------------------------------------------------------------------------

HOUR = timedelta(hours=1)
CODE = reverse("account_request_login_code")


def lasts() -> list[timedelta]:
    """Return how long each session still lasts."""
    return [each - timezone.now() for each in Session.objects.values_list("expire_date", flat=True)]


@pytest.mark.parametrize("address", ["ann@example.org", "nobody@example.org"])
def test_who_asks_for_a_code_has_a_session_for_an_hour_whether_anybody_has_the_address(
    address: str, ann: User, client: Client
) -> None:
    assert client.post(CODE, {"email": address}).status_code == 302
    [left] = lasts()
    assert HOUR - timedelta(minutes=5) < left <= HOUR
    assert client.cookies["sessionid"]["max-age"] == 3600


def test_who_signs_in_by_a_code_has_one_for_as_long_as_ever(ann: User, client: Client, mailoutbox: Any) -> None:
    client.post(CODE, {"email": ann.email})
    outbox.deliver_due()
    code = re.search(r"^\s*([A-Z0-9-]{4,12})\s*$", mailoutbox[-1].body, re.MULTILINE)
    assert code
    assert client.post(reverse("account_confirm_login_code"), {"code": code[1]}).status_code == 302
    [left] = lasts()
    assert left > timedelta(days=89)


def test_who_signs_up_is_known_for_as_long_as_the_link_is_good(client: Client) -> None:
    fields = {"username": "Dora", "email": "dora@example.org", "password1": "en-garde-2026"}
    assert client.post(reverse("account_signup"), fields).status_code == 302
    [left] = lasts()
    assert sign_ups.LASTS - timedelta(minutes=5) < left <= sign_ups.LASTS


def test_nothing_that_a_visitor_does_leaves_a_session_for_longer_than_an_hour(ann: User) -> None:
    fields = {"email": "ann@example.org", "login": "Ann", "password": "wrong", "username": "Dora", "password1": "x"}
    for path in sorted(PATHS.keys() - PROGRAMS.keys()):
        if not path.startswith(("/try/", "/i/")):  # which make guests, who are signed in
            Client().get(path)
            Client().post(path, fields)
    assert [left for left in lasts() if left > HOUR] == []
    assert lasts()


def test_what_a_visitor_is_told_makes_no_session_and_is_forgotten_but_for_the_newest() -> None:
    client = Client()
    for _ in range(40):
        assert client.post("/seeks/en-garde/withdraw").status_code == 302
    assert not Session.objects.exists()
    page = client.get("/accounts/login/").content.decode()
    assert page.count("Nothing has been changed yet.") == messages.NEWEST

"""Sessions that are over are forgotten, and cookies that are none are not looked up."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import holders, tasks
from accounts.database import portions
from accounts.sessions import SessionStore
from fogsite.celery import app

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


def test_a_session_is_found_by_its_cookie_whatever_it_was_made_with() -> None:
    made = db.SessionStore()
    made["kept"] = "here"
    made.create()
    assert SessionStore(made.session_key)["kept"] == "here"

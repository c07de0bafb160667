"""Sessions that are over are forgotten."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts import tasks
from fogsite.celery import app

pytestmark = pytest.mark.django_db


def test_sessions_that_have_expired_are_removed_and_no_others() -> None:
    for key, days in (("gone", -1), ("here", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=timezone.now() + timedelta(days=days))
    tasks.remove_sessions()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["here"]


def test_this_is_done_every_hour() -> None:
    planned = [each for each in app.conf.beat_schedule.values() if each["task"] == "accounts.tasks.remove_sessions"]
    assert [each["schedule"] for each in planned] == [3600]

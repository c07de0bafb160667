"""Two browsers save one user's settings for the first time at the same moment; real connections, one thread each."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import Preferences, User
from accounts.views import settings
from accounts.views.forms import PreferencesForm

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 2
"""Seconds for which the first waits for another that the lock holds back; without the lock they meet at once."""


def test_both_first_saves_succeed_and_leave_one_row(monkeypatch: pytest.MonkeyPatch, ann: User) -> None:
    looked, real = Barrier(2), PreferencesForm

    def form(*args: Any, **kwargs: Any) -> PreferencesForm:
        """Make the form once its browser has looked for the row. Here each waits until the other has looked too."""
        with suppress(BrokenBarrierError):  # the other may not look yet, as it should be
            looked.wait(PATIENCE)
        return real(*args, **kwargs)

    def save(_browser: int) -> int:
        client = Client()
        client.force_login(ann)
        try:
            return client.post("/settings/", {"time_zone": "UTC", "language": "", "turn_mails": "on"}).status_code
        finally:
            connection.close()

    monkeypatch.setattr(settings, "PreferencesForm", form)
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(save, range(2))) == [302, 302]
    saved = Preferences.objects.get()
    assert (saved.turn_mails, saved.end_mails) == (True, False)

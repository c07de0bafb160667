"""Moderators are told that reports wait: who is told, how often, what it says, and to whom its letter is no sign."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.core import mail

from accounts import blocks
from accounts.models import Outbox, Preferences, User
from games.chat import services as chat
from games.core.models import Match
from games.reports import bells, filing, opinions, services as reports
from tests.games.admin.test_own_matches import listed
from tests.games.browsing import signed_in, told
from tests.games.reports.test_colleagues import colleague
from tests.games.reports.test_services import letters, on_profile, strangers

pytestmark = pytest.mark.django_db


def told_now(clock: time_machine.Traveller, seconds: float = 61) -> dict[str, str]:
    """Return the bodies that are sent by a moment, by address, without those of before."""
    mail.outbox.clear()
    clock.shift(seconds)
    return letters()


def test_moderators_are_told_how_many_wait_and_nothing_else(
    match: Match, ann: User, ben: User, noon: time_machine.Traveller, django_capture_on_commit_callbacks: Any
) -> None:
    letters()
    colleague("Max")
    line = chat.say(match.public_id, ben, "You fool")
    with django_capture_on_commit_callbacks(execute=True):
        filing.file(ann, "line", str(line.pk), "insult", "Every day.")
        on_profile(ann)
    Outbox.objects.exclude(kind="new_report").delete()
    sent = told_now(noon)
    assert list(sent) == ["max@example.org"]
    assert "For moderators: 2 reports are waiting for a moderator." in sent["max@example.org"]
    assert "/admin/games/report/?state=open" in sent["max@example.org"]
    all_of_it = sent["max@example.org"] + str(mail.outbox[0].subject)
    assert [
        word for word in ("Ann", "Ben", "fool", "Every day", match.public_id, "En Garde") if word in all_of_it
    ] == []


def test_those_whom_it_involves_and_who_want_none_and_members_are_not_told(
    ann: User, ben: User, cat: User, noon: time_machine.Traveller, django_capture_on_commit_callbacks: Any
) -> None:
    for name in ("Max", "Nora", "Olga", "Paul"):
        colleague(name)
    nora, olga, paul = (User.objects.get(username=name) for name in ("Nora", "Olga", "Paul"))
    blocks.block(nora, ben)
    Preferences.objects.create(user=olga, report_mails=False)
    User.objects.filter(pk=paul.pk).update(is_active=False)
    with django_capture_on_commit_callbacks(execute=True):
        filing.file(ann, "player", "Ben", "insult", "")
    assert list(told_now(noon)) == ["max@example.org"]


def test_a_flood_makes_one_letter_an_hour_and_one_that_was_read_makes_way_for_the_next(
    ann: User, noon: time_machine.Traveller, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, max_ = strangers(6), colleague("Max")

    def filed(number: int) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            on_profile(ann, people[number].username)

    filed(0)
    assert len(told_now(noon)) == 1
    filed(1)
    filed(2)
    assert told_now(noon) == {}
    assert "3 reports are waiting" in told_now(noon, 3600)["max@example.org"]
    filed(3)
    assert told_now(noon) == {}
    assert len(told_now(noon, 3600)) == 1
    kept: dict[str, Any] = {}
    monkeypatch.setattr(bells.cache, "set", lambda key, value, _seconds: kept.update({key: value}))
    monkeypatch.setattr(bells.cache, "get", kept.get)
    signed_in(max_).get("/admin/games/report/")
    filed(4)
    assert "5 reports are waiting" in told_now(noon)["max@example.org"]


def test_what_was_taken_in_the_meantime_is_not_told_of(
    ann: User, mo: User, noon: time_machine.Traveller, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        report = on_profile(ann, strangers(1)[0].username)
    reports.take_report(report.pk, mo)
    assert told_now(noon) == {}


def test_a_colleague_who_is_asked_or_is_given_a_report_is_told(
    ann: User, ben: User, mo: User, noon: time_machine.Traveller
) -> None:
    max_, nora = colleague("Max"), colleague("Nora")
    report = on_profile(ann)
    reports.take_report(report.pk, mo)
    opinions.ask_colleagues(report.pk, mo, "Is this an insult?")
    sent = told_now(noon)
    assert sorted(sent) == ["max@example.org", "nora@example.org"]
    assert "a colleague asks for your opinion on a report" in sent["max@example.org"]
    assert "insult" not in sent["max@example.org"]
    opinions.ask_colleagues(report.pk, mo, "And now?", nora)
    assert list(told_now(noon)) == ["nora@example.org"]
    reports.hand_over(report.pk, mo, max_)
    assert "handed a report over to you" in told_now(noon)["max@example.org"]


def test_nobody_finds_in_the_outbox_that_other_moderators_were_told(
    ann: User, ben: User, mo: User, django_capture_on_commit_callbacks: Any
) -> None:
    """Ben, who is reported and looks after the outbox, would see that all the others have a letter."""
    User.objects.filter(pk=ben.pk).update(is_staff=True, is_superuser=True)
    with django_capture_on_commit_callbacks(execute=True):
        report = on_profile(ann)
    row = Outbox.objects.get(kind="new_report")
    assert row.recipient == mo
    assert listed(signed_in(User.objects.get(pk=ben.pk)), "accounts.outbox", "?kind=new_report") == set()
    assert listed(signed_in(mo), "accounts.outbox", "?kind=new_report") == {row.pk}
    report.delete()
    assert listed(signed_in(User.objects.get(pk=ben.pk)), "accounts.outbox", "?kind=new_report") == set()


def test_only_moderators_see_the_switch(ann: User) -> None:
    assert "report_mails" not in told(signed_in(ann).get("/settings/"))
    assert 'name="report_mails"' in told(signed_in(colleague("Max")).get("/settings/"))

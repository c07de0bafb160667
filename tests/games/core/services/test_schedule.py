"""Sweeps that do not come through are seen: after three of their intervals, and a quarter of an hour at least."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from celery.signals import task_failure, task_success
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.core.models import Heartbeat
from games.core.seams import sweeps
from games.core.services import heartbeats, schedule
from games.core.services.heartbeats import FAILED, SWEEP
from tests.games.browsing import signed_in, told
from tests.parts import features
from tests.parts.cast import person

pytestmark = pytest.mark.django_db
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
SECOND = timedelta(seconds=1)


def late() -> list[str]:
    return [each.name for each in schedule.late()]


def come_through(name: str) -> None:
    entry = sweeps.entries()[name]
    schedule.record_run(SWEEP, entry["task"], entry.get("args"))


def test_no_task_stands_twice_in_the_schedule() -> None:
    names = [(entry["task"], entry.get("args")) for entry in sweeps.entries().values()]
    assert len(names) == len(set(names)) > 10


@pytest.mark.parametrize(("name", "patience"), [("deliver", 15 * MINUTE), ("tally", 15 * MINUTE), ("dump", 3 * HOUR)])
def test_one_is_late_after_three_intervals_and_a_quarter_of_an_hour_at_least(
    name: str, patience: timedelta, noon: time_machine.Traveller
) -> None:
    come_through(name)
    noon.shift(patience)
    assert late() == []
    noon.shift(SECOND)
    assert late() == [name]
    come_through(name)
    assert late() == []


def test_one_that_never_came_through_is_waited_for_from_when_beat_was_first_heard(
    noon: time_machine.Traveller,
) -> None:
    assert late() == []
    tasks.heartbeat()
    noon.shift(15 * MINUTE)
    tasks.heartbeat()
    noon.shift(SECOND)
    every_minute = ["answer", "award", "count", "deletions", "deliver", "expire", "heartbeat", "pair", "ping"]
    every_minute += ["remind", "tally", "tell"]
    of_features = [each for each, every in features.entries("SWEEPS").items() if every <= 60]
    assert late() == sorted([*every_minute, *of_features])
    assert {each.failed for each in schedule.late()} == {None}
    noon.shift(3 * HOUR)
    assert late() == sorted(sweeps.entries())


def test_what_another_beat_has_noted_in_the_meantime_stays(
    noon: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    since = timezone.now()
    schedule.expect()
    noon.shift(MINUTE)
    monkeypatch.setattr(schedule, "_noted", dict)
    schedule.expect()
    assert set(Heartbeat.objects.values_list("at", flat=True)) == {since}


def test_one_that_fails_is_late_all_the_same_and_it_is_known_when_it_failed(noon: time_machine.Traveller) -> None:
    schedule.expect()
    since = timezone.now()
    noon.shift(16 * MINUTE)
    for each in sweeps.entries().values():
        tallies = each.get("args") == ("tally",)
        schedule.record_run(FAILED if tallies else SWEEP, each["task"], each.get("args"))
    assert schedule.late() == [("tally", since, timezone.now())]


def test_what_celery_says_of_a_task_is_noted_where_beat_sends_it(noon: time_machine.Traveller) -> None:
    task_success.send(tasks.award_due, result=None)
    tasks.sweep.push_request(args=["tally"])  # type: ignore[call-arg]
    task_failure.send(tasks.sweep, exception=ValueError("secret"))
    tasks.sweep.pop_request()
    task_success.send(tasks.answer, result=None)
    assert set(Heartbeat.objects.values_list("name", "at")) == {
        ("sweep award", timezone.now()),
        ("failed tally", timezone.now()),
    }


def test_sweeps_are_not_forgotten_as_parts_are_but_those_that_are_no_more(noon: time_machine.Traveller) -> None:
    names = {"sweep award", "failed award", "sweep gone", "failed gone", "beat web1", "worker w1 celery"}
    for name in names:
        heartbeats.record_heartbeat(name)
    noon.shift(timedelta(days=2))
    heartbeats.record_heartbeat("beat web2")
    tasks.remove_old()
    assert set(Heartbeat.objects.values_list("name", flat=True)) == {
        "sweep award",
        "failed award",
        "worker w1 celery",
        "beat web2",
    }


def test_the_command_says_of_sweeps_as_well(noon: time_machine.Traveller) -> None:
    heartbeats.record_heartbeat(SWEEP, "award")
    heartbeats.record_heartbeat(FAILED, "award")
    noon.shift(MINUTE)
    out = StringIO()
    call_command("heartbeats", stdout=out)
    assert out.getvalue() == "failed award: 60 s ago\nsweep award: 60 s ago\n"


SINCE = "The sweep “award” has not succeeded since 3 Mar 2026, 00:00."
FAILS = "It last failed on 3 Mar 2026, 00:01; the worker’s log says why."


def test_the_first_page_of_the_admin_says_so_to_anyone_who_may_see_it(
    noon: time_machine.Traveller, admin_user: User
) -> None:
    User.objects.filter(pk=admin_user.pk).update(time_zone="Asia/Kamchatka")
    moderator = person("Max", is_staff=True)
    moderator.groups.add(Group.objects.get(name="Moderators"))
    heartbeats.record_heartbeat(SWEEP, "award")
    noon.shift(MINUTE)
    heartbeats.record_heartbeat(FAILED, "award")
    page = reverse("admin:index")
    assert SINCE not in told(signed_in(admin_user).get(page))
    noon.shift(15 * MINUTE)
    assert f"{SINCE} {FAILS}" in told(signed_in(admin_user).get(page))
    assert SINCE not in told(signed_in(moderator).get(page))
    Heartbeat.objects.filter(name="failed award").delete()
    shown = told(signed_in(admin_user).get(page))
    assert SINCE in shown
    assert "last failed" not in shown


def test_what_health_tells_holds_no_reason(noon: time_machine.Traveller, client: Client) -> None:
    heartbeats.record_heartbeat(SWEEP, "award")
    task_failure.send(tasks.award_due, exception=ValueError("secret"))
    noon.shift(16 * MINUTE)
    answer = client.get("/healthz")
    assert answer.json()["parts"]["sweeps"] == {"ok": False, "late": {"award": {"age": 960, "failed": 960}}}
    assert "secret" not in answer.content.decode()

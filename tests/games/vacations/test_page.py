"""The page of one's vacations, and where else they are shown."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User, Vacation
from games.core.models import Match
from games.core.services import sweeps
from games.vacations import services as vacations
from games.vacations.forms import MomentField
from tests.games.browsing import signed_in, told
from tests.games.rows.doors import DAY, NOON
from tests.games.tables import seat
from tests.parts.cast import person

pytestmark = pytest.mark.django_db
HALF_AN_HOUR = timedelta(minutes=30)
URL, BACK = reverse("vacation"), reverse("come_back")
MATCH = "/m/firstmatch/"


@pytest.fixture
def client(ann: User, noon: time_machine.Traveller) -> Client:
    """Ann's browser. She lives in Berlin, where noon is one o'clock."""
    User.objects.filter(pk=ann.pk).update(time_zone="Europe/Berlin")
    return signed_in(ann)


def post(client: Client, begins: str, ends: str) -> Any:
    return client.post(URL, {"begins": begins, "ends": ends})


def test_hours_are_those_of_the_own_zone(client: Client, match: Match, ann: User) -> None:
    assert post(client, "2026-03-10T08:00", "2026-03-20T20:00").status_code == 302
    made = Vacation.objects.get()
    assert (made.begins - NOON, made.ends - NOON) == (7 * DAY + timedelta(hours=19), 18 * DAY + timedelta(hours=7))
    page = client.get(URL)
    assert "Vacation planned. Your clocks will be paused while you’re away." in told(page)
    assert "10 Mar 2026, 08:00" in page.content.decode()
    assert "Days and times are in your time zone, Europe/Berlin." in told(page)
    assert [page.context[name] for name in ("gone", "held", "free")] == [
        "nothing",
        "10 days 12 hours",
        "19 days 12 hours",
    ]


def test_an_empty_beginning_is_now(client: Client, match: Match, ann: User) -> None:
    post(client, "", "2026-03-05T13:00")
    assert seat(match, ann).vacations == ((NOON, NOON + 3 * DAY),)


@pytest.mark.parametrize(
    ("begins", "ends", "sentence"),
    [
        ("2026-03-01T12:00", "2026-03-05T12:00", "A vacation can’t begin in the past."),
        ("2026-03-05T12:00", "2026-03-04T12:00", "A vacation must end after it begins."),
        (
            "2026-03-05T12:00",
            "2026-04-05T12:00",
            "You don’t have that much vacation left. Choose fewer days.",
        ),
        ("9998-03-05T12:00", "9998-03-06T12:00", "You can plan a vacation up to a year ahead."),
        ("", "9999-12-31T23:59", "You don’t have that much vacation left. Choose fewer days."),
        ("", "0001-01-01T00:00", "A vacation must end after it begins."),
        ("", "", "This field is required."),
        ("soon", "2026-03-04T12:00", "Enter a valid date/time."),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(
    begins: str, ends: str, sentence: str, client: Client, match: Match
) -> None:
    page = post(client, begins, ends)
    assert (page.status_code, Vacation.objects.count()) == (422, 0)
    assert sentence in page.content.decode()
    assert f'value="{ends}"' in page.content.decode() or not ends


def test_an_hour_that_the_clock_leaves_out_or_shows_twice_is_taken(client: Client, match: Match, ann: User) -> None:
    assert post(client, "2026-03-29T02:30", "2026-04-04T12:00").status_code == 302
    assert post(client, "2026-10-24T12:00", "2026-10-25T02:30").status_code == 302
    first, second = Vacation.objects.order_by("begins")
    assert (first.begins, second.ends) == (
        datetime(2026, 3, 29, 1, 30, tzinfo=UTC),  # 03:30 in Berlin
        datetime(2026, 10, 25, 0, 30, tzinfo=UTC),  # the first of the two
    )


def _changes(zone: ZoneInfo) -> Iterator[tuple[datetime, timedelta, timedelta]]:
    """Yield the local time at which a clock is changed within two years, and its offset before and after."""
    for number in range(730):
        day = datetime(2026, 1, 1, tzinfo=UTC) + number * DAY
        if _offset(day, zone) != _offset(day + DAY, zone):
            while _offset(day, zone) == _offset(day + HALF_AN_HOUR, zone):
                day += HALF_AN_HOUR
            changed = day + HALF_AN_HOUR
            before = _offset(day, zone)
            yield (changed + before).replace(tzinfo=None), before, _offset(changed, zone)


def _offset(moment: datetime, zone: ZoneInfo) -> timedelta:
    return moment.astimezone(zone).utcoffset() or timedelta()


def test_in_every_zone_both_such_hours_count_as_the_clock_before_the_change_shows_them() -> None:
    tried = 0
    for name in sorted(available_timezones()):
        with timezone.override(ZoneInfo(name)):
            for changed, before, after in _changes(ZoneInfo(name)):
                local = changed + (after - before) / 2  # within the gap, or the hour that comes twice
                tried += 1
                assert MomentField().clean(local.isoformat()).astimezone(UTC) == local.replace(tzinfo=UTC) - before, (
                    name
                )
    assert tried > 300


def test_one_that_overlaps_another_is_refused(client: Client, match: Match, ann: User) -> None:
    post(client, "2026-03-10T08:00", "2026-03-20T20:00")
    before = list(Vacation.objects.values()), list(match.seats.values("away"))
    page = post(client, "2026-03-20T19:00", "2026-03-22T20:00")
    assert page.status_code == 422
    assert "This overlaps another of your vacations. Choose other days, or cancel that one first." in told(page)
    assert 'value="2026-03-22T20:00"' in page.content.decode()
    assert (list(Vacation.objects.values()), list(match.seats.values("away"))) == before


def test_no_moment_is_too_far_away_to_be_refused(client: Client, ann: User) -> None:
    User.objects.update(time_zone="Pacific/Pago_Pago")  # by UTC the last day of all lies beyond all days
    for begins, ends in (("2026-03-05T12:00", "9999-12-31T23:59"), ("9999-12-31T23:58", "9999-12-31T23:59")):
        assert post(client, begins, ends).status_code == 422


def test_one_that_is_planned_is_called_off_once(client: Client, match: Match, ann: User) -> None:
    made = vacations.plan_vacation(ann, NOON + DAY, NOON + 2 * DAY)
    for _ in range(2):
        page = client.post(reverse("call_off_vacation"), {"number": made.pk}, follow=True)
        assert "Vacation cancelled." in told(page)
    assert Vacation.objects.count() == 0


def test_one_that_has_begun_is_not_called_off(client: Client, ann: User) -> None:
    made = vacations.plan_vacation(ann, None, NOON + 2 * DAY)
    page = client.post(reverse("call_off_vacation"), {"number": made.pk}, follow=True)
    assert "This vacation has begun. You can end it, but you won’t get back the time already used." in told(page)
    assert Vacation.objects.get().ends == NOON + 2 * DAY


@pytest.mark.parametrize("where", ["/matches/", URL, MATCH])
def test_who_is_away_is_told_and_comes_back_by_a_button(
    where: str, client: Client, match: Match, ann: User, noon: time_machine.Traveller
) -> None:
    assert BACK not in client.get(where).content.decode()
    vacations.plan_vacation(ann, None, NOON + 2 * DAY)
    noon.shift(DAY)
    page = client.get(where).content.decode()
    assert "You’re on vacation until" in page
    assert BACK in page
    answer = client.post(BACK, {"match": match.public_id if where == MATCH else ""})
    assert answer["Location"] == (MATCH if where == MATCH else "/matches/")
    assert seat(match, ann).vacations == ((NOON, NOON + DAY),)
    assert "You’re on vacation until" not in client.get(where).content.decode()


def test_opponents_see_who_is_away_and_strangers_do_not(
    client: Client, match: Match, ann: User, ben: User, noon: time_machine.Traveller
) -> None:
    bens = signed_in(ben)
    vacations.plan_vacation(ann, NOON + 8 * DAY, NOON + 9 * DAY)
    assert "is on vacation" not in bens.get(MATCH).content.decode()
    noon.shift(DAY)
    page = bens.get(MATCH).content.decode()
    assert "<p>Ann will be on vacation from Tue 10 Mar, 12:00 until Wed 11 Mar, 12:00.</p>" in page
    assert "Waiting for Ann.</p>" in page
    noon.shift(7 * DAY)
    page = bens.get(MATCH).content.decode()
    assert "<p>Ann is on vacation until Wed 11 Mar, 12:00.</p>" in page
    assert "Waiting for Ann. Ann is on vacation until Wed 11 Mar, 12:00.</p>" in page
    assert BACK not in page
    assert "on vacation" not in signed_in(person("Dora")).get(reverse("profile", args=["Ann"])).content.decode()


def test_pages_that_are_open_learn_of_it_by_their_stamp(client: Client, match: Match, ann: User, ben: User) -> None:
    bens = signed_in(ben)
    before = bens.get(f"{MATCH}stamp").json()["stamp"]
    vacations.plan_vacation(ann, None, NOON + 2 * DAY)
    after = bens.get(f"{MATCH}stamp").json()["stamp"]
    vacations.come_back(ann.pk)
    assert len({before, after, bens.get(f"{MATCH}stamp").json()["stamp"]}) == 3


def test_whether_the_site_takes_some_is_chosen_here(client: Client, match: Match, noon: time_machine.Traveller) -> None:
    sweeps.heartbeat()
    choose = reverse("choose_automatic_vacation")
    assert client.get(URL).context["automatic"]
    client.post(choose)
    assert not client.get(URL).context["automatic"]
    client.post(choose, {"automatic": "on"})
    assert client.get(URL).context["automatic"]

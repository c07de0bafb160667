"""When somebody wants to be told: at once, in summaries, and never in the night of the own time zone."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from accounts import outbox
from accounts.channels import DeliveryError, Notice
from accounts.channels.email.transport import EmailTransport
from accounts.models import Outbox, Preferences, User
from accounts.outbox import rhythm
from tests.accounts.conftest import Greeting

BERLIN = ZoneInfo("Europe/Berlin")
TURN = Notice("Your turn", "greeting", preference="turn_mails")
URGENT = Notice("Hurry", "greeting", preference="turn_mails", urgent=True)
ACCOUNT = Notice("A new password", "greeting")


def at(text: str, zone: ZoneInfo = BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone)


def moment(chosen: dict[str, Any], notice: Notice, since: str, now: str = "", zone: ZoneInfo = BERLIN) -> str:
    """Return when it is told, as the clock there shows it."""
    found = rhythm.next_moment(Preferences(**chosen), zone, notice, at(since, zone), at(now or since, zone))
    return f"{found.astimezone(zone):%a %H:%M}"


DAILY: dict[str, Any] = {"rhythm": "daily", "summary_hour": 18}
HOURLY: dict[str, Any] = {"rhythm": "hourly"}
NIGHT: dict[str, Any] = {"quiet_from": 22, "quiet_to": 7}


@pytest.mark.parametrize(
    ("chosen", "since", "told"),
    [
        ({}, "2026-11-24 15:20", "Tue 15:20"),
        (HOURLY, "2026-11-24 15:20", "Tue 16:00"),
        (HOURLY, "2026-11-24 16:00", "Tue 16:00"),
        (DAILY, "2026-11-24 15:20", "Tue 18:00"),
        (DAILY, "2026-11-24 18:00", "Tue 18:00"),
        (DAILY, "2026-11-24 18:01", "Wed 18:00"),
        (NIGHT, "2026-11-24 21:59", "Tue 21:59"),
        (NIGHT, "2026-11-24 22:00", "Wed 07:00"),
        (NIGHT, "2026-11-25 06:59", "Wed 07:00"),
        (NIGHT, "2026-11-25 07:00", "Wed 07:00"),
        (NIGHT, "2026-11-25 07:01", "Wed 07:01"),
        ({"quiet_from": 12, "quiet_to": 14}, "2026-11-24 13:00", "Tue 14:00"),
        ({"quiet_from": 12, "quiet_to": 14}, "2026-11-24 14:01", "Tue 14:01"),
        ({"quiet_from": 12, "quiet_to": 12}, "2026-11-24 12:30", "Tue 12:30"),
        (HOURLY | NIGHT, "2026-11-24 21:20", "Wed 07:00"),
        (DAILY | {"quiet_from": 17, "quiet_to": 20}, "2026-11-24 15:00", "Tue 20:00"),
    ],
)
def test_it_is_told_at_the_first_moment_that_was_chosen(chosen: dict[str, Any], since: str, told: str) -> None:
    assert moment(chosen, TURN, since) == told


@pytest.mark.parametrize(
    ("zone", "since", "told"),
    [
        ("Europe/Berlin", "2026-03-28 22:30", "Sun 07:00"),  # a night of one hour less
        ("Europe/Berlin", "2026-10-24 22:30", "Sun 07:00"),  # and of one more
        ("Australia/Lord_Howe", "2026-10-03 23:00", "Sun 07:00"),  # of half an hour less
        ("Pacific/Apia", "2026-11-24 23:59", "Wed 07:00"),
        ("America/St_Johns", "2026-11-01 00:30", "Sun 07:00"),
    ],
)
def test_quiet_hours_end_by_the_clock_on_the_wall_no_matter_what_the_night(zone: str, since: str, told: str) -> None:
    assert moment(NIGHT, TURN, since, zone=ZoneInfo(zone)) == told


def test_an_hour_that_a_day_leaves_out_is_the_first_moment_after_it() -> None:
    summary = {"rhythm": "daily", "summary_hour": 2}
    assert moment(summary, TURN, "2026-03-29 01:00") == "Sun 03:00"
    assert moment(summary, TURN, "2026-03-29 12:00") == "Mon 02:00"


def test_full_hours_are_those_of_the_clock_there() -> None:
    assert moment(HOURLY, TURN, "2026-11-24 15:20", zone=ZoneInfo("Asia/Kathmandu")) == "Tue 16:00"


def test_a_clock_that_is_put_by_half_an_hour_is_waited_for_until_it_shows_a_full_one() -> None:
    lord_howe = ZoneInfo("Australia/Lord_Howe")
    assert moment(HOURLY, TURN, "2026-04-05 01:45", zone=lord_howe) == "Sun 02:00"  # after 1:59 comes 1:30
    assert moment(HOURLY, TURN, "2026-10-04 01:45", zone=lord_howe) == "Sun 03:00"  # and 2:30


def test_what_is_urgent_breaks_the_rhythm_unless_that_is_forbidden() -> None:
    night = DAILY | NIGHT
    assert moment(night, URGENT, "2026-11-24 23:00") == "Tue 23:00"
    assert moment(night | {"urgent_anyway": False}, URGENT, "2026-11-24 23:00") == "Wed 18:00"


def test_what_concerns_an_account_is_told_at_once() -> None:
    assert moment(DAILY | NIGHT, ACCOUNT, "2026-11-24 23:00") == "Tue 23:00"


def test_who_never_chose_anything_is_told_at_once() -> None:
    now = at("2026-11-24 03:00")
    assert rhythm.next_moment(None, BERLIN, TURN, now - timedelta(hours=1), now) == now


def test_what_waited_through_an_outage_is_told_as_soon_as_that_is_allowed() -> None:
    assert moment(DAILY, TURN, "2026-11-24 15:00", now="2026-11-24 19:30") == "Tue 19:30"
    assert moment(DAILY | NIGHT, TURN, "2026-11-24 15:00", now="2026-11-24 23:30") == "Wed 07:00"


# --- Delivering -----------------------------------------------------------------------------------------------------

pytestmark = pytest.mark.django_db


class Turns:
    """A renderer of turns by number: until when each is owed, and which are owed no longer."""

    def __init__(self) -> None:
        self.answered: set[int] = set()

    def __call__(self, user: User, payload: dict[str, Any]) -> Notice | None:
        number = payload["number"]
        if number in self.answered:
            return None
        deadline = datetime(2026, 12, 31 - number, tzinfo=UTC)
        return Notice(f"Turn {number}", "greeting", {"words": ""}, "turn_mails", url=f"/{number}", deadline=deadline)


@pytest.fixture
def turns(greeting: Greeting) -> Turns:
    turns = Turns()
    outbox.register("greeting", turns, "A greeting")
    return turns


@pytest.fixture
def evening(ann: User) -> User:
    """Ann, who wants a summary at 18:00 in Berlin and quiet from 22 to 7."""
    User.objects.filter(pk=ann.pk).update(time_zone="Europe/Berlin")
    Preferences.objects.create(user=ann, **DAILY, **NIGHT)
    return User.objects.get(pk=ann.pk)


def queue(user: User, *numbers: int) -> None:
    for number in numbers:
        outbox.queue(user.pk, "greeting", f"{number}", {"number": number})


def html(letter: EmailMultiAlternatives) -> str:
    return str(letter.alternatives[0][0])


def states() -> dict[str, str]:
    return dict(Outbox.objects.order_by("key").values_list("key", "status"))


def test_all_that_waits_is_one_letter_the_most_urgent_first(
    evening: User, turns: Turns, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    with time_machine.travel(at("2026-11-24 15:00"), tick=False) as clock:
        queue(evening, 1, 2, 3)
        assert (outbox.deliver_due(), mailoutbox) == (3, [])
        turns.answered = {2}
        clock.move_to(at("2026-11-24 17:59:59"))
        assert (outbox.deliver_due(), mailoutbox) == (0, [])
        clock.move_to(at("2026-11-24 18:00"))
        outbox.deliver_due()
    [letter] = mailoutbox
    assert letter.subject == "2 updates for you"
    owed = "- Turn {}\n  You have until {}, 01:00 (Europe/Berlin).\n  /{}\n"
    one, three = owed.format(1, "Wednesday, 30 December 2026", 1), owed.format(3, "Monday, 28 December 2026", 3)
    assert f"{three}\n{one}" in str(letter.body)
    assert "Turn 2" not in str(letter.body)
    assert re.findall(r'<li.*?href="/(\d)".*?until <strong>\w+, (\d+)', html(letter)) == [("3", "28"), ("1", "30")]
    assert states() == {"1": "sent", "2": "obsolete", "3": "sent"}


def test_a_summary_of_one_thing_is_the_letter_it_would_have_been(
    evening: User, turns: Turns, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    with time_machine.travel(at("2026-11-24 15:00"), tick=False) as clock:
        queue(evening, 1)
        outbox.deliver_due()
        clock.move_to(at("2026-11-24 18:00"))
        outbox.deliver_due()
    assert [letter.subject for letter in mailoutbox] == ["Turn 1"]


@pytest.mark.parametrize("first", ["what waits", "the account"])
def test_what_concerns_the_account_is_no_part_of_a_summary(
    first: str, evening: User, turns: Turns, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    outbox.register("account", lambda *_: Notice(ACCOUNT.subject, "greeting", {"words": ""}), "An account")
    with time_machine.travel(at("2026-11-24 15:00"), tick=False) as clock:
        queue(evening, 1, 2)
        outbox.deliver_due()
        clock.move_to(at("2026-11-24 18:00"))
        outbox.queue(evening.pk, "account", "1", {})
        outbox.deliver(Outbox.objects.get(kind="account" if first == "the account" else "greeting", key="1").pk)
        assert len(mailoutbox) == 1
        outbox.deliver_due()
    assert sorted(letter.subject for letter in mailoutbox) == ["2 updates for you", "A new password"]


def test_nothing_is_told_in_the_night_and_in_the_morning_each_thing_by_itself(
    evening: User, turns: Turns, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    Preferences.objects.update(rhythm="each")
    with time_machine.travel(at("2026-11-24 22:10"), tick=False) as clock:
        queue(evening, 1, 2)
        outbox.deliver_due()
        clock.move_to(at("2026-11-25 06:59"))
        assert outbox.deliver_due() == 0
        clock.move_to(at("2026-11-25 07:00"))
        assert outbox.deliver_due() == 2
    assert sorted(letter.subject for letter in mailoutbox) == ["Turn 1", "Turn 2"]


def test_who_chooses_again_is_told_by_the_new_rhythm(
    evening: User, turns: Turns, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    with time_machine.travel(at("2026-11-24 15:00"), tick=False):
        queue(evening, 1)
        outbox.deliver_due()
        Preferences.objects.update(rhythm="each")
        outbox.queue(evening.pk, "greeting", "2", {"number": 2}, timedelta(seconds=30))  # that waits for itself
        outbox.release(evening.pk)
        assert outbox.deliver_due() == 1
    assert [letter.subject for letter in mailoutbox] == ["Turn 1"]


def test_who_wants_nothing_is_told_nothing_of_matches(
    evening: User, turns: Turns, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    Preferences.objects.update(rhythm="off")
    queue(evening, 1)
    outbox.deliver_due()
    assert (states(), mailoutbox) == ({"1": "obsolete"}, [])


def test_a_summary_that_is_not_taken_waits_as_a_whole(
    evening: User, turns: Turns, mailoutbox: list[EmailMultiAlternatives], monkeypatch: pytest.MonkeyPatch
) -> None:
    def send(transport: EmailTransport, row: Outbox, notice: Notice) -> None:
        raise DeliveryError("The mail server couldn’t be reached.")

    with time_machine.travel(at("2026-11-24 15:00"), tick=False) as clock:
        queue(evening, 1, 2)
        outbox.deliver_due()
        clock.move_to(at("2026-11-24 18:00"))
        with monkeypatch.context() as broken:
            broken.setattr(EmailTransport, "send", send)
            outbox.deliver_due()
        assert states() == {"1": "pending", "2": "pending"}
        assert set(Outbox.objects.values_list("next_try", flat=True)) == {timezone.now() + timedelta(minutes=1)}
        clock.move_to(at("2026-11-24 18:01"))
        outbox.deliver_due()
    assert [letter.subject for letter in mailoutbox] == ["2 updates for you"]


def test_one_that_cannot_be_written_keeps_no_other_from_the_summary(
    evening: User, turns: Turns, mailoutbox: list[EmailMultiAlternatives], caplog: pytest.LogCaptureFixture
) -> None:
    with time_machine.travel(at("2026-11-24 15:00"), tick=False) as clock:
        queue(evening, 1, 2, 3)
        outbox.deliver_due()
        Outbox.objects.filter(key="2").update(payload={})
        clock.move_to(at("2026-11-24 18:00"))
        outbox.deliver_due()
    assert [letter.subject for letter in mailoutbox] == ["2 updates for you"]
    assert states() == {"1": "sent", "2": "pending", "3": "sent"}

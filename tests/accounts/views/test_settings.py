"""Time zone, language and mails, chosen on one page; and what was sent."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import Endpoint, Outbox, Preferences, User
from tests.accounts.conftest import Greeting
from tests.accounts.outbox.test_delivery import queued

pytestmark = pytest.mark.django_db

CHOICE = {"time_zone": "Europe/Berlin", "language": "de", "turn_mails": "on", "end_mails": "on"}


@pytest.mark.parametrize("path", ["/settings/", "/settings/mails/"])
def test_strangers_are_asked_to_sign_in(client: Client, path: str) -> None:
    assert client.get(path)["Location"] == f"/accounts/login/?next={path}"


def test_one_chooses_zone_language_and_mails(as_ann: Client, ann: User) -> None:
    assert as_ann.post("/settings/", CHOICE)["Location"] == "/settings/"
    ann.refresh_from_db()
    assert (ann.time_zone, ann.language) == ("Europe/Berlin", "de")
    mails = ann.preferences
    assert (mails.turn_mails, mails.reminder_mails, mails.end_mails) == (True, False, True)


def test_the_address_stands_beside_the_way_to_change_it(as_ann: Client) -> None:
    page = as_ann.get("/settings/").content.decode()
    assert 'Change your email address</a></p><p class="small faint">ann@example.org</p>' in page


def test_each_part_is_a_card_with_a_name_and_one_press_saves_all(as_ann: Client) -> None:
    page = as_ann.get("/settings/").content.decode()
    sent, _, rest = page.partition('<form class="plain" method="post" action="/settings/">')[2].partition("</form>")
    cards = re.findall(r'<div class="card" role="group" aria-labelledby="(\w+)">\s*<h2 id="(\w+)">(.+?)</h2>', sent)
    assert [(card == heading, name) for card, heading, name in cards] == [
        *((True, "Language and time"), (True, "While you play"), (True, "Notify me")),
        *((True, "Remind me"), (True, "When to notify me")),
    ]
    assert re.findall(r"<button[^>]*>(.+?)</button>", sent) == ["Save"]
    assert re.findall(r"<h2[^>]*>(.+?)</h2>", rest) == [
        *("At the board", "Signing in", "Notices and vacation", "You and the others", "Your data"),
    ]


def test_the_menu_calls_them_settings(as_ann: Client) -> None:
    menu = re.findall(r'<a href="/settings/".*?</a>', as_ann.get("/rules/").content.decode())
    assert menu == ['<a href="/settings/"><span>Settings</span></a>']


def test_what_was_saved_is_said_in_the_language_just_chosen(as_ann: Client) -> None:
    as_ann.post("/settings/", CHOICE)
    assert "Einstellungen gespeichert." in as_ann.get("/settings/").content.decode()
    as_ann.post("/settings/", CHOICE | {"language": "en"})
    assert "Settings saved." in as_ann.get("/settings/").content.decode()


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_every_label_begins_with_a_capital_letter(as_ann: Client, language: str) -> None:
    as_ann.post("/settings/", CHOICE | {"language": language})
    page = as_ann.get("/settings/").content.decode()
    labels = [re.sub(r"<[^>]*>", "", each).strip() for each in re.findall(r"<label[^>]*>(.*?)</label>", page, re.S)]
    assert len(labels) > 15
    assert [label for label in labels if label[:1].islower()] == []


def test_choosing_twice_keeps_one_row(as_ann: Client, ann: User) -> None:
    for choice in (CHOICE, {"time_zone": "UTC", "language": ""}):
        as_ann.post("/settings/", choice)
    assert Preferences.objects.get().turn_mails is False


def test_all_mails_are_on_until_one_says_otherwise(as_ann: Client) -> None:
    page = as_ann.get("/settings/").content.decode()
    assert page.count("checked") == 9  # five sorts, two reminders, what is urgent at any hour, and links
    assert not Preferences.objects.exists()  # looking writes nothing


def test_one_chooses_when_to_be_given_hints(as_ann: Client, ann: User) -> None:
    as_ann.post("/settings/", CHOICE)
    assert Preferences.objects.get().hints == "first"
    as_ann.post("/settings/", CHOICE | {"hints": "never"})
    assert Preferences.objects.get().hints == "never"
    as_ann.post("/settings/", CHOICE)
    assert Preferences.objects.get().hints == "never"


def test_one_chooses_when_to_be_told(as_ann: Client) -> None:
    quiet = {"quiet_from": "22", "quiet_to": "7", "remind_half": "on"}
    as_ann.post("/settings/", CHOICE | {"rhythm": "daily", "summary_hour": "6"} | quiet)
    found = Preferences.objects.get()
    assert (found.rhythm, found.summary_hour, found.quiet_from, found.quiet_to) == ("daily", 6, 22, 7)
    assert (found.urgent_anyway, found.remind_half, found.remind_day, found.remind_late) == (False, True, False, False)
    as_ann.post("/settings/", CHOICE | {"rhythm": "each", "quiet_from": "", "quiet_to": ""})
    found.refresh_from_db()
    assert (found.rhythm, found.summary_hour, found.quiet_from, found.quiet_to) == ("each", 6, None, None)


def test_quiet_hours_have_a_beginning_and_an_end(as_ann: Client) -> None:
    page = as_ann.post("/settings/", CHOICE | {"quiet_from": "22", "quiet_to": ""})
    assert page.status_code == 422
    assert "Choose both times, or “none” for both." in page.content.decode()
    assert not Preferences.objects.exists()


def test_who_chooses_another_rhythm_is_told_by_it_what_waits_already(
    as_ann: Client, ann: User, greeting: Greeting
) -> None:
    as_ann.post("/settings/", CHOICE)
    later = timezone.now() + timedelta(hours=5)
    row = queued(ann, held=timezone.now(), next_try=later)
    as_ann.post("/settings/", CHOICE)
    row.refresh_from_db()
    assert row.next_try == later
    as_ann.post("/settings/", CHOICE | {"rhythm": "hourly"})
    row.refresh_from_db()
    assert (row.held, row.next_try <= timezone.now()) == (None, True)


NO_CHOICE = "is not one of the available choices"
NO_ZONE = "We don’t know the time zone “Mars/Olympus”. Choose one from the list, such as Europe/Rome or UTC."
WRONG = [
    ({"time_zone": "Mars/Olympus"}, NO_ZONE),
    ({"language": "tlh"}, NO_CHOICE),
    ({"hints": "sometimes"}, NO_CHOICE),
    ({"rhythm": "weekly"}, NO_CHOICE),
    ({"summary_hour": "24"}, NO_CHOICE),
    ({"quiet_from": "-1", "quiet_to": "7"}, NO_CHOICE),
    ({"quiet_from": "noon", "quiet_to": "7"}, NO_CHOICE),
]


@pytest.mark.parametrize(("wrong", "said"), WRONG)
def test_a_zone_or_language_nobody_knows_is_refused_and_nothing_changes(
    as_ann: Client, ann: User, wrong: dict[str, str], said: str
) -> None:
    page = as_ann.post("/settings/", CHOICE | wrong)
    assert page.status_code == 422
    assert said in page.content.decode()
    ann.refresh_from_db()
    assert (ann.time_zone, ann.language) == ("UTC", "")
    assert not Preferences.objects.exists()


def test_the_settings_cost_five_queries(as_ann: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(5):  # session, user, what waits, preferences, the copy the form fills
        page = as_ann.get("/settings/")
    assert page.status_code == 200


@pytest.mark.parametrize("count", [1, 3])
def test_the_mail_log_costs_the_same_for_one_and_three(
    as_ann: Client, ann: User, greeting: Greeting, django_assert_num_queries: Any, count: int
) -> None:
    for number in range(count):
        queued(ann, str(number))
    with django_assert_num_queries(6):  # session, user, what waits, count, rows, the matches they name
        page = as_ann.get("/settings/mails/")
    assert page.content.decode().count("A greeting") == count


def test_the_mail_log_says_what_when_and_why_not(as_ann: Client, ann: User, ben: User, greeting: Greeting) -> None:
    queued(ann, status=Outbox.Status.FAILED, error="The mail server responded with 550: No such <user>")
    queued(ann, "seen before", status=Outbox.Status.OBSOLETE)
    queued(ben, "his own", status=Outbox.Status.SENT, sent_at=timezone.now())
    page = as_ann.get("/settings/mails/").content.decode()
    assert page.count("A greeting") == 2
    assert page.count("Skipped: it was no longer needed.") == 1
    assert "The mail server responded with 550: No such &lt;user&gt;" in page
    assert "failed" in page


def test_the_mail_log_says_from_when_on_it_is_whole(as_ann: Client, ann: User, greeting: Greeting) -> None:
    noon = datetime(2026, 3, 2, 12, tzinfo=UTC)
    queued(ann, status="sent", created=noon, sent_at=noon)
    with time_machine.travel(noon, tick=False):
        User.objects.filter(pk=ann.pk).update(date_joined=noon - timedelta(days=90))
        assert "This list goes back to" not in as_ann.get("/settings/mails/").content.decode()
        User.objects.filter(pk=ann.pk).update(date_joined=noon - timedelta(days=91))
        page = as_ann.get("/settings/mails/").content.decode()
        assert "This list goes back to Tuesday, 2 December 2025." in page
        Outbox.objects.all().delete()
        assert "Nothing to show." in as_ann.get("/settings/mails/").content.decode()


def test_the_mail_log_is_cut_into_pages(as_ann: Client, ann: User, greeting: Greeting) -> None:
    Outbox.objects.bulk_create(Outbox(recipient=ann, kind="greeting", key=str(number)) for number in range(51))
    assert as_ann.get("/settings/mails/").content.decode().count("A greeting") == 50
    assert as_ann.get("/settings/mails/?page=2").content.decode().count("A greeting") == 1


def test_the_log_says_which_way_each_notice_went_and_what_became_of_it(
    as_ann: Client, ann: User, greeting: Greeting
) -> None:
    User.objects.filter(pk=ann.pk).update(time_zone="Europe/Berlin")
    room = Endpoint.objects.create(user=ann, channel="webhook", name="Club room", address="https://example.org/")
    sent = {"status": "sent", "sent_at": timezone.now(), "attempts": 1, "address": ann.email}
    eve = datetime(2026, 3, 2, 17, tzinfo=UTC)
    queued(ann, "1", report="5.2.2", came_back=True, **sent)
    queued(ann, "2", report="4.4.1", **sent)
    held = eve - timedelta(hours=5)
    queued(ann, "3", **sent | {"address": ""}, channel="webhook", endpoint=room, held=held)
    queued(ann, "4", next_try=eve, held=held)
    queued(
        ann,
        "5",
        channel="webhook",
        endpoint=room,
        held=held,
        next_try=eve,
        error="The server responded with status 500.",
    )
    page = as_ann.get("/settings/mails/").content.decode()
    for way, fate in (
        ("ann@example.org", "Bounced: the mailbox is full (5.2.2)."),
        ("ann@example.org", "Not delivered yet: the mail server couldn’t be reached (4.4.1)."),
        ("Club room", "sent"),
        ("email", "Waiting until 2 Mar 2026, 18:00, as you chose."),
        ("Club room", "waiting<br><small>The server responded with status 500.</small>"),
    ):
        assert f"<small>{way}</small></td>\n<td>{fate}</td>" in page


def test_the_fields_of_a_new_password_are_named_like_all_others(as_ann: Client) -> None:
    page = as_ann.get("/accounts/password/change/").content.decode()
    assert re.findall(r"<label[^>]*>([^<]+)</label>", page) == [
        "Current password",
        "New password",
        "Repeat the new password",
    ]
    assert "placeholder" not in page

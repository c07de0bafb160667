"""Notices to webhooks: what they say, that each goes there once, and what becomes of one that takes nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone
from standardwebhooks import Webhook

from accounts import outbox
from accounts.channels import DeliveryError, Notice, outward
from accounts.models import Endpoint, Halt, Outbox, Preferences, User
from accounts.outbox import endpoints, halts
from accounts.outbox.registry import MAX_A_DAY
from tests.accounts.conftest import Greeting

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SECRET = "whsec_" + "c2VjcmV0" * 4
TURN = Notice(
    "Your turn: En Garde against <Ben> & Cat",
    "greeting",
    {"words": "secret words"},
    "turn_mails",
    url="https://site/m/1/",
    deadline=NOON + timedelta(days=3),
)
Posted = list[tuple[str, Any, Mapping[str, str]]]


@pytest.fixture
def posted(monkeypatch: pytest.MonkeyPatch) -> Posted:
    """What was posted, to which address; answered by 204."""
    found: Posted = []

    def post(address: str, body: bytes, headers: Mapping[str, str]) -> outward.Answer:
        found.append((address, json.loads(body), headers))
        return outward.Answer(204)

    monkeypatch.setattr(outward, "post", post)
    return found


def answer(monkeypatch: pytest.MonkeyPatch, status: int, again: timedelta | None = None) -> None:
    monkeypatch.setattr(outward, "post", lambda *_: outward.Answer(status, again))


def endpoint(user: User, shape: str = "signed", **given: Any) -> Endpoint:
    fields = {"name": "room", "address": f"https://{shape}.example.org/", "secret": SECRET, **given}
    return Endpoint.objects.create(user=user, channel="webhook", shape=shape, **fields)


def told(user: User, greeting: Greeting, notice: Notice = TURN) -> None:
    """Queue a notice and deliver all there is."""
    greeting.answer = notice
    outbox.queue(user.pk, "greeting", "1", {})
    outbox.deliver_due()


def test_a_signed_webhook_says_which_match_and_no_more(ann: User, greeting: Greeting, posted: Posted) -> None:
    endpoint(ann)
    with time_machine.travel(NOON, tick=False):
        told(ann, greeting)
        [(address, body, headers)] = posted
        assert address == "https://signed.example.org/"
        assert body == {
            "type": "greeting",
            "timestamp": "2026-03-02T12:00:00+00:00",
            "data": {"text": TURN.subject, "url": "https://site/m/1/", "deadline": "2026-03-05T12:00:00+00:00"},
        }
        signed = json.dumps(body, ensure_ascii=False)
        assert Webhook(SECRET).verify(signed, dict(headers)) == body
    assert headers["webhook-id"] == str(Outbox.objects.get(channel="webhook").pk)


def test_rooms_are_told_in_their_own_way_and_nobody_is_called(ann: User, greeting: Greeting, posted: Posted) -> None:
    endpoint(ann, "discord")
    endpoint(ann, "slack")
    told(ann, greeting)
    assert {address: body for address, body, _ in posted} == {
        "https://discord.example.org/": {
            "content": "Your turn: En Garde against <Ben\\> & Cat (until <t:1772712000:f>) https://site/m/1/",
            "allowed_mentions": {"parse": []},
        },
        "https://slack.example.org/": {
            "text": "Your turn: En Garde against &lt;Ben&gt; &amp; Cat"
            " (until <!date^1772712000^{date_short}, {time}|2026-03-05 12:00 UTC>) https://site/m/1/",
        },
    }


def test_each_endpoint_is_told_once_besides_the_mailbox(
    ann: User, ben: User, greeting: Greeting, posted: Posted, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    endpoint(ann)
    endpoint(ann, address="https://other.example.org/")
    endpoint(ben, address="https://ben.example.org/")
    told(ann, greeting)
    outbox.deliver_due()
    assert sorted(address for address, *_ in posted) == ["https://other.example.org/", "https://signed.example.org/"]
    assert [letter.to for letter in mailoutbox] == [[ann.email]]


def test_what_concerns_the_account_goes_to_the_mailbox_alone(
    ann: User, greeting: Greeting, posted: Posted, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    endpoint(ann)
    Preferences.objects.create(user=ann, by_email=False)
    told(ann, greeting, Notice("A new password", "greeting", {"words": ""}))
    assert (posted, len(mailoutbox)) == ([], 1)


def test_who_wants_no_emails_gets_none_while_there_is_an_endpoint(
    ann: User, greeting: Greeting, posted: Posted, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    mine = endpoint(ann)
    Preferences.objects.create(user=ann, by_email=False)
    told(ann, greeting)
    assert (len(posted), len(mailoutbox)) == (1, 0)
    Endpoint.objects.filter(pk=mine.pk).update(off=NOON)
    outbox.queue(ann.pk, "greeting", "2", {})
    outbox.deliver_due()
    assert (len(posted), len(mailoutbox)) == (1, 1)


def test_endpoints_are_told_while_letters_wait_each_once(
    ann: User, greeting: Greeting, posted: Posted, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    endpoint(ann)
    halts.halt("email", "The server takes nothing.")
    told(ann, greeting)
    for _ in range(3):
        outbox.deliver_due()
    assert (len(posted), len(greeting.greeted), len(mailoutbox)) == (1, 2, 0)
    Halt.objects.all().delete()
    outbox.deliver_due()
    assert (len(posted), len(mailoutbox)) == (1, 1)


def test_what_waits_repeats_nothing_that_was_said_of_others_letters(
    ann: User, greeting: Greeting, posted: Posted
) -> None:
    endpoint(ann)
    halts.halt("email", "The mail server responded with 550: <ben@example.org> No such user")
    told(ann, greeting)
    outbox.deliver_due()
    waits = Outbox.objects.get(endpoint=None)
    said = "The mail server isn’t accepting emails right now. We’ll send this one later."
    assert (waits.status, waits.error) == (Outbox.Status.PENDING, said)


def test_who_wants_no_emails_is_told_by_the_endpoint_though_letters_wait(
    ann: User, greeting: Greeting, posted: Posted
) -> None:
    endpoint(ann)
    Preferences.objects.create(user=ann, by_email=False)
    halts.halt("email", "The server takes nothing.")
    told(ann, greeting)
    assert (len(posted), Outbox.objects.get(endpoint=None).status) == (1, Outbox.Status.OBSOLETE)


@pytest.mark.parametrize("status", [302, 404, 500])
def test_what_an_endpoint_alone_was_to_take_and_does_not_goes_to_the_mailbox(
    status: int,
    ann: User,
    greeting: Greeting,
    monkeypatch: pytest.MonkeyPatch,
    mailoutbox: list[EmailMultiAlternatives],
) -> None:
    endpoint(ann)
    Preferences.objects.create(user=ann, by_email=False)
    answer(monkeypatch, status)
    with time_machine.travel(NOON, tick=False) as clock:
        told(ann, greeting)
        outbox.deliver_due()
        clock.move_to(NOON + timedelta(minutes=2))
        outbox.deliver_due()
    assert [letter.subject for letter in mailoutbox].count(TURN.subject) == 1


def test_what_one_endpoint_has_taken_is_not_mailed_because_another_fails(
    ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    endpoint(ann)
    endpoint(ann, address="https://bad.example.org/")
    Preferences.objects.create(user=ann, by_email=False)
    monkeypatch.setattr(outward, "post", lambda to, *_: outward.Answer(500 if "bad" in to else 204))
    told(ann, greeting)
    outbox.deliver_due()
    assert mailoutbox == []


def test_what_waits_for_an_endpoint_that_is_removed_goes_to_the_mailbox(
    ann: User, greeting: Greeting, posted: Posted, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    mine = endpoint(ann)
    Preferences.objects.create(user=ann, by_email=False)
    greeting.answer = TURN
    outbox.queue(ann.pk, "greeting", "1", {})
    outbox.deliver(Outbox.objects.get().pk)
    assert Outbox.objects.get(channel="email").status == "obsolete"
    endpoints.remove_endpoint(ann, mine.pk)
    row = Outbox.objects.get(channel="email")
    assert (row.status, row.attempts) == ("pending", 0)
    assert row.held == row.created  # nobody wins time by it: its reader wanted it later
    outbox.deliver_due()
    assert (posted, [letter.subject for letter in mailoutbox]) == ([], [TURN.subject])


def test_what_an_endpoint_has_taken_is_not_mailed_when_it_is_removed(
    ann: User, greeting: Greeting, posted: Posted, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    mine = endpoint(ann)
    Preferences.objects.create(user=ann, by_email=False)
    told(ann, greeting)
    endpoints.remove_endpoint(ann, mine.pk)
    outbox.deliver_due()
    assert (len(posted), mailoutbox) == (1, [])


def test_a_kind_that_is_switched_off_goes_nowhere(ann: User, greeting: Greeting, posted: Posted) -> None:
    endpoint(ann)
    Preferences.objects.create(user=ann, turn_mails=False)
    told(ann, greeting)
    assert posted == []


def test_a_summary_is_one_post_to_each_endpoint(ann: User, greeting: Greeting, posted: Posted) -> None:
    endpoint(ann)
    endpoint(ann, address="https://other.example.org/")
    Preferences.objects.create(user=ann, rhythm="daily", summary_hour=18)
    greeting.answer = TURN
    with time_machine.travel(NOON, tick=False) as clock:
        outbox.queue(ann.pk, "greeting", "1", {})
        outbox.queue(ann.pk, "greeting", "2", {})
        outbox.deliver_due()
        assert posted == []
        clock.move_to(NOON + timedelta(hours=6))
        outbox.deliver_due()
    assert sorted((address, body["data"]["text"]) for address, body, _ in posted) == [
        ("https://other.example.org/", "2 updates for you"),
        ("https://signed.example.org/", "2 updates for you"),
    ]


def test_a_summary_that_quiet_hours_put_off_is_posted_at_their_end(
    ann: User, greeting: Greeting, posted: Posted
) -> None:
    endpoint(ann)
    Preferences.objects.create(user=ann, rhythm="daily", summary_hour=18, quiet_from=17, quiet_to=20)
    greeting.answer = TURN
    with time_machine.travel(NOON, tick=False) as clock:
        outbox.queue(ann.pk, "greeting", "1", {})
        outbox.deliver_due()
        clock.move_to(NOON + timedelta(hours=8))
        outbox.deliver_due()
    assert len(posted) == 1


def test_a_summary_that_is_not_taken_waits_as_a_whole(
    ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint(ann)
    Preferences.objects.create(user=ann, rhythm="daily", summary_hour=18)
    greeting.answer = TURN
    answer(monkeypatch, 500)
    with time_machine.travel(NOON, tick=False) as clock:
        for number in range(5):
            outbox.queue(ann.pk, "greeting", f"{number}", {})
        outbox.deliver_due()
        clock.move_to(NOON + timedelta(hours=6))
        outbox.deliver_due()
    tried = Outbox.objects.filter(channel="webhook", attempts=1)
    assert (tried.count(), len(set(tried.values_list("next_try", flat=True)))) == (5, 1)


def test_each_of_many_endpoints_gets_what_the_mailbox_gets(ann: User, greeting: Greeting, posted: Posted) -> None:
    """What others cause is counted for each endpoint by itself."""
    outbox.register("greeting", greeting, "A greeting", "others")
    for number in range(MAX_A_DAY["others"] + 1):
        endpoint(ann, address=f"https://{number}.example.org/")
    told(ann, greeting)
    outbox.deliver_due()
    assert len(posted) == MAX_A_DAY["others"] + 1


# --- One that takes nothing -----------------------------------------------------------------------------------------


def test_one_that_is_busy_is_asked_again_when_it_says(
    ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = endpoint(ann)
    answer(monkeypatch, 429, timedelta(minutes=10))
    monkeypatch.setattr("random.uniform", lambda _least, most: most)
    with time_machine.travel(NOON, tick=False):
        told(ann, greeting)
    row = Outbox.objects.get(channel="webhook")
    assert (row.status, row.error, row.attempts) == ("pending", "The server responded with status 429.", 1)
    assert row.next_try - NOON == timedelta(minutes=12)  # a fifth more, by chance
    mine.refresh_from_db()
    assert (mine.failing, mine.off) == (NOON, None)


def test_one_that_is_gone_is_switched_off_and_its_user_is_told(
    ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    mine = endpoint(ann)
    answer(monkeypatch, 410)
    told(ann, greeting)
    outbox.deliver_due()
    mine.refresh_from_db()
    assert mine.off is not None
    assert [letter.subject for letter in mailoutbox] == [
        TURN.subject,
        "Sealed Move: we’ve stopped notifying you at “room”",
    ]
    assert "The server responded with status 410." in str(mailoutbox[1].body)
    assert Outbox.objects.get(channel="webhook").status == "failed"


def test_nothing_that_waited_is_sent_to_one_that_is_switched_off(ann: User, greeting: Greeting, posted: Posted) -> None:
    mine = endpoint(ann)
    greeting.answer = TURN
    outbox.queue(ann.pk, "greeting", "1", {})
    outbox.deliver(Outbox.objects.get().pk)
    Endpoint.objects.filter(pk=mine.pk).update(off=NOON)
    outbox.deliver_due()
    row = Outbox.objects.get(channel="webhook")
    assert (posted, row.status, row.error) == ([], "obsolete", "This notification channel is switched off.")


@pytest.mark.parametrize("others", [[], ["https://bad.example.org/"]])
def test_all_that_waited_for_one_that_is_gone_goes_to_the_mailbox(
    others: list[str],
    ann: User,
    greeting: Greeting,
    monkeypatch: pytest.MonkeyPatch,
    mailoutbox: list[EmailMultiAlternatives],
) -> None:
    gone = endpoint(ann)
    bad = [endpoint(ann, address=each) for each in others]
    Preferences.objects.create(user=ann, by_email=False)
    greeting.answer = TURN
    monkeypatch.setattr(outward, "post", lambda to, *_: outward.Answer(500 if "bad" in to else 410))
    for key in ("1", "2"):
        outbox.queue(ann.pk, "greeting", key, {})
        outbox.deliver(Outbox.objects.get(channel="email", key=key).pk)
    assert mailoutbox == []
    outbox.deliver(Outbox.objects.get(endpoint=gone, key__startswith="1@").pk)
    outbox.deliver_all(Outbox.objects.filter(endpoint__in=bad).values_list("pk", flat=True))
    outbox.deliver_all(Outbox.objects.filter(channel="email", kind="greeting").values_list("pk", flat=True))
    assert [letter.subject for letter in mailoutbox] == [TURN.subject] * 2


def test_anyone_whose_endpoint_is_gone_is_told_so_once_however_much_was_on_its_way(ann: User) -> None:
    mine = endpoint(ann)
    with time_machine.travel(NOON, tick=False) as clock:
        endpoints.failed(mine, "The server responded with status 410.", for_good=True)
        clock.shift(timedelta(seconds=2))
        endpoints.failed(mine, "The server responded with status 410.", for_good=True)
    row = Outbox.objects.get(kind=endpoints.OFF)
    Endpoint.objects.filter(pk=mine.pk).update(off=None)
    outbox.deliver(row.pk)
    row.refresh_from_db()
    assert (row.status, row.error) == ("obsolete", "")  # by then it was switched on again


def test_one_that_takes_nothing_for_three_days_is_switched_off(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = endpoint(ann)
    with time_machine.travel(NOON, tick=False) as clock:
        for hours, is_off in ((0, False), (71, False), (72, True)):
            clock.move_to(NOON + timedelta(hours=hours))
            endpoints.failed(mine, "The server responded with status 500.", for_good=False)
            mine.refresh_from_db()
            assert (mine.off is not None) is is_off, hours


def test_one_that_takes_something_again_is_well(ann: User, greeting: Greeting, posted: Posted) -> None:
    mine = endpoint(ann, failing=NOON, error="The server responded with status 500.")
    told(ann, greeting)
    mine.refresh_from_db()
    assert (mine.failing, mine.error, mine.used is not None) == (None, "", True)


def test_one_that_hangs_or_is_refused_halts_no_other_channel(
    ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    def post(*_: Any) -> outward.Answer:
        raise DeliveryError("The address couldn’t be reached: timed out")

    monkeypatch.setattr(outward, "post", post)
    for number in range(4):
        endpoint(ann, address=f"https://{number}.example.org/")
    told(ann, greeting)
    assert (len(mailoutbox), outbox.health()["ok"]) == (1, True)


# --- The page -------------------------------------------------------------------------------------------------------

PAGE = "/settings/endpoints/"
GIVEN = {"name": "My room", "address": "https://example.org/hook", "shape": "discord"}


def test_a_webhook_is_added_tried_and_removed(as_ann: Client, ann: User, posted: Posted) -> None:
    assert as_ann.post(PAGE, GIVEN)["Location"] == PAGE
    mine = Endpoint.objects.get()
    assert (mine.user, mine.channel, mine.shape, mine.secret) == (ann, "webhook", "discord", "")
    as_ann.post(f"{PAGE}try", {"number": mine.pk})
    outbox.deliver_due()
    [(address, body, _)] = posted
    assert address == "https://example.org/hook"
    assert body["content"].startswith("Sealed Move: your test message has arrived.")
    assert "My room" in as_ann.get(PAGE).content.decode()
    as_ann.post(f"{PAGE}remove", {"number": mine.pk})
    assert not Endpoint.objects.exists()
    assert not Outbox.objects.filter(channel="webhook").exists()


def test_a_signed_one_has_a_secret_that_its_user_can_read(as_ann: Client) -> None:
    as_ann.post(PAGE, GIVEN | {"shape": "signed"})
    secret = Endpoint.objects.get().secret
    assert secret.startswith("whsec_")
    assert secret in as_ann.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"address": "http://example.org/"}, "The address must start with https://"),
        ({"address": "https://10.0.0.1/"}, "The address must start with https://"),
        ({"address": "https://[::1]/"}, "The address must start with https://"),
        ({"address": ""}, "This field is required."),
        ({"name": ""}, "This field is required."),
        ({"shape": "irc"}, "is not one of the available choices"),
    ],
)
def test_what_cannot_be_added_is_refused_with_what_can(given: dict[str, str], said: str, as_ann: Client) -> None:
    page = as_ann.post(PAGE, GIVEN | given)
    assert (page.status_code, said in page.content.decode()) == (422, True)
    assert not Endpoint.objects.exists()


def test_there_are_ten_at_most(as_ann: Client, ann: User) -> None:
    for number in range(10):
        endpoint(ann, name=str(number))
    page = as_ann.post(PAGE, GIVEN)
    assert (page.status_code, "You’ve reached the limit of 10. Remove one first." in page.content.decode()) == (
        422,
        True,
    )


@pytest.mark.parametrize("deed", ["try", "remove"])
def test_nobody_sees_or_reaches_those_of_others(deed: str, as_ann: Client, ben: User) -> None:
    his = endpoint(ben)
    page = as_ann.get(PAGE).content.decode()
    assert (SECRET in page, his.address in page, "None yet" in page) == (False, False, True)
    as_ann.post(f"{PAGE}{deed}", {"number": his.pk})
    assert list(Endpoint.objects.all()) == [his]
    assert not Outbox.objects.exists()


def test_a_test_switches_on_again_what_was_switched_off(as_ann: Client, ann: User) -> None:
    mine = endpoint(ann, off=timezone.now(), failing=timezone.now(), error="The server responded with status 410.")
    assert "Switched off because nothing was getting through." in as_ann.get(PAGE).content.decode()
    as_ann.post(f"{PAGE}try", {"number": mine.pk})
    mine.refresh_from_db()
    assert (mine.off, mine.failing) == (None, None)


def test_the_page_says_that_one_does_not_take_anything_just_now(as_ann: Client, ann: User) -> None:
    endpoint(ann, failing=timezone.now(), error="The server responded with status 500.")
    said = "The last notice didn’t arrive. We’ll keep trying. The server responded with status 500."
    page = as_ann.get(PAGE).content.decode()
    assert said in page
    assert "Nothing has been delivered yet." in page  # not that nothing was sent
    assert "Nothing has been sent yet." not in page


def test_tests_are_sent_so_often_and_no_more(as_ann: Client, ann: User, redis_server: str, settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"try_endpoint": "2/h/user"}
    number = endpoint(ann).pk
    answers = [as_ann.post(f"{PAGE}try", {"number": number}).status_code for _ in range(3)]
    assert (answers, Outbox.objects.count()) == ([302, 302, 429], 2)


def test_one_says_whether_emails_come_besides(as_ann: Client, ann: User) -> None:
    endpoint(ann)
    as_ann.post(PAGE, {"mailbox": "1"})
    assert Preferences.objects.get().by_email is False
    as_ann.post(PAGE, {"mailbox": "1", "by_email": "on"})
    assert Preferences.objects.get().by_email is True

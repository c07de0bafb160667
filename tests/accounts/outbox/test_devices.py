"""Notices to browsers: what a push says and to whom, how a browser is added, and when it is told nothing more."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.signals import password_reset
from django.contrib.messages import get_messages
from django.contrib.sessions.models import Session
from django.core.mail import EmailMultiAlternatives
from django.core.management import call_command
from django.test import Client
from py_vapid import Vapid02
from py_vapid.utils import b64urldecode

from accounts import leaving, outbox, tasks
from accounts.channels import Notice, outward
from accounts.channels.push import badge, keys, subscription
from accounts.models import Endpoint, Outbox, Preferences, User
from accounts.outbox import endpoints
from tests.accounts.conftest import Greeting
from tests.accounts.outbox.test_endpoints import NOON, TURN, answer, told
from tests.parts import browser

pytestmark = pytest.mark.django_db
ADDRESS = "https://fcm.googleapis.com/fcm/send/abc"
ADD = "/settings/endpoints/device"
GIVEN = {"endpoint": ADDRESS, **browser.KEYS}
CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"
Pushed = list[tuple[str, bytes, Mapping[str, str]]]


@pytest.fixture(autouse=True)
def with_keys(settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY, settings.VAPID_SUBJECT = browser.SITE, "mailto:us@example.org"


@pytest.fixture
def pushed(monkeypatch: pytest.MonkeyPatch) -> Pushed:
    """What was posted, to which address; answered by 201."""
    found: Pushed = []

    def post(address: str, body: bytes, headers: Mapping[str, str]) -> outward.Answer:
        found.append((address, body, headers))
        return outward.Answer(201)

    monkeypatch.setattr(outward, "post", post)
    return found


def device(user: User, address: str = ADDRESS) -> Endpoint:
    given = {"channel": "push", "name": "Chrome", "address": address, "keys": browser.KEYS}
    return Endpoint.objects.create(user=user, session=browser.signed_in(user), **given)


def test_a_push_says_which_match_and_how_many_wait(
    ann: User, greeting: Greeting, pushed: Pushed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(badge, "_counts", [lambda user: 3 if user == ann else 0])
    device(ann)
    notice = Notice(
        TURN.subject, "greeting", TURN.context, "turn_mails", "match-1", url=TURN.url, deadline=TURN.deadline
    )
    with time_machine.travel(NOON, tick=False):
        told(ann, greeting, notice)
    [(address, body, headers)] = pushed
    topic = headers["Topic"]
    assert (address, len(topic)) == (ADDRESS, 32)
    assert json.loads(browser.read(body)) == {
        "subject": TURN.subject,
        "url": "https://site/m/1/",
        "deadline": "2026-03-05T12:00:00+00:00",
        "tag": topic,
        "waiting": 3,
    }
    assert (headers["TTL"], headers["Urgency"]) == (str(3 * 24 * 60 * 60), "normal")


def test_a_push_is_signed_for_its_service_alone(ann: User, greeting: Greeting, pushed: Pushed) -> None:
    device(ann)
    with time_machine.travel(NOON, tick=False):
        told(ann, greeting)
    sign = pushed[0][2]["Authorization"]
    token, _, key = sign.removeprefix("vapid t=").partition(",k=")
    assert key == keys.public()
    assert Vapid02.verify(sign)
    assert json.loads(b64urldecode(token.split(".")[1].encode())) == {
        "aud": "https://fcm.googleapis.com",
        "sub": "mailto:us@example.org",
        "exp": NOON.timestamp() + 12 * 60 * 60,
    }


@pytest.mark.parametrize(
    ("left", "urgent", "ttl", "urgency"),
    [
        (timedelta(hours=2), True, "7200", "high"),
        (timedelta(seconds=-5), False, "60", "normal"),
        (timedelta(days=90), False, str(28 * 24 * 60 * 60), "normal"),
        (None, False, str(24 * 60 * 60), "normal"),
    ],
)
def test_a_push_is_kept_until_the_deadline(
    left: timedelta | None, urgent: bool, ttl: str, urgency: str, ann: User, greeting: Greeting, pushed: Pushed
) -> None:
    device(ann)
    deadline = None if left is None else NOON + left
    notice = Notice("Hurry", "greeting", TURN.context, "turn_mails", deadline=deadline, urgent=urgent)
    with time_machine.travel(NOON, tick=False):
        told(ann, greeting, notice)
    headers = pushed[0][2]
    assert (headers["TTL"], headers["Urgency"], "Topic" in headers) == (ttl, urgency, False)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_removed_alone(
    status: int,
    ann: User,
    greeting: Greeting,
    monkeypatch: pytest.MonkeyPatch,
    mailoutbox: list[EmailMultiAlternatives],
) -> None:
    device(ann)
    other = device(ann, "https://web.push.apple.com/x")
    monkeypatch.setattr(outward, "post", lambda to, *_: outward.Answer(status if to == ADDRESS else 201))
    told(ann, greeting)
    outbox.deliver_due()
    assert list(Endpoint.objects.all()) == [other]
    assert [letter.subject for letter in mailoutbox] == [TURN.subject]


def test_what_a_browser_that_is_gone_did_not_take_goes_to_the_mailbox(
    ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    device(ann)
    Preferences.objects.create(user=ann, by_email=False)
    answer(monkeypatch, 410)
    told(ann, greeting)
    outbox.deliver_due()
    assert [letter.subject for letter in mailoutbox] == [TURN.subject]


def test_nothing_is_pushed_to_what_is_no_service_any_more(ann: User, greeting: Greeting, pushed: Pushed) -> None:
    device(ann, "https://push.example.org/x")
    told(ann, greeting)
    row = Outbox.objects.get(channel="push")
    assert (pushed, row.status, row.error) == ([], "failed", "This site can’t send notifications to devices.")


def test_a_service_that_fails_is_asked_again(ann: User, greeting: Greeting, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = device(ann)
    answer(monkeypatch, 500)
    told(ann, greeting)
    mine.refresh_from_db()
    assert (mine.error, mine.failing is not None, mine.off) == ("The server responded with status 500.", True, None)


# --- Adding and leaving ---------------------------------------------------------------------------------------------


def test_a_device_is_added_shown_and_told_nothing_after_sign_out(as_ann: Client, ann: User) -> None:
    assert as_ann.post(ADD, GIVEN, headers={"User-Agent": CHROME})["Location"] == "/settings/endpoints/"
    mine = Endpoint.objects.get()
    assert (mine.user, mine.channel, mine.name, mine.keys) == (ann, "push", "Chrome, Linux", browser.KEYS)
    page = as_ann.get("/settings/endpoints/").content.decode()
    assert ("Chrome, Linux" in page, "Notify me on this device" in page, ADDRESS in page) == (True, True, False)
    elsewhere = device(ann, "https://web.push.apple.com/x")
    as_ann.post("/accounts/logout/")
    assert list(Endpoint.objects.all()) == [elsewhere]


def other_browser(user: User) -> Client:
    """Return another browser of a user's, which takes pushes."""
    client = Client()
    client.force_login(user)
    client.post(ADD, GIVEN | {"endpoint": f"{ADDRESS}/other"})
    return client


def taken_by() -> list[str]:
    """Return the addresses of all browsers that take pushes, without what they have in common."""
    return [each.address.removeprefix(ADDRESS) for each in Endpoint.objects.order_by("pk")]


def test_who_changes_the_password_is_told_in_this_browser_alone(
    as_ann: Client, ann: User, greeting: Greeting, pushed: Pushed
) -> None:
    ann.set_password("old words by the sea")
    ann.save()
    as_ann.force_login(ann)
    as_ann.post(ADD, GIVEN)
    other_browser(ann)
    new = "new words by the lake"
    given = {"oldpassword": "old words by the sea", "password1": new, "password2": new}
    assert as_ann.post("/accounts/password/change/", given).status_code == 302
    assert taken_by() == [""]
    told(ann, greeting)
    assert [address for address, *_ in pushed] == [ADDRESS]


def test_who_resets_the_password_is_told_in_no_browser(as_ann: Client, ann: User) -> None:
    as_ann.post(ADD, GIVEN)
    ann.set_password("new words by the lake")
    ann.save()
    password_reset.send(User, request=as_ann.get("/fairness/").wsgi_request, user=ann)
    assert taken_by() == []


def test_who_is_suspended_is_told_in_no_browser(as_ann: Client, ann: User, ben: User) -> None:
    as_ann.post(ADD, GIVEN)
    device(ben, f"{ADDRESS}/bens")
    ann.is_active = False
    ann.save()
    assert taken_by() == ["/bens"]


def test_who_closes_the_account_is_told_in_no_browser(as_ann: Client, ann: User) -> None:
    as_ann.post(ADD, GIVEN)
    leaving.anonymise(ann)
    assert taken_by() == []


@pytest.mark.parametrize("ends", ["gone", "run out", "with another password", "of nobody"])
def test_nothing_is_pushed_to_a_browser_whose_session_has_ended(
    ends: str,
    ann: User,
    greeting: Greeting,
    pushed: Pushed,
    mailoutbox: list[EmailMultiAlternatives],
) -> None:
    mine = device(ann)
    Preferences.objects.create(user=ann, by_email=False)
    stored = Session.objects.filter(pk=mine.session)
    if ends == "gone":
        stored.delete()
    elif ends == "run out":
        stored.update(expire_date=NOON - timedelta(days=1))
    elif ends == "with another password":
        User.objects.filter(pk=ann.pk).update(password="another")
    else:
        Endpoint.objects.update(session="")
    with time_machine.travel(NOON, tick=False):
        told(ann, greeting)
        outbox.deliver_due()
    assert (pushed, taken_by()) == ([], [])
    assert [letter.subject for letter in mailoutbox] == [TURN.subject]  # the mailbox is told instead


def test_the_page_shows_no_browser_whose_session_has_ended(as_ann: Client, ann: User) -> None:
    as_ann.post(ADD, GIVEN)
    Session.objects.filter(pk=device(ann, f"{ADDRESS}/gone").session).delete()
    as_ann.get("/settings/endpoints/")
    assert taken_by() == [""]


def test_browsers_whose_sessions_have_run_out_are_forgotten_with_these(ann: User, ben: User) -> None:
    gone = device(ann)
    device(ben, f"{ADDRESS}/bens")
    Session.objects.filter(pk=gone.session).update(expire_date=NOON - timedelta(days=999))
    tasks.remove_sessions()
    assert taken_by() == ["/bens"]


def test_a_suspended_account_adds_no_browser(as_ann: Client, ann: User) -> None:
    given = subscription.Subscription(ADDRESS, **browser.KEYS)
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert endpoints.add_device(ann, given, "Chrome", "of-ann") is None


def test_who_comes_again_is_the_same_device_and_well_again(as_ann: Client) -> None:
    as_ann.post(ADD, GIVEN)
    Endpoint.objects.update(off=NOON, failing=NOON, error="The server responded with status 500.")
    assert as_ann.post(ADD, GIVEN | {"quiet": "1"}).status_code == 204
    assert list(Endpoint.objects.values_list("off", "failing", "error")) == [(None, None, "")]


def test_there_are_ten_at_most_and_one_of_them_may_come_again(as_ann: Client, ann: User) -> None:
    others = [device(ann, f"https://web.push.apple.com/{number}") for number in range(10)]
    as_ann.post(ADD, GIVEN)
    assert list(Endpoint.objects.all()) == others
    others.pop().delete()
    device(ann)
    as_ann.post(ADD, GIVEN)
    assert Endpoint.objects.count() == 10
    as_ann.post("/accounts/logout/")  # it was known again
    assert list(Endpoint.objects.all()) == others


def test_a_browser_that_has_subscribed_again_takes_its_own_place_even_where_there_are_ten(
    as_ann: Client, ann: User
) -> None:
    others = [device(ann, f"https://web.push.apple.com/{number}") for number in range(9)]
    as_ann.post(ADD, GIVEN)
    anew = "https://web.push.apple.com/anew"
    as_ann.post(ADD, GIVEN | {"endpoint": anew, "quiet": "1"})
    assert list(Endpoint.objects.values_list("address", flat=True)) == [*(each.address for each in others), anew]


def test_a_browser_goes_over_to_anyone_who_signs_in_there_and_says_nothing_of_who_was_there_before(
    as_ann: Client,
    ann: User,
    ben: User,
    greeting: Greeting,
    pushed: Pushed,
    mailoutbox: list[EmailMultiAlternatives],
) -> None:
    device(ben)
    Preferences.objects.create(user=ben, by_email=False)
    greeting.answer = TURN
    outbox.queue(ben.pk, "greeting", "1", {})
    outbox.deliver(Outbox.objects.get().pk)
    assert Outbox.objects.filter(channel="push", status="pending").exists()
    as_ann.post(ADD, GIVEN)
    assert Endpoint.objects.get().user == ann
    outbox.deliver_due()
    assert (pushed, [letter.to for letter in mailoutbox]) == ([], [[ben.email]])


def test_nobody_takes_the_address_of_another_without_its_keys(as_ann: Client, ben: User) -> None:
    device(ben)
    as_ann.post(ADD, GIVEN | {"auth": "A" * 22})
    assert Endpoint.objects.get().user == ben


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": ""},
        {"endpoint": "https://example.org/push"},
        {"endpoint": "https://evilfcm.googleapis.com/"},
        {"endpoint": "https://fcm.googleapis.com.example.org/"},
        {"endpoint": "https://evilpush.apple.com/"},
        {"endpoint": "http://fcm.googleapis.com/"},
        {"endpoint": "https://localhost/"},
        {"endpoint": "https://fcm.googleapis.com/" + "x" * 1000},
        {"p256dh": "x"},
        {"p256dh": "A" * 87},
        {"auth": ""},
        {"auth": "é"},
        {"auth": "A" * 21},
    ],
)
def test_what_no_push_could_reach_is_refused(wrong: dict[str, str], as_ann: Client) -> None:
    page = as_ann.post(ADD, GIVEN | wrong, follow=True)
    assert "This browser can’t receive notifications." in page.content.decode()
    assert not Endpoint.objects.exists()


def test_without_keys_nothing_is_offered(as_ann: Client, settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    assert "Notify me on this device" not in as_ann.get("/settings/endpoints/").content.decode()
    assert as_ann.post(ADD, GIVEN).status_code == 404


def test_anyone_who_came_from_a_match_is_led_back_there(as_ann: Client) -> None:
    page = as_ann.get("/settings/endpoints/?next=/m/abc/").content.decode()
    assert '<input type="hidden" name="next" value="/m/abc/">' in page
    assert '<a href="/m/abc/">Back to the match</a>' in page
    answered = as_ann.post(ADD, GIVEN | {"next": "/m/abc/"})
    assert answered.headers["Location"] == "/m/abc/"
    said = [str(each) for each in get_messages(answered.wsgi_request)]
    assert said == ["Device added. We’ll notify you there when it’s your turn."]
    assert as_ann.post(ADD, GIVEN | {"next": "//elsewhere.example/"}).headers["Location"] == "/settings/endpoints/"


def test_services_of_all_browsers_are_known() -> None:
    known = ("updates.push.services.mozilla.com", "wns2-par02p.notify.windows.com", "api.push.apple.com")
    assert [subscription.is_service(f"https://{host}/x") for host in known] == [True] * 3


def test_a_command_makes_keys(capsys: pytest.CaptureFixture[str], settings: Any) -> None:
    call_command("push_keys")
    private, subject = capsys.readouterr().out.splitlines()
    assert subject == "VAPID_SUBJECT=mailto:us@example.org"
    settings.VAPID_PRIVATE_KEY = private.removeprefix("VAPID_PRIVATE_KEY=")
    assert len(keys.public()) == 87


def test_the_worker_speaks_for_the_whole_site(client: Client) -> None:
    answered = client.get("/sw.js")
    assert (answered["Content-Type"], answered["Cache-Control"]) == ("text/javascript", "private, no-store")
    assert 'const ICON = "/static/img/icon-192.png";' in answered.content.decode()

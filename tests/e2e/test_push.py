"""A push, from a move of the opponent's to one's own: the service that takes it is ours, the browser is a real one.

What only a push service of a maker of browsers can show is left out: that it takes what ours takes, and its delivery.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, Worker, expect
from pytest_django.live_server_helper import LiveServer

from accounts import outbox
from accounts.channels.push import keys as push_keys
from accounts.models import Endpoint, User
from games.core.models import Match
from tests.e2e.conftest import DESKTOP
from tests.e2e.pages import sign_in
from tests.games.tables import answer, begin, now, turn
from tests.parts import browser as keys
from tests.parts.cast import person
from tests.parts.fixtures import chromium
from tests.parts.push_service import Push, PushService, push_service

BADGES = "navigator.setAppBadge = async (number) => void (globalThis.badges ??= []).push(number);"
COUNTED = """
() => {
    const show = registration.showNotification.bind(registration);
    globalThis.shown = 0;
    registration.showNotification = async (...given) => {
        await show(...given);
        shown += 1;
    };
}
"""
"""Until Chromium has shown a notification nobody may ask for those that stand: it then forgets one on its way."""
NOTIFICATIONS = """
async () => {
    const found = await (await navigator.serviceWorker.ready).getNotifications();
    return found.map(({ title, tag, data }) => [title, tag, data.url]);
}
"""
CLICK = """
async () => {
    const [notification] = await registration.getNotifications();
    const event = new NotificationEvent("notificationclick", { notification });
    const led = new Promise((done) => (clients.openWindow = async (path) => done(path)));
    event.waitUntil = (promise) => promise;
    dispatchEvent(event);
    return led;
}
"""
"""A click, as nobody can make it without a desktop; the worker may open no window for it, and says which it would."""


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
def notified(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """A Chromium that shows notifications."""
    browser = browser_type.launch(**(browser_type_launch_args | {"executable_path": chromium("desktop")}))
    yield browser
    browser.close()


@pytest.fixture
def site(live_server: LiveServer, settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a site that has keys, and may post to the push service of this test."""
    keys.known_site(monkeypatch)
    settings.OUTWARD_TO_LOOPBACK = True
    settings.SITE_URL = live_server.url
    settings.TURN_MAIL_DELAY = 0
    return live_server.url


@pytest.fixture
def anns(notified: Browser, site: str, service: PushService) -> Iterator[BrowserContext]:
    """Ann's browser, which lets the site notify her, and notes what is said to its icon."""
    context = notified.new_context(base_url=site, **DESKTOP)
    context.grant_permissions(["notifications"], origin=site)
    context.add_init_script(service.subscribing + BADGES)
    sign_in(context, person("Ann"), site)
    yield context
    context.close()


def added(context: BrowserContext) -> tuple[Page, Worker]:
    """Return the page on which a player adds this device, and the worker of the site."""
    page = context.new_page()
    page.goto("/settings/endpoints/")
    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.get_by_text("Device added.")).to_be_visible()
    worker = context.service_workers[0]
    worker.evaluate(f"() => {{ {BADGES} }}")
    worker.evaluate(COUNTED)
    return page, worker


def pushed(match: Match, user: User, service: PushService) -> Push:
    """Return what is pushed to a user last of a match, two hours before the turn there ends."""
    with time_machine.travel(turn(match, user).deadline - timedelta(hours=2), tick=False):
        outbox.deliver_due()  # the letter, which makes the row of the device
        outbox.deliver_due()
    assert service.refused == []
    return [each for each in service.taken if match.get_absolute_url() in each.said][-1]


def stands(page: Page, count: int) -> None:
    """Wait until exactly so many notifications stand. Not by `wait_for_function`, to which any promise is true."""
    for _ in range(600):
        if len(found := page.evaluate(NOTIFICATIONS)) == count:
            return
        page.wait_for_timeout(50)
    assert len(found) == count, found


def deliver(page: Page, worker: Worker, site: str, push: Push) -> None:
    """Hand the browser a push, as its maker's service would, and wait until it is shown."""
    before = worker.evaluate("shown")
    devtools = page.context.new_cdp_session(page)
    found: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(10)
    given = {"origin": site, "registrationId": found[0], "data": push.said}
    devtools.send("ServiceWorker.deliverPushMessage", given)
    while worker.evaluate("shown") == before:
        page.wait_for_timeout(10)
    stands(page, 1)


@pytest.mark.parametrize("way", ["button", "quietly"])
def test_after_a_new_key_of_the_site_a_browser_is_let_in_again(
    anns: BrowserContext, service: PushService, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    page, _worker = added(anns)
    former = Endpoint.objects.get()
    keys.known_site(monkeypatch, new_key := push_keys.made())
    if way == "button":
        page.evaluate("localStorage.removeItem('push')")  # else it asks by itself, as the other way does
        page.goto("/settings/endpoints/")
        page.get_by_role("button", name="Notify me on this device").click()
        expect(page.get_by_text("Device added.")).to_be_visible()
    else:
        page.goto("/matches/")
    address = f"{service.address}/{push_keys._public_of(new_key)}"
    while not Endpoint.objects.filter(address=address).exists():
        page.wait_for_timeout(10)
    assert page.evaluate("localStorage.subscribed") == push_keys._public_of(new_key)
    assert Endpoint.objects.get().pk != former.pk


def test_a_push_is_signed_kept_till_the_deadline_shown_and_leads_to_the_move(
    anns: BrowserContext, site: str, service: PushService
) -> None:
    ann, ben = User.objects.get(username="Ann"), person("Ben")
    begin(ann, ben, public_id="waitslong1")
    match = begin(ben, ann)
    page, worker = added(anns)
    assert Endpoint.objects.get().address.startswith(service.address)
    answer(match, ben, "F1")

    push = pushed(match, ann, service)
    said = json.loads(push.said)
    assert (push.ttl, said["tag"], said["waiting"]) == (2 * 60 * 60, push.topic, 2)
    assert len({each.topic for each in service.taken}) == 2  # one for each match

    deliver(page, worker, site, push)
    assert page.evaluate(NOTIFICATIONS) == [[said["subject"], push.topic, f"{site}/m/firstmatch/"]]
    assert worker.evaluate("badges") == [2]

    page.goto(worker.evaluate(CLICK))
    assert worker.evaluate("async () => (await registration.getNotifications()).length") == 0
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("Ben")
    assert now(match).ply == 2
    page.wait_for_function("badges.at(-1) === 1")

    deliver(page, worker, site, push)
    page.goto("about:blank")  # her match would be reloaded as soon as it is hers no more
    anns.clear_cookies()
    page.goto("/")
    stands(page, 0)  # nothing about her stays when she is signed out

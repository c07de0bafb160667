"""The app is offered once, on a phone, to somebody who has a match to come back to."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.by_turns(3)]

MAY_INSTALL = """
    () => {
        const event = new Event("beforeinstallprompt", { cancelable: true });
        event.prompt = () => (document.documentElement.dataset.asked = "");
        dispatchEvent(event);
        return event.defaultPrevented;
    }
"""
"""The browser says that the site can be installed. Returns whether the site offers it itself."""


def my_matches(browser: Browser, live_server: LiveServer, how: dict[str, Any], user: User) -> Page:
    context = browser.new_context(base_url=live_server.url, **{**how, "is_mobile": how is PHONE})
    sign_in(context, user, live_server.url)
    page = context.new_page()
    page.goto("/matches/")
    return page


def moved_once(user: User) -> User:
    tables.play_on(tables.begin(user, person("Ben")), 1)
    return user


@pytest.mark.parametrize(("button", "asked"), [("Install", 1), ("No, thanks", 0)])
def test_it_is_offered_until_it_is_answered(button: str, asked: int, browser: Browser, live_server: LiveServer) -> None:
    page = my_matches(browser, live_server, PHONE, moved_once(person("Ann")))
    assert page.evaluate(MAY_INSTALL) is True
    offer = page.get_by_role("region", name="App")
    page.get_by_role("button", name=button).tap()
    expect(offer).to_be_hidden()
    expect(page.locator("html[data-asked]")).to_have_count(asked)
    page.reload()
    assert page.evaluate(MAY_INSTALL) is False
    expect(offer).to_be_hidden()


@pytest.mark.parametrize(("how", "has_moved"), [(DESKTOP, True), (PHONE, False)], ids=["desktop", "newcomer"])
def test_nobody_else_is_bothered(
    how: dict[str, Any], has_moved: bool, browser: Browser, live_server: LiveServer
) -> None:
    ann = person("Ann")
    page = my_matches(browser, live_server, how, moved_once(ann) if has_moved else ann)
    assert page.evaluate(MAY_INSTALL) is False
    expect(page.get_by_role("region", name="App")).to_have_count(0)

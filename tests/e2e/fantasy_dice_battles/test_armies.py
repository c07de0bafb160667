"""The page on which an army is built says at once what each change does, or why it does not."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts import guests
from accounts.models import User
from games.boards.fantasy_dice_battles.saved_armies import save
from games.models import SavedArmy
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from tests.e2e.conftest import DESKTOP
from tests.e2e.test_access import sign_in
from tests.parts.cast import person

pytestmark = pytest.mark.by_turns(2)

NEW = reverse("new_army", args=["realm"])
REALM = armies.text(SETS[DEFAULT_SET].presets["realm_a"].army)


@pytest.fixture
def context(browser: Browser, live_server: LiveServer) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=live_server.url, **DESKTOP)
    yield context
    context.close()


def building(context: BrowserContext, user: User, live_server: LiveServer) -> Page:
    """A page of a new army with its first unit, which it has counted."""
    sign_in(context, user, live_server.url)
    page = context.new_page()
    page.goto(NEW)
    put(page, "1:F1")
    expect(page.locator("#state")).to_contain_text("normal units: 1")
    return page


def put(page: Page, place: str) -> None:
    page.locator(f"select[name='{place}']").select_option("footmen")


def test_whoever_was_signed_out_is_led_to_sign_in(context: BrowserContext, live_server: LiveServer) -> None:
    page = building(context, person("Ann"), live_server)
    context.clear_cookies(name="sessionid")
    put(page, "1:F2")
    page.wait_for_url(re.compile("/accounts/login/"))


def test_a_guest_whose_day_is_over_is_told_so(context: BrowserContext, live_server: LiveServer) -> None:
    page = building(context, guests.create(), live_server)
    User.objects.update(guest_until=timezone.now())
    put(page, "1:F2")
    page.wait_for_url("**/guest/")


def test_points_that_are_older_than_the_army_are_called_so(context: BrowserContext, live_server: LiveServer) -> None:
    page = building(context, person("Ann"), live_server)
    context.set_offline(True)
    put(page, "1:F2")
    expect(page.locator("#trouble")).to_contain_text("older than your last change")
    expect(page.locator("#state")).to_contain_text("normal units: 1")
    context.set_offline(False)
    put(page, "1:F3")
    expect(page.locator("#state")).to_contain_text("normal units: 3")
    expect(page.locator("#trouble")).to_be_hidden()


@pytest.mark.parametrize("script", [True, False])
def test_an_army_is_deleted_after_a_question(script: bool, browser: Browser, live_server: LiveServer) -> None:
    ann = person("Ann")
    save(ann, "Mine", REALM)
    context = browser.new_context(base_url=live_server.url, java_script_enabled=script, **DESKTOP)
    sign_in(context, ann, live_server.url)
    page = context.new_page()
    page.goto(reverse("armies"))
    page.get_by_role("link", name="Delete").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("alert")).to_have_text("Please tick the box to confirm.")
    assert SavedArmy.objects.count() == 1
    page.get_by_label("Yes, I delete this army.").check()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("main")).to_contain_text("The army “Mine” is deleted.")
    context.close()
    assert SavedArmy.objects.count() == 0

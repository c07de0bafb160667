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
from games.boards.fantasy_dice_battles.army_form import RESERVES
from games.boards.fantasy_dice_battles.models import SavedArmy
from games.boards.fantasy_dice_battles.saved_armies import save
from games.rules.fantasy_dice_battles.army import armies
from games.rules.fantasy_dice_battles.data import PLACES
from games.rules.fantasy_dice_battles.sets.offered import DEFAULT_SET, SETS
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.test_access import sign_in
from tests.parts.cast import person

pytestmark = pytest.mark.by_turns(2)

NEW = reverse("new_army", args=["realm"])
FRONTS = [place for place in PLACES if "F" in place]
MARKED = """(places) => {
    const all = [...document.querySelectorAll(".army button")];
    const found = all.filter((each) => getComputedStyle(each).outlineStyle === "solid").map((each) => each.value);
    return found.join() === places.join() && found;
}"""
"""The places that are marked, once they are these: a unit picked before the last change is answered is picked again."""
REALM = armies.text(SETS[DEFAULT_SET].presets["realm_a"].army)


@pytest.fixture
def context(browser: Browser, live_server: LiveServer) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=live_server.url, **DESKTOP)
    yield context
    context.close()


def building(context: BrowserContext, user: User, live_server: LiveServer) -> Page:
    """Return a page of a new army with its first unit, which it has counted."""
    sign_in(context, user, live_server.url)
    page = context.new_page()
    page.goto(NEW)
    page.locator(".recruit", has_text="Footmen").click()
    put(page, "1:F1")
    expect(page.locator("#state")).to_contain_text("normal units: 1")
    return page


def put(page: Page, place: str) -> None:
    page.locator(f"button[value='{place}']").click()


def test_anyone_who_was_signed_out_is_led_to_sign_in(context: BrowserContext, live_server: LiveServer) -> None:
    page = building(context, person("Ann"), live_server)
    context.clear_cookies(name="sessionid")
    put(page, "1:F2")
    expect(page).to_have_url(re.compile("/accounts/login/"))


def test_a_guest_whose_day_is_over_is_told_so(context: BrowserContext, live_server: LiveServer) -> None:
    page = building(context, guests.create(), live_server)
    User.objects.update(guest_until=timezone.now())
    put(page, "1:F2")
    expect(page).to_have_url(re.compile("/guest/$"))


def test_a_change_that_did_not_arrive_is_called_so(context: BrowserContext, live_server: LiveServer) -> None:
    page = building(context, person("Ann"), live_server)
    context.set_offline(True)
    put(page, "1:F2")
    expect(page.locator("#trouble")).to_contain_text("your last change wasn’t applied")
    expect(page.locator("#state")).to_contain_text("normal units: 1")
    context.set_offline(False)
    put(page, "1:F3")
    expect(page.locator("#state")).to_contain_text("normal units: 2")
    expect(page.locator("#trouble")).to_be_hidden()


def test_a_unit_is_picked_put_and_taken_out_by_keyboard(context: BrowserContext, live_server: LiveServer) -> None:
    page = building(context, person("Ann"), live_server)
    place = page.locator("button[value='1:F1']")
    place.press("Enter")
    expect(page.locator("#state")).to_contain_text("normal units: 0")
    expect(place).to_be_focused()
    page.get_by_label("Footmen").press("ArrowRight")
    expect(page.locator("input[name=unit]:checked")).not_to_have_value("footmen")
    page.get_by_label("Name of the army").press("Enter")  # looks at it, and presses no space
    expect(page.locator("#state")).to_contain_text("normal units: 0")


def test_what_is_pressed_before_the_last_press_is_answered_waits(
    context: BrowserContext, live_server: LiveServer
) -> None:
    page = building(context, person("Ann"), live_server)
    page.evaluate(
        "ids => ids.forEach((id) => document.getElementById(id).click())",
        ["at-1-F2", "at-2-F1", "pick-knights", "at-3-F1", "at-reserve-1", "keep"],
    )
    expect(page.get_by_role("alert").first).to_contain_text("You can’t save this army yet")
    found = page.locator(".army input[type=hidden]").evaluate_all("all => all.map((each) => [each.name, each.value])")
    standing = {field: unit for field, unit in found if ":" in field or field in RESERVES}
    expected = dict.fromkeys(("1:F1", "1:F2", "2:F1"), "footmen") | dict.fromkeys(("3:F1", "reserve 1"), "knights")
    assert {field: unit for field, unit in standing.items() if unit} == expected


def test_on_a_phone_the_units_stay_in_sight_where_they_were_pushed_to(
    browser: Browser, live_server: LiveServer
) -> None:
    context = browser.new_context(base_url=live_server.url, **PHONE)
    page = building(context, person("Ann"), live_server)
    page.locator(".recruit", has_text="Knights").click()
    pushed = page.locator(".recruits").evaluate("strip => strip.scrollLeft")
    page.evaluate("scrollTo(0, 0)")
    put(page, "1:F2")
    expect(page.locator("#state")).to_contain_text("normal units: 2")
    assert pushed > 0
    assert page.locator(".recruits").evaluate("strip => strip.scrollLeft") == pushed
    expect(page.locator(".recruit", has_text="Knights")).to_be_in_viewport(ratio=0.9)
    context.close()


def test_where_the_picked_unit_may_stand_is_marked(context: BrowserContext, live_server: LiveServer) -> None:
    page = building(context, person("Ann"), live_server)
    page.locator(".recruit", has_text="Lord Marshal").click()
    heroes = ["1:H", "2:H", "3:H"]
    assert page.wait_for_function(MARKED, arg=heroes).json_value() == heroes
    page.locator(".recruit", has_text="Halberdiers").click()
    normal = [*FRONTS, *RESERVES]
    assert page.wait_for_function(MARKED, arg=normal).json_value() == normal


@pytest.mark.parametrize("script", [True, False])
def test_an_army_is_built_and_saved(script: bool, browser: Browser, live_server: LiveServer) -> None:
    ann = person("Ann")
    context = browser.new_context(base_url=live_server.url, java_script_enabled=script, **DESKTOP)
    page = building(context, ann, live_server)
    page.get_by_role("button", name="Arrange and complete my army").click()
    expect(page.locator("#state")).to_contain_text("This army is legal.")
    page.get_by_label("Name of the army").fill("Mine")
    page.get_by_role("button", name="Save army").click()
    expect(page.locator("main")).to_contain_text("Army “Mine” saved.")
    context.close()
    assert SavedArmy.objects.get().text.startswith("realm: footmen")


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
    page.get_by_label("Yes, delete this army.").check()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("main")).to_contain_text("Army “Mine” deleted.")
    context.close()
    assert SavedArmy.objects.count() == 0

"""Forms that were filled in wrongly: what is wrong is said at the top, and the first wrong field has the focus."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.e2e.pages import sign_in
from tests.parts.cast import person

pytestmark = pytest.mark.by_turns(1)

IN_SIGHT = "box => { const at = box.getBoundingClientRect(); return at.top >= 0 && at.bottom <= innerHeight; }"


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def page(context: BrowserContext, live_server: LiveServer, request: pytest.FixtureRequest, ann: User) -> Iterator[Page]:
    assert context.browser is not None
    phone = context.browser.new_context(
        base_url=live_server.url, viewport={"width": 375, "height": 812}, java_script_enabled=request.param
    )
    sign_in(phone, ann, live_server.url)
    yield phone.new_page()
    phone.close()


@pytest.fixture
def ann(transactional_db: None) -> User:
    return person("Ann")


def is_in_sight(found: Locator) -> bool:
    return bool(found.evaluate(IN_SIGHT))


def test_the_first_wrong_field_of_an_invitation_has_the_focus_and_the_head_leads_to_it(page: Page) -> None:
    page.goto("/invitations/new/en-garde/")
    page.locator("[name=audience][value=personal]").check()
    page.locator("main form button[type=submit]").click()
    wrong = page.locator("[name=invited]")
    expect(wrong).to_be_focused()
    assert is_in_sight(wrong)
    expect(page.locator(".wrong-fields a")).to_have_attribute("href", "#id_invited")


@pytest.mark.parametrize("width", [375, 1280])
def test_whom_to_play_and_what_are_boxes_of_an_even_grid(
    width: int, browser: Browser, live_server: LiveServer, ann: User
) -> None:
    context = browser.new_context(base_url=live_server.url, viewport={"width": width, "height": 800})
    sign_in(context, ann, live_server.url)
    page = context.new_page()
    page.goto("/invitations/new/en-garde/")
    widths = page.locator("#id_audience label").evaluate_all("all => all.map(one => one.offsetWidth)")
    assert len(widths) >= 4
    assert max(widths) < 1.6 * min(widths), widths
    borders = page.locator(".which-game a").evaluate_all("all => all.map(one => getComputedStyle(one).border)")
    assert all(border.startswith("1px solid") and "rgba" not in border for border in borders), borders
    context.close()


@pytest.mark.parametrize("game", ["en-garde", "field-of-glory", "fantasy-dice-battles"])
def test_a_new_match_stands_on_one_screen_of_a_phone_in_german(
    game: str, browser: Browser, live_server: LiveServer, ann: User
) -> None:
    phone = browser.new_context(
        base_url=live_server.url, viewport={"width": 375, "height": 812}, has_touch=True, locale="de"
    )
    sign_in(phone, ann, live_server.url)
    page = phone.new_page()
    page.goto(f"/invitations/new/{game}/")
    page.get_by_text("Jemand Bestimmtes").click()
    expect(page.locator("[name=invited]")).to_be_visible()
    assert is_in_sight(page.locator("main form button[type=submit]"))
    phone.close()


def test_a_clock_is_chosen_by_one_press_and_said_as_it_is_chosen(page: Page) -> None:
    page.goto("/invitations/new/en-garde/")
    bank = page.get_by_label("Starts with")
    expect(bank).to_be_hidden()
    page.get_by_label("time bank").check()
    expect(bank).to_be_visible()
    page.get_by_text("Options:").click()
    page.get_by_label("Weekends").check()
    said = "5 days for all moves, plus 12 hours per move, up to 7 days, weekends don’t count, "
    if page.evaluate("typeof htmx") != "undefined":
        expect(page.locator("#clock-words")).to_contain_text(said)
    page.locator("main form button[type=submit]").click()
    expect(page.locator("main").get_by_text(said[1:]).first).to_be_visible()


def test_a_blocked_name_that_nobody_has_is_in_sight(page: Page) -> None:
    page.goto("/settings/blocks/")
    page.fill("[name=name]", "Nobody")
    page.locator("main form.card button").click()
    expect(page.locator("[name=name]")).to_be_focused()


def test_nothing_is_asked_to_be_checked_before_anything_was_sent(page: Page) -> None:
    page.goto("/invitations/new/en-garde/")
    expect(page.locator(".wrong-fields")).to_have_count(0)
    expect(page.locator("[autofocus]")).to_have_count(0)


def test_what_is_printed_has_nothing_to_press(page: Page) -> None:
    page.goto("/matches/")
    expect(page.get_by_role("link", name="New match").last).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".button:visible, .buttons:visible")).to_have_count(0)


AS_THEY_COME = """nav => {
    const first = () => Object.values(nav.firstElementChild.getBoundingClientRect().toJSON());
    const whole = first();
    while (nav.children.length > 1) nav.lastElementChild.remove();
    return [whole, first()].map((box) => box.join(" "));
}"""
"""This gives the box of the first game beside all others, and before the others have come in."""


@pytest.mark.parametrize("width", [375, 1280])
def test_the_games_to_choose_from_stay_where_they_are_while_a_slow_page_comes_in(
    width: int, browser: Browser, live_server: LiveServer, ann: User
) -> None:
    context = browser.new_context(base_url=live_server.url, viewport={"width": width, "height": 812})
    sign_in(context, ann, live_server.url)
    page = context.new_page()
    page.goto("/invitations/new/en-garde/")
    whole, alone = page.locator(".which-game").evaluate(AS_THEY_COME)
    assert alone.split()[:3] == whole.split()[:3]

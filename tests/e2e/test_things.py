"""Every thing on the board explains itself where it lies: by pointer, keyboard and finger, and it plays nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.core.models import Match
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.moments import moments
from tests.e2e.pages import sign_in
from tests.games import tables
from tests.parts.cast import person

MOMENTS = {"field-of-glory": ("turn with nine cards", ".hand .army-card >> nth=0", "[data-thing='column-3'] .ground")}
"""By game: a moment, what has the focus of the keyboard there, and what has not."""

COVERS = """([thing, card]) => {
    const [one, other] = [thing, card].map((each) => each.getBoundingClientRect());
    return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}"""


def opened(browser: Browser, live_server: LiveServer, slug: str, **how: Any) -> tuple[Page, Match]:
    """Return the page of the moment and its match."""
    wanted = MOMENTS[slug][0]
    moment = next(each for each in moments(slug, person("Ann"), person("Ben")) if each.name == wanted)
    context = browser.new_context(base_url=live_server.url, locale="en", **how)
    sign_in(context, moment.user, live_server.url)
    page = context.new_page()
    page.goto(moment.match.get_absolute_url())
    return page, moment.match


def is_beside(thing: Locator, card: Locator) -> None:
    """Assert that a card is in sight, says something, leads to the rules, and covers nothing of its thing."""
    expect(card).to_be_visible()
    expect(card.locator("li").first).not_to_be_empty()
    expect(card.get_by_role("link", name="Rules")).to_be_visible()
    expect(card).to_be_in_viewport(ratio=0.99)
    assert not covers(thing, card)
    for button in card.page.locator("#match .act button:visible").all():
        assert not covers(button, card)


def covers(thing: Locator, card: Locator) -> bool:
    """Say whether a card covers something."""
    found: bool = thing.page.evaluate(COVERS, [thing.element_handle(), card.element_handle()])
    return found


def hold(page: Page, thing: Locator) -> None:
    """Hold a finger on a thing."""
    box = thing.bounding_box()
    assert box
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    devtools = page.context.new_cdp_session(page)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator("#thing")).to_be_visible()
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("slug", MOMENTS)
def test_a_pointer_that_rests_on_a_thing_opens_its_card(
    slug: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page, match = opened(browser, live_server, slug, **DESKTOP)
    card = page.locator("#thing")
    things = page.locator(".match-board [data-thing]:visible, .match-hand [data-thing]:visible")
    for number in range(0, things.count(), 4):
        thing = things.nth(number)
        box = thing.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 3)
        expect(card).to_be_visible()
        is_beside(page.locator("[aria-describedby=thing]"), card)
        page.keyboard.press("Escape")
        expect(card).to_be_hidden()
        page.mouse.move(2, 2)
    page.clock.install()
    thing = page.locator(MOMENTS[slug][2])
    thing.hover()
    expect(card).to_be_visible()
    card.hover()
    page.clock.fast_forward(400)
    expect(card).to_be_visible()
    page.mouse.move(2, 2)
    expect(card).to_be_hidden()
    assert tables.now(match).ply == match.ply


UNDER = """(thing) => new Promise((come) => {
    const twin = document.createElement("div");
    twin.dataset.thing = thing.dataset.thing;
    twin.style.cssText = "position: fixed; inset: 0 auto auto 0; width: 4rem; height: 4rem; z-index: 99";
    twin.addEventListener("pointerover", () => come(true), { once: true });
    document.body.append(twin);
})"""
"""Has another of a thing come to lie under a mouse that rests in the corner of the page."""


def test_what_comes_to_lie_under_a_mouse_at_rest_stays_closed_until_the_mouse_moves(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page, _match = opened(browser, live_server, "field-of-glory", **DESKTOP)
    scripts: list[str] = []
    page.on("request", lambda request: scripts.append(request.url))
    thing, card = page.locator(".match-board [data-thing]:visible").first, page.locator("#thing")
    page.mouse.move(2, 2)
    assert thing.evaluate(UNDER)
    assert [each for each in scripts if "things" in each] == []
    page.mouse.move(9, 9)
    expect(card).to_be_visible()

    page.mouse.move(300, 2)
    expect(card).to_be_hidden()
    page.locator("body > [data-thing]").evaluate("(each) => each.remove()")
    page.mouse.move(2, 2)
    page.clock.install()
    assert thing.evaluate(UNDER)
    page.clock.fast_forward(1000)
    expect(card).to_be_hidden()
    page.mouse.move(9, 9)
    expect(card).to_be_visible()


def test_the_card_of_what_is_picked_leaves_what_is_pressed_next_free(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    context = browser.new_context(base_url=live_server.url, locale="en", **DESKTOP)
    page = context.new_page()
    page.goto(reverse("lesson", args=["en-garde", "first", 3]))
    picked = page.locator(".playing-card").last
    picked.click()
    page.mouse.move(2, 2)
    picked.hover()
    is_beside(picked, page.locator("#thing"))
    expect(page.locator("#choices .choice:visible")).to_have_count(3)
    context.close()


@pytest.mark.parametrize(
    ("slug", "number"), [("en-garde", 1), ("field-of-glory", 1), ("fantasy-dice-battles", 9)], ids=str
)
def test_the_card_of_a_hands_card_covers_none_of_the_others(
    slug: str, number: int, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    context = browser.new_context(base_url=live_server.url, locale="en", **DESKTOP)
    page = context.new_page()
    page.goto(reverse("lesson", args=[slug, "first", number]))
    for thing in page.locator(".match-hand [data-key]").all():
        thing.hover()
        is_beside(thing, page.locator("#thing"))
        assert not covers(page.locator(".match-hand"), page.locator("#thing"))
        page.mouse.move(2, 2)
        expect(page.locator("#thing")).to_be_hidden()
    context.close()


def test_a_piece_that_is_pressed_in_a_lesson_is_answered(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    context = browser.new_context(base_url=live_server.url, locale="en", **DESKTOP)
    page = context.new_page()
    page.goto(reverse("lesson", args=["fantasy-dice-battles", "first", 9]))
    page.locator("[data-spot='0-1:H'] .token").click()
    expect(page.locator("#why")).to_have_text("Play a Men-at-Arms card at battalion 1.")
    context.close()


@pytest.mark.parametrize("slug", MOMENTS)
def test_by_keyboard_the_focus_opens_it_and_i_goes_into_it(
    slug: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page, match = opened(browser, live_server, slug, **DESKTOP)
    card = page.locator("#thing")
    thing = page.locator(MOMENTS[slug][1])
    page.keyboard.press("Tab")
    thing.focus()
    is_beside(thing, card)
    expect(thing).to_have_attribute("aria-describedby", "thing")
    page.keyboard.press("i")
    expect(card).to_be_focused()
    page.keyboard.press("Tab")
    expect(card.get_by_role("link", name="Rules")).to_be_focused()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(thing).to_be_focused()
    expect(page.locator("#match .picked")).to_have_count(0)
    assert tables.now(match).ply == match.ply
    page.locator("#prompt").focus()
    page.mouse.move(2, 2)
    page.keyboard.press("i")
    expect(page.get_by_role("heading", name="What’s on the board")).to_be_visible()
    page.get_by_role("link", name="Back to the board").click()
    expect(page.locator("#match")).to_be_visible()


@pytest.mark.parametrize("slug", MOMENTS)
def test_a_finger_that_is_held_opens_it_and_chooses_nothing(
    slug: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page, match = opened(browser, live_server, slug, **PHONE)
    card = page.locator("#thing")
    for name in MOMENTS[slug][1:]:
        thing = page.locator(name)
        hold(page, thing)
        is_beside(thing, card)
        expect(page.locator("#match .picked")).to_have_count(0)
        page.locator("#prompt").tap()
        expect(card).to_be_hidden()
    assert tables.now(match).ply == match.ply
    page.locator(MOMENTS[slug][1]).tap()  # as ever
    expect(page.locator("#match .picked")).to_have_count(1)
    expect(card).to_be_hidden()


@pytest.mark.parametrize("slug", MOMENTS)
def test_without_scripts_a_link_leads_to_all_of_them(
    slug: str, browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page, _match = opened(browser, live_server, slug, java_script_enabled=False, **PHONE)
    page.locator("#help > summary").tap()
    page.get_by_role("link", name="What’s on the board").tap()
    expect(page.get_by_role("heading", name="What’s on the board")).to_be_visible()
    expect(page.locator("article.thing").nth(10)).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# --- Where an army is built -----------------------------------------------------------------------------------------

FOOTMEN, PLACE = "label[data-thing=kind-footmen]", "button[value='1:F1']"
PICKED = "input[name=unit]:checked"


def builder(browser: Browser, live_server: LiveServer, **how: Any) -> Page:
    """Return the page on which a ready-made army is changed."""
    context = browser.new_context(base_url=live_server.url, locale="en", **how)
    sign_in(context, person("Ann"), live_server.url)
    page = context.new_page()
    page.goto(f"{reverse('new_army', args=['realm'])}?preset=realm_a")
    return page


def test_units_powers_and_spaces_of_an_army_explain_themselves_by_pointer(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = builder(browser, live_server, **DESKTOP)
    card = page.locator("#thing")
    for name in (f"{FOOTMEN} .left", "[data-thing^=power-] >> nth=0", PLACE, "[data-thing=battalion-2]"):
        page.locator(name).hover()
        expect(card).to_be_visible()
        is_beside(page.locator("[aria-describedby=thing]"), card)
        page.keyboard.press("Escape")
        expect(card).to_be_hidden()
        page.mouse.move(2, 2)
    page.locator(f"{FOOTMEN} .left").hover()
    expect(card).to_contain_text("It costs 1 point.")
    expect(card).to_contain_text("percentage points (±")
    expect(page.locator(PICKED)).to_have_count(0)


def test_by_keyboard_the_focus_opens_the_card_of_a_unit_and_i_goes_into_it(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = builder(browser, live_server, **DESKTOP)
    card = page.locator("#thing")
    unit = page.locator("#pick-footmen")
    page.keyboard.press("Tab")
    unit.focus()
    is_beside(page.locator(FOOTMEN), card)
    page.keyboard.press("i")
    expect(card).to_be_focused()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    expect(unit).to_be_focused()
    expect(page.locator(PICKED)).to_have_count(0)


def test_a_finger_that_is_held_picks_no_unit_and_takes_none_out(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = builder(browser, live_server, **PHONE)
    card = page.locator("#thing")
    spent = page.locator("#state .spent").inner_text()
    for name in (PLACE, FOOTMEN):
        hold(page, page.locator(name))
        is_beside(page.locator("[aria-describedby=thing]"), card)
        page.locator("h1").tap()
        expect(card).to_be_hidden()
    expect(page.locator(PICKED)).to_have_count(0)
    expect(page.locator("#state .spent")).to_contain_text(spent)


def test_without_scripts_a_link_opens_what_the_units_can_do_and_the_army_stays(
    browser: Browser, live_server: LiveServer, transactional_db: None
) -> None:
    page = builder(browser, live_server, java_script_enabled=False, **PHONE)
    with page.context.expect_page() as opens:
        page.get_by_role("link", name="What the units can do").tap()
    expect(opens.value.locator("#thing-kind-knights")).to_contain_text("It costs 4 points.")
    assert opens.value.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.locator(PLACE)).to_be_visible()

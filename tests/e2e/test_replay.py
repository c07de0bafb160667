"""A match that is over is stepped through in place: by keys, by a slider, by itself."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import User
from tests.e2e.pages import WATCHED
from tests.e2e.test_table import PHONE, SIZES

pytestmark = pytest.mark.by_turns(3)

ALL = "?eyes=all"
LOWEST = 120
"""Pixels from the top of the window at which the board begins at most."""
BOXES = """Object.fromEntries([...document.querySelectorAll("[data-part]")].map((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return [part.dataset.part, [Math.round(top), Math.round(bottom)]];
}))"""


@pytest.fixture
def page(context: BrowserContext, house: User) -> Page:
    """Return the page of a visitor at the beginning of a match. The page would forget `here` on a reload."""
    page = context.new_page()
    page.goto(f"/m/finished01/0/{ALL}")
    page.evaluate("window.here = true")
    return page


def at(page: Page, ply: int) -> None:
    """Assert that the page has come to this move, in place, and so has its address."""
    expect(page.locator(".told strong")).to_contain_text(f"Move {ply} of ")
    expect(page).to_have_url(f"/m/finished01/{ply}/{ALL}")
    assert page.evaluate("window.here")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("path", WATCHED)
def test_board_and_steps_stand_in_the_window(path: str, size: tuple[int, int], page: Page) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(path)
    boxes = page.evaluate(BOXES)
    assert boxes["board"][0] <= LOWEST
    assert boxes["act"][1] <= size[1]
    assert size == PHONE or boxes["hand"][1] <= boxes["act"][0] + 1


MOVED = """
    window.moved = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        if (this?.dataset?.piece) moved.push(this.dataset.piece);
        return animate.call(this, frames, how);
    };
"""


@pytest.mark.parametrize(("wanted", "moved"), [("no-preference", ["fencer-0"]), ("reduce", [])])
def test_a_step_is_seen_moving_where_motion_is_wanted(wanted: Any, moved: list[str], page: Page) -> None:
    page.emulate_media(reduced_motion=wanted)
    page.evaluate(f"() => {{ {MOVED} }}")
    page.evaluate("import('/static/js/motion.js')")
    page.keyboard.press("ArrowRight")
    at(page, 1)
    assert page.evaluate("moved.filter((each) => each.startsWith('fencer'))") == moved


def test_keys_step_and_jump(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    expect(page.locator(".told span")).to_have_text(page.locator(".log .here div").inner_text().rsplit(" ", 3)[0])
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    page.keyboard.press("End")
    expect(page.locator(".told strong")).to_have_text("Final position")
    page.keyboard.press("Home")
    at(page, 0)


def test_a_slider_leads_to_any_move_and_its_address_can_be_shared(page: Page) -> None:
    page.locator(".replay input").fill("5")
    at(page, 5)
    page.keyboard.press("Shift")  # what moves is seen at once as it is now
    board = page.locator(".match-board").inner_html()
    page.reload()
    assert page.locator(".match-board").inner_html() == board


def test_it_plays_by_itself_until_it_is_stopped(page: Page) -> None:
    page.locator(".replay select").select_option("fast")
    page.get_by_role("button", name="Play").click()
    at(page, 1)
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    at(page, 2)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play")).to_be_focused()


def test_links_lead_on_with_the_focus_where_it_was(page: Page) -> None:
    page.get_by_role("link", name="Later").click()
    at(page, 1)
    expect(page.get_by_role("link", name="Later")).to_be_focused()


def test_it_plays_to_the_end_and_then_stops(page: Page) -> None:
    page.clock.install()
    page.keyboard.press("End")
    expect(page.locator(".told strong")).to_have_text("Final position")
    page.get_by_role("link", name="Earlier").click()
    expect(page.locator(".told strong")).not_to_contain_text("Final")
    page.locator("h1").click()
    page.keyboard.press(" ")
    expect(page.locator(".told strong")).to_have_text(re.compile(r"^Move (\d+) of \1$"))
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.clock.run_for(2_500)
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_key_moments_lie_over_the_board_and_lead_to_their_move_in_place(page: Page) -> None:
    top = "document.querySelector('.match-board').getBoundingClientRect().top"
    before = page.evaluate(top)
    page.get_by_text("Key moments").click()
    moment = page.locator(".moments a").last
    expect(moment).to_be_visible()
    assert page.evaluate(top) == before
    ply = int(moment.locator(".faint").inner_text())
    moment.focus()
    page.keyboard.press("Enter")
    at(page, ply)
    expect(page.locator(".moments a").last).to_be_hidden()
    expect(page.locator(".moments summary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".moments [aria-current]")).to_have_text(re.compile(rf"^{ply} "))
    page.keyboard.press("Escape")
    expect(page.locator(".moments a").last).to_be_hidden()
